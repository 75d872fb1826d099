import type { App } from '../../app.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { readListView } from './list-view.ts';
import type { PageRequest } from './page.ts';
import { readTheme } from './theme.ts';

type Asked = Pick<PageRequest, 'url' | 'query' | 'headers' | 'isSecure'>;

/** Everything that a kept page depends on. */
export function keptPageName(
  app: App,
  { lineage, revision }: Snapshot,
  request: Asked,
  keptMs = Number.POSITIVE_INFINITY,
): string {
  const period = Math.floor(app.clock() / keptMs);
  const state = `${lineage} ${revision} ${period} ${settingsOf(app)}`;
  return `page ${state} ${readListView(request)} ${readTheme(request)} ${request.url}`;
}

const known = new WeakMap<App, string>();

/** A keyed hash, because the ETag of a page contains it. */
function settingsOf(app: App): string {
  return getOrInsert(known, app, () => app.secret.digest(JSON.stringify(app.config)).toString('base64url'));
}
