import type { SortedLines } from '../../bundle/sorted-lines.ts';
import { makeBrokenCounter } from '../broken-entries.ts';
import type { ConvertInput } from '../importer.ts';
import { listSourceFiles, trackBytes } from '../source-files.ts';
import type { Unknowns } from '../unknowns.ts';
import { isCompanyOrSeries, isGame, mayBeGame, mayBeName } from './classes.ts';
import { type EntitiesRead, readEntities } from './entity-lines.ts';
import { nameOf, STDIN } from './input.ts';
import { type Item, toItem } from './item.ts';
import { findId, type Names } from './names.ts';
import { findResultFormat } from './query-results.ts';
import { type ResultFile, readResultItems } from './result-items.ts';

export interface ItemsTarget {
  names: Names;
  /** The items of games, sorted by id and with the newest revision first. */
  games: SortedLines;
  unknowns: Unknowns;
  flags: ConvertInput['flags'];
  onProgress: ConvertInput['onProgress'];
}

const FILES = {
  pattern: /\.(json|jsonl|ndjson|csv)(\.gz)?$/i,
  name: 'files of Wikidata (that end in .json or .csv)',
  deep: true,
};

/**
 * Reads the games and the names of the items that they refer to, which may be anywhere in the input. Files of entities are
 * read twice: for the games, then for the names. Standard input can be read only once, so the names of all companies and
 * series are kept. Results of queries come with names.
 */
export async function readItems(paths: readonly string[], target: ItemsTarget): Promise<EntitiesRead> {
  const named = paths.filter((path) => path !== STDIN);
  const files = listSourceFiles(named, FILES);
  const results: ResultFile[] = [];
  for (const { path } of files) {
    const format = await findResultFormat(path);
    if (format) results.push({ path, format });
  }
  const entityFiles = files.filter(({ path }) => !results.some((result) => result.path === path));
  const onChunk = trackBytes([...files, ...entityFiles], target.onProgress);
  const inputs = [...entityFiles.map(({ path }) => path), ...(named.length < paths.length ? [STDIN] : [])];
  const reads: EntitiesRead[] = [];
  for (const path of inputs) reads.push(await readGames(path, target, onChunk));
  const onItem = async (item: Item) => {
    if (isGame(item)) await addGame(item, target);
    else target.names.add(item);
  };
  const items = await readResultItems(results, { ...target, onItem }, onChunk);
  if (target.names.wanted.size > 0) for (const { path } of entityFiles) await readNames(path, target.names, onChunk);
  return {
    entities: reads.reduce((sum, { entities }) => sum + entities, items),
    isWhole: results.length === 0 && reads.every(({ isWhole }) => isWhole),
  };
}

async function readGames(path: string, target: ItemsTarget, onChunk: (bytes: number) => void) {
  const keepsNames = path === STDIN;
  return readEntities(path, {
    onChunk,
    broken: makeBrokenCounter(nameOf(path), target.unknowns, target.flags),
    isWanted: (line) => mayBeGame(line) || (keepsNames && mayBeName(line)),
    onEntity: async (entity, fail) => {
      const item = toItem(entity, fail);
      if (!item) return;
      if (keepsNames && isCompanyOrSeries(item)) target.names.add(item);
      if (isGame(item)) await addGame(item, target);
    },
  });
}

async function addGame(item: Item, { names, games }: ItemsTarget): Promise<void> {
  for (const id of listReferences(item)) names.wanted.add(id);
  await games.add(sortKeyOf(item), JSON.stringify(item));
}

async function readNames(path: string, names: Names, onChunk: (bytes: number) => void): Promise<void> {
  await readEntities(path, {
    onChunk,
    isWanted: (line) => {
      const id = findId(line);
      return id === undefined || names.wanted.has(id);
    },
    onEntity: (entity, fail) => {
      const item = toItem(entity, fail);
      if (item && names.wanted.has(item.id)) names.add(item);
    },
  });
}

/** The newest revision of an item comes first. */
function sortKeyOf({ id, revision }: Item): string {
  return `${id} ${String(Number.MAX_SAFE_INTEGER - revision).padStart(16, '0')}`;
}

/** The items whose names are shown, looked up in a table or reported as unknown. */
function listReferences({ statements }: Item): string[] {
  const { developers, publishers, series, franchises, platforms, genres, modes, dates, scores } = statements;
  const items = [...developers, ...publishers, ...series, ...franchises, ...platforms, ...genres, ...modes];
  const qualifiers = [...items, ...dates].flatMap((statement) => [...statement.platforms, ...statement.places]);
  return [...items.map(({ value }) => value), ...qualifiers, ...scores.flatMap(({ methods }) => methods)];
}
