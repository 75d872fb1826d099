import type { SortedLines } from '../../bundle/sorted-lines.ts';
import { statFile, trackBytes } from '../source-files.ts';
import { isCompanyOrSeries, isGame, mayBeGame, mayBeName } from './classes.ts';
import { type EntitiesRead, readEntities } from './entity-lines.ts';
import { STDIN } from './input.ts';
import { type Item, toItem } from './item.ts';
import { findId, type Names } from './names.ts';

export interface ItemsTarget {
  names: Names;
  /** The items of games, sorted by id and with the newest revision first. */
  games: SortedLines;
  onProgress: (done: number, total: number) => void;
}

/**
 * Reads the games and the names of the items that they refer to, which may be anywhere in the input. Files are read twice:
 * for the games, then for the names. Standard input can be read only once, so the names of all companies and series are kept.
 */
export async function readItems(paths: readonly string[], target: ItemsTarget): Promise<EntitiesRead> {
  const distinct = [...new Set(paths)];
  const files = distinct.filter((path) => path !== STDIN);
  const sizes = files.map((path) => statFile(path, 'name the files in it'));
  const onChunk = trackBytes([...sizes, ...sizes], target.onProgress);
  const reads: EntitiesRead[] = [];
  for (const path of distinct) reads.push(await readGames(path, target, onChunk));
  if (target.names.wanted.size > 0) for (const path of files) await readNames(path, target.names, onChunk);
  return {
    entities: reads.reduce((sum, { entities }) => sum + entities, 0),
    isWhole: reads.every(({ isWhole }) => isWhole),
  };
}

async function readGames(path: string, { names, games }: ItemsTarget, onChunk: (bytes: number) => void) {
  const keepsNames = path === STDIN;
  return readEntities(path, {
    onChunk,
    isWanted: (line) => mayBeGame(line) || (keepsNames && mayBeName(line)),
    onEntity: async (entity, fail) => {
      const item = toItem(entity, fail);
      if (!item) return;
      if (keepsNames && isCompanyOrSeries(item)) names.add(item);
      if (!isGame(item)) return;
      for (const id of listReferences(item)) names.wanted.add(id);
      await games.add(sortKeyOf(item), JSON.stringify(item));
    },
  });
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
  const { developers, publishers, series, franchises, platforms, genres, modes, dates } = statements;
  const items = [...developers, ...publishers, ...series, ...franchises, ...platforms, ...genres, ...modes];
  const qualifiers = [...items, ...dates].flatMap((statement) => [...statement.platforms, ...statement.places]);
  return [...items.map(({ value }) => value), ...qualifiers];
}
