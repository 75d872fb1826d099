import type { TableAccess } from '../../store/moved-tables.ts';
import type { Problems } from '../../store/problems.ts';
import { countRows, readRows } from '../../store/read-rows.ts';
import { type CatalogCheck, isJson } from './catalog-check.ts';
import { checkGames } from './check-games.ts';
import { checkLayers } from './check-layers.ts';

export interface CheckedCatalog {
  games: number;
  layers: number;
  entries: number;
  /** The SHA-256 of all stored pictures that records and layers show. */
  pictures: Set<string>;
}

/** The others are read in a fraction of their time. */
const SLOW_TABLES = ['games', 'layers'];

/** Compares everything in the catalog that is stored twice, or refers to something else. Changes nothing. */
export async function checkCatalog(
  tables: TableAccess,
  problems: Problems,
  onProgress: (done: number, total: number) => void,
): Promise<CheckedCatalog> {
  let [done, total] = [0, 0];
  for (const name of SLOW_TABLES) total += await countRows(tables, 'catalog', name);
  const check: CatalogCheck = { tables, problems, pictures: new Set(), step: () => onProgress(++done, total) };
  const references = await checkEntries(check);
  const gameIds = await checkGames(check, references);
  const { layers, ownerIds } = await checkLayers(check);
  for (const gameId of gameIds.difference(ownerIds)) problems.add('games without a layer', gameId);
  await checkChanges(check, gameIds);
  await checkFacts(check, gameIds);
  return { games: gameIds.size, layers, entries: references.size, pictures: check.pictures };
}

/** Returns the entries as records refer to them. */
async function checkEntries({ tables, problems }: CatalogCheck): Promise<Set<string>> {
  const known = new Set<string>();
  for await (const { kind, id, body } of readRows(tables, 'catalog', 'entries', ['kind', 'id', 'body'])) {
    known.add(`"${kind}_id":${id}`);
    if (!isJson(String(body))) problems.add('entries that cannot be read', `${kind} ${id}`);
  }
  return known;
}

/** Every game has a change, and every change without a removal has a game. */
async function checkChanges({ tables, problems }: CatalogCheck, gameIds: ReadonlySet<number>): Promise<void> {
  const sequences = new Set<number>();
  const present = new Set<number>();
  const columns = ['game_id', 'sequence', 'removed_at'] as const;
  for await (const change of readRows(tables, 'catalog', 'changes', columns)) {
    const [gameId, sequence] = [Number(change.game_id), Number(change.sequence)];
    if (sequences.has(sequence)) problems.add('changes with the same sequence', gameId);
    sequences.add(sequence);
    if (change.removed_at === null) present.add(gameId);
  }
  for (const gameId of gameIds.difference(present)) problems.add('games that the list of changes lacks', gameId);
  for (const gameId of present.difference(gameIds)) problems.add('changes of missing games', gameId);
}

async function checkFacts({ tables, problems }: CatalogCheck, gameIds: ReadonlySet<number>): Promise<void> {
  const facts = new Map<string, string>();
  for await (const { name, value } of readRows(tables, 'catalog', 'facts', ['name', 'value']))
    facts.set(String(name), String(value));
  if (!facts.has('lineage')) problems.add('missing facts of the catalog', 'lineage');
  const revisions = new Set<number>();
  for await (const { revision } of readRows(tables, 'catalog', 'revisions', ['revision']))
    revisions.add(Number(revision));
  const revision = Number(facts.get('revision') ?? 0);
  if (revision > 0 && !revisions.has(revision)) problems.add('revisions that are not in their list', revision);
  const highest = gameIds.values().reduce((most, gameId) => Math.max(most, gameId), 0);
  for await (const { kind, last_id } of readRows(tables, 'catalog', 'counters', ['kind', 'last_id']))
    if (kind === 'game' && Number(last_id) < highest)
      problems.add('counters below the ids that were given', `game ${last_id}, but there is a game ${highest}`);
}
