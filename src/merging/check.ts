import { hash } from 'node:crypto';
import { findPictureHashes } from '../pictures/picture-paths.ts';
import type { GameToStore } from '../store/catalog-rows.ts';
import { listIndexed } from '../store/dumps.ts';
import { isSameFacets } from '../store/facets.ts';
import { countRows, type Row, readRows, type TableAccess } from '../store/move.ts';
import type { Problems } from '../store/problems.ts';
import { layerHash } from './load/layer-line.ts';
import { listEntryReferences } from './merge/entry-references.ts';
import { hashRecord, toStoredGame } from './merge/stored-game.ts';

/** What the checks of a catalog share. */
interface CatalogCheck {
  tables: TableAccess;
  problems: Problems;
  /** The SHA-256 of all stored pictures that records and layers show. */
  pictures: Set<string>;
  /** Call it for each game and each layer. */
  step(): void;
}

/** The others are read in a fraction of their time. */
const SLOW_TABLES = ['games', 'layers'];

/** Compares everything in the catalog that is stored twice, or refers to something else. Changes nothing. */
export async function checkCatalog(
  tables: TableAccess,
  problems: Problems,
  onProgress: (done: number, total: number) => void,
) {
  let [done, total] = [0, 0];
  for (const name of SLOW_TABLES) total += await countRows(tables, name);
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
  for await (const { kind, id, body } of readRows(tables, 'entries', ['kind', 'id', 'body'])) {
    known.add(`"${kind}_id":${id}`);
    if (!isJson(String(body))) problems.add('entries that cannot be read', `${kind} ${id}`);
  }
  return known;
}

const GAME = ['game_id', 'revision', 'title', 'names', 'facets', 'hash', 'provenance'] as const;
type GameRow = Record<(typeof GAME)[number], Row[number]>;

/** Compares all games with their records and cards. Returns their ids. */
async function checkGames(check: CatalogCheck, references: ReadonlySet<string>): Promise<Set<number>> {
  const { tables, problems, pictures } = check;
  const cards = openDocuments(readRows(tables, 'cards', ['game_id', 'revision', 'card']), (gameId) =>
    problems.add('cards without a game', gameId),
  );
  const records = openDocuments(readRows(tables, 'records', ['game_id', 'revision', 'record']), (gameId) =>
    problems.add('records without a game', gameId),
  );
  const gameIds = new Set<number>();
  for await (const game of readRows(tables, 'games', GAME)) {
    const gameId = Number(game.game_id);
    gameIds.add(gameId);
    check.step();
    const [card, record] = [await cards.find(gameId), await records.find(gameId)];
    if (!card || !record) {
      problems.add('games without a record or a card', gameId);
      continue;
    }
    for (const sha256 of findPictureHashes(String(record.record))) pictures.add(sha256);
    if (card.revision !== game.revision || record.revision !== game.revision)
      problems.add('records or cards of another revision than their game', gameId);
    checkRecord(game, String(record.record), String(card.card), problems, references);
  }
  await cards.end();
  await records.end();
  return gameIds;
}

function checkRecord(
  game: GameRow,
  record: string,
  card: string,
  problems: Problems,
  references: ReadonlySet<string>,
): void {
  const gameId = Number(game.game_id);
  if (hashRecord(record) !== game.hash) problems.add('records that differ from their hash', gameId);
  for (const reference of listEntryReferences(record))
    if (!references.has(reference))
      problems.add('references of games to missing entries', `game ${gameId} to ${reference}`);
  const expected = storedFrom(record, String(game.provenance));
  if (!expected) {
    problems.add('records that cannot be read', gameId);
    return;
  }
  if (card !== expected.card) problems.add('cards that differ from their record', gameId);
  for (const column of listDifferences(game, expected))
    problems.add('indexes of games that differ from their record', `${column} of game ${gameId}`);
}

/** Undefined if the record or its provenance is damaged. */
function storedFrom(record: string, provenance: string): GameToStore | undefined {
  try {
    return toStoredGame({ record, provenance, modifiedAt: 0 });
  } catch {
    return undefined;
  }
}

function listDifferences(game: GameRow, expected: GameToStore): string[] {
  return [
    Number(game.game_id) !== expected.gameId && 'id',
    game.title !== expected.title && 'title',
    game.names !== expected.names && 'names',
    !isSameFacets(game.facets as Uint8Array, expected.facets) && 'facets',
  ].filter((column) => column !== false);
}

/** Reads rows beside the games, which are in the same order. Rows without a game are orphans. */
function openDocuments<R extends Record<'game_id', Row[number]>>(
  rows: AsyncGenerator<R>,
  onOrphan: (gameId: number) => void,
) {
  let current: IteratorResult<R> | undefined;
  const skipTo = async (gameId: number) => {
    current ??= await rows.next();
    for (; !current.done && Number(current.value.game_id) < gameId; current = await rows.next())
      onOrphan(Number(current.value.game_id));
  };
  return {
    find: async (gameId: number): Promise<R | undefined> => {
      await skipTo(gameId);
      if (current?.done || Number(current?.value.game_id) !== gameId) return undefined;
      const found = current?.value as R;
      current = await rows.next();
      return found;
    },
    end: () => skipTo(Number.POSITIVE_INFINITY),
  };
}

const LAYER = ['key', 'layer_id', 'source', 'game_id', 'hash', 'line', 'marks', 'dumps'] as const;
type LayerRow = Record<(typeof LAYER)[number], Row[number]>;

/** Compares all layers with their hashes and with both indexes. Returns the games that they belong to. */
async function checkLayers(check: CatalogCheck): Promise<{ layers: number; ownerIds: Set<number> }> {
  const { tables, problems, pictures } = check;
  const sources = new Set<string>();
  for await (const { source } of readRows(tables, 'sources', ['source'])) sources.add(String(source));
  const [marks, hashes] = [openTally(), openTally()];
  const ownerIds = new Set<number>();
  let layers = 0;
  for await (const layer of readRows(tables, 'layers', LAYER)) {
    check.step();
    layers++;
    if (layer.game_id !== null) ownerIds.add(Number(layer.game_id));
    if (!sources.has(String(layer.source)))
      problems.add('layers of unknown sources', `${layer.key} of ${layer.source}`);
    if (layerHash(String(layer.line), layer.dumps as string | null) !== layer.hash)
      problems.add('layers that differ from their hash', String(layer.key));
    for (const sha256 of findPictureHashes(String(layer.line))) pictures.add(sha256);
    if (!tallyLayer(layer, marks, hashes)) problems.add('layers that cannot be read', String(layer.key));
  }
  await compareIndexes(check, marks, hashes);
  return { layers, ownerIds };
}

/** Counts what the indexes must have of a layer. False if the layer is damaged. */
function tallyLayer({ layer_id, line, marks, dumps }: LayerRow, toMarks: Tally, toHashes: Tally): boolean {
  if (![line, marks, dumps].every((json) => isJson(String(json)))) return false;
  const list = JSON.parse(String(marks)) as string[];
  for (const mark of new Set(list)) toMarks.add(`${layer_id} ${mark}`);
  for (const hash of listIndexed(dumps as string | null, list)) toHashes.add(`${layer_id} ${hash}`);
  return true;
}

async function compareIndexes({ tables, problems }: CatalogCheck, marks: Tally, hashes: Tally): Promise<void> {
  const [storedMarks, storedHashes] = [openTally(), openTally()];
  for await (const { mark, layer_id } of readRows(tables, 'marks', ['mark', 'layer_id']))
    storedMarks.add(`${layer_id} ${mark}`);
  for await (const { hash: stored, layer_id } of readRows(tables, 'hashes', ['hash', 'layer_id']))
    storedHashes.add(`${layer_id} ${stored}`);
  for (const [name, wanted, stored] of [
    ['marks', marks, storedMarks],
    ['file hashes', hashes, storedHashes],
  ] as const)
    if (wanted.read() !== stored.read())
      problems.add('indexes of layers that differ from the layers', `${name}: ${stored.read()}, not ${wanted.read()}`);
}

const CHECKSUM_BITS = 48;

type Tally = ReturnType<typeof openTally>;

/** Compares millions of texts without keeping them. */
function openTally() {
  let [count, sum] = [0, 0];
  return {
    add: (text: string) => {
      count++;
      sum = (sum + hash('sha1', text, 'buffer').readUIntBE(0, CHECKSUM_BITS / 8)) % 2 ** CHECKSUM_BITS;
    },
    /** The number of texts and a checksum that does not depend on their order. */
    read: () => `${count} (${sum.toString(16)})`,
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Every game has a change, and every change without a removal has a game. */
async function checkChanges({ tables, problems }: CatalogCheck, gameIds: ReadonlySet<number>): Promise<void> {
  const sequences = new Set<number>();
  const present = new Set<number>();
  const columns = ['game_id', 'sequence', 'removed_at'] as const;
  for await (const change of readRows(tables, 'changes', columns)) {
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
  for await (const { name, value } of readRows(tables, 'catalog_facts', ['name', 'value']))
    facts.set(String(name), String(value));
  if (!facts.has('lineage')) problems.add('missing facts of the catalog', 'lineage');
  const revisions = new Set<number>();
  for await (const { revision } of readRows(tables, 'revisions', ['revision'])) revisions.add(Number(revision));
  const revision = Number(facts.get('revision') ?? 0);
  if (revision > 0 && !revisions.has(revision)) problems.add('revisions that are not in their list', revision);
  const highest = gameIds.values().reduce((most, gameId) => Math.max(most, gameId), 0);
  for await (const { kind, last_id } of readRows(tables, 'counters', ['kind', 'last_id']))
    if (kind === 'game' && Number(last_id) < highest)
      problems.add('counters below the ids that were given', `game ${last_id}, but there is a game ${highest}`);
}
