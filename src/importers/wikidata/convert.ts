import { describeSource } from '../../vocabulary/sources.ts';
import { openGameBundle } from '../game-bundle.ts';
import { type GroupedRows, openGroupedRows } from '../grouped-rows.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { type ObjectsRead, readJsonObjects } from '../json-objects.ts';
import { listSourceFiles, trackBytes } from '../source-files.ts';
import { makeBrokenCounter, makeUnknowns, type Unknowns } from '../unknowns.ts';
import { type Context, isGame, mayBeGame } from './context.ts';
import { toGameLine } from './game-line.ts';
import { type Item, toItem } from './item.ts';
import { findId, makeNames, type Names } from './names.ts';
import { readResultItems } from './query-results.ts';

/** Converts entities of Wikidata, or results of queries, into a bundle. */
export async function convertWikidata({ paths, flags, folder, onProgress }: ConvertInput): Promise<ConvertReport> {
  const names = makeNames();
  using games = openGroupedRows<Item>();
  using bundle = openGameBundle(folder);
  const skipped = { games: 0, dates: 0, publishers: 0 };
  const unknowns = makeUnknowns();
  const context: Context = { names, bundle, unknowns, skipped };
  const read = await readItems(paths, { names, games, unknowns, flags, onProgress });
  const version = await putGames(games, context);
  const sources = [describeSource('wikidata', version)];
  const counts = await bundle.finish({ complete: read.isWhole && !unknowns.hasBroken(), sources });
  return {
    counts: {
      entities: read.entities,
      ...counts,
      'games without platform': skipped.games,
      'dates skipped': skipped.dates,
      'publishers skipped': skipped.publishers,
    },
    unknown: unknowns.list(),
  };
}

/** Returns the time of the newest item as the version, because a dump does not contain its date. */
async function putGames(games: GroupedRows<Item>, context: Context): Promise<string> {
  let newest = '';
  for (const { rows } of games.read()) {
    const item = rows.reduce((a, b) => (b.revision > a.revision ? b : a));
    if (item.modified > newest) newest = item.modified;
    const game = toGameLine(item, context);
    if (game) await context.bundle.put(game);
  }
  return newest || 'unknown';
}

interface ItemsTarget {
  names: Names;
  /** The items of games, by id. */
  games: GroupedRows<Item>;
  unknowns: Unknowns;
  flags: ConvertInput['flags'];
  onProgress: ConvertInput['onProgress'];
}

const FILES = {
  pattern: /\.(json|jsonl|ndjson|csv)(\.gz)?$/i,
  name: 'files of Wikidata (that end in .json or .csv)',
  deep: true,
};
const RESULTS = /\.csv(\.gz)?$/i;

/**
 * Reads the games and the names of the items that they refer to, which may be anywhere in the input. Files of entities are
 * read twice: for the games, then for the names. Results of queries come with names.
 */
async function readItems(paths: readonly string[], target: ItemsTarget) {
  const files = listSourceFiles(paths, FILES);
  const { true: results = [], false: entityFiles = [] } = Object.groupBy(files, ({ path }) => `${RESULTS.test(path)}`);
  const onChunk = trackBytes([...files, ...entityFiles], target.onProgress);
  const reads: ObjectsRead[] = [];
  for (const { path } of entityFiles) reads.push(await readGames(path, target, onChunk));
  const onItem = (item: Item) => {
    if (isGame(item)) addGame(item, target);
    else target.names.add(item);
  };
  const named = results.map(({ path }) => path);
  const items = await readResultItems(named, { ...target, onItem }, onChunk);
  if (target.names.wanted.size > 0) for (const { path } of entityFiles) await readNames(path, target.names, onChunk);
  return {
    entities: reads.reduce((sum, { count }) => sum + count, items),
    isWhole: results.length === 0 && reads.every(({ isWhole }) => isWhole),
  };
}

type OnChunk = (chunk: Buffer) => void;

function readGames(path: string, target: ItemsTarget, onChunk: OnChunk): Promise<ObjectsRead> {
  const onObject = (entity: object, line: number) => {
    const item = toItem(entity, line);
    if (item && isGame(item)) addGame(item, target);
  };
  const broken = makeBrokenCounter(path, target.unknowns, target.flags);
  return readJsonObjects(path, { isWanted: mayBeGame, listObjects: listEntities, onObject }, onChunk, broken);
}

function addGame(item: Item, { names, games }: ItemsTarget): void {
  for (const id of listReferences(item)) names.wanted.add(id);
  games.add(item.id, item);
}

async function readNames(path: string, names: Names, onChunk: OnChunk): Promise<void> {
  const onObject = (entity: object, line: number) => {
    const item = toItem(entity, line);
    if (item && names.wanted.has(item.id)) names.add(item);
  };
  const isWanted = (line: Buffer) => {
    const id = findId(line);
    return id === undefined || names.wanted.has(id);
  };
  // Its broken entities are known.
  const broken = makeBrokenCounter(path, makeUnknowns(), { lenient: '' });
  await readJsonObjects(path, { isWanted, listObjects: listEntities, onObject }, onChunk, broken);
}

/** An answer of the API has at most fifty entities. */
function listEntities({ entities }: { entities?: unknown }): unknown[] | undefined {
  return entities !== null && typeof entities === 'object' ? Object.values(entities) : undefined;
}

/** The items whose names are shown, looked up in a table or reported as unknown. */
function listReferences({ statements }: Item): string[] {
  const { developers, publishers, series, franchises, platforms, genres, modes, dates, scores } = statements;
  const items = [...developers, ...publishers, ...series, ...franchises, ...platforms, ...genres, ...modes];
  const qualifiers = [...items, ...dates].flatMap((statement) => [...statement.platforms, ...statement.places]);
  return [...items.map(({ value }) => value), ...qualifiers, ...scores.flatMap(({ methods }) => methods)];
}
