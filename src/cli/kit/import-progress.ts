import { existsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { type ImportProgress, NO_PROGRESS, openImportProgress } from '../../merging/load/import-progress.ts';
import type { Progress } from './progress.ts';
import { withStore } from './with-store.ts';

/**
 * Reports an import to the operator's pages while the work runs. Nobody serves a store that does not exist yet, and an import that
 * fails must not create it.
 */
export async function withImportProgress<T>(
  config: Config,
  what: { source: string; dryRun: boolean },
  work: (running: ImportProgress) => Promise<T>,
): Promise<T> {
  if (config.database_url === undefined && !existsSync(config.data)) return work(NO_PROGRESS);
  return withStore(config, async (store) => {
    const running = await openImportProgress(store.status, { action: 'import', ...what }, Date.now);
    return work(running).finally(() => running.end());
  });
}

/** On the terminal, and on the operator's pages. */
export function showBoth(progressOf: (unit: string) => Progress, running: ImportProgress): ImportProgress['show'] {
  return (done, total, unit) => {
    progressOf(unit).show(done, total);
    running.show(done, total, unit);
  };
}
