import type { App } from '../app.ts';
import { type ChangePosition, listChanges, parseCursor, START, writeCursor } from '../catalog/changes.ts';
import type { Change } from '../catalog/model/resources.ts';
import { findPosition, type Snapshot } from '../catalog/snapshot/snapshot.ts';
import { AppError } from '../errors.ts';
import { type Output, outputKey, outputParameters, parseOutput, renderOutput } from './output.ts';
import type { EndpointResult } from './response.ts';
import type { ApiRequest } from './route.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;
/** Whole games are read from the store. */
const MAX_WHOLE_GAMES = 100;

export const CHANGES_PARAMETERS = {
  since: { type: 'cursor', help: 'The `next` of an earlier response; without it the changes begin with the first one' },
  limit: {
    type: 'integer',
    min: 1,
    max: MAX_LIMIT,
    fallback: DEFAULT_LIMIT,
    help: 'Maximum number of changes to return; with `format=normal` at most 100',
  },
  ...outputParameters('id'),
} as const;

export async function getChanges(request: Pick<ApiRequest, 'app' | 'snapshot' | 'query'>): Promise<EndpointResult> {
  const { app, snapshot, query } = request;
  const { since, limit, ...output } = parseOutput(CHANGES_PARAMETERS, query);
  if (output.format === 'normal' && limit > MAX_WHOLE_GAMES)
    throw new AppError('invalidValue', `limit must be from 1 to ${MAX_WHOLE_GAMES} with format=normal.`);
  const from = since === undefined ? START : await findStart(app, snapshot, since);
  return {
    cacheKey: `changes ${snapshot.revision} ${limit} ${outputKey(output, snapshot)} ${JSON.stringify(from)}`,
    body: async () => {
      const changes = await renderChanges(request, listChanges(snapshot, from, limit).changes, output);
      const { next } = listChanges(snapshot, from, changes.length);
      return Buffer.from(`{"changes":[${changes.join()}],"next":"${writeCursor(snapshot.lineage, next)}"}`);
    },
  };
}

/**
 * With the games of the same snapshot: another request may be answered by a thread or node that lags behind. Games that are
 * too large together are left to the next page.
 */
async function renderChanges(
  request: Pick<ApiRequest, 'app' | 'snapshot'>,
  changes: readonly Change[],
  output: Output,
): Promise<string[]> {
  if (output.format === 'id') return changes.map((change) => JSON.stringify(change));
  const positions = changes.map(({ game_id }) => findPosition(request.snapshot, game_id));
  const present = positions.filter((position) => position !== undefined);
  const games = (await renderOutput(request, present, output)).values();
  const rendered = changes.map((change, i) => {
    const game = positions[i] === undefined ? 'null' : games.next().value;
    return game && `${JSON.stringify(change).slice(0, -1)},"game":${game}}`;
  });
  const end = rendered.indexOf(undefined);
  return rendered.slice(0, end === -1 ? undefined : end) as string[];
}

/** The position of a cursor, if this catalog once gave it. */
async function findStart(app: App, snapshot: Snapshot, since: string): Promise<ChangePosition> {
  const cursor = parseCursor(since);
  if (!cursor) throw new AppError('invalidValue', 'since must be the `next` of an earlier response.');
  const { lineage, position } = cursor;
  if (lineage === snapshot.lineage && (await hadRevision(app, snapshot, position.revision))) return position;
  throw new AppError(
    'gone',
    'This catalog was replaced or restored from a backup after this cursor: discard what you have and start again without since.',
  );
}

/** The store also knows revisions that this thread does not serve yet. Every catalog began empty, at revision 0. */
async function hadRevision({ catalog }: App, snapshot: Snapshot, revision: number): Promise<boolean> {
  return revision === snapshot.revision || revision === 0 || catalog.store.hasRevision(revision);
}
