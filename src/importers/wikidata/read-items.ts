import type { SortedLines } from '../../bundle/sorted-lines.ts';
import { statFile, trackBytes } from '../source-files.ts';
import { hasName, isGame, mayBeGame, mayBeName } from './classes.ts';
import { type EntitiesRead, readEntities } from './entity-lines.ts';
import { STDIN } from './input.ts';
import { type Item, toItem } from './item.ts';
import { findId, type Names } from './names.ts';

export interface ItemsTarget {
  names: Names;
  /** Where games wait until all names are known, by their id. */
  games: SortedLines;
  onProgress: (done: number, total: number) => void;
}

/**
 * Reads the games, and the names that they point to, which are in other entities before and after them. Files are read
 * twice: once for the games, then for the names of just what they point to. The standard input can be read only once:
 * there the names of all companies and series are kept on the way.
 */
export async function readItems(paths: readonly string[], target: ItemsTarget): Promise<EntitiesRead> {
  const distinct = [...new Set(paths)];
  const files = distinct.filter((path) => path !== STDIN);
  const sizes = files.map((path) => statFile(path, 'name the files in it'));
  const onChunk = trackBytes([...sizes, ...sizes], target.onProgress);
  const reads: EntitiesRead[] = [];
  for (const path of distinct) reads.push(await readGames(path, target, onChunk));
  if (target.names.wanted > 0) for (const path of files) await readNames(path, target.names, onChunk);
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
      if (keepsNames && hasName(item)) names.keep(item);
      if (!isGame(item)) return;
      for (const id of referencesOf(item)) names.want(id);
      await games.add(item.id, JSON.stringify(item));
    },
  });
}

async function readNames(path: string, names: Names, onChunk: (bytes: number) => void): Promise<void> {
  await readEntities(path, {
    onChunk,
    isWanted: (line) => {
      const id = findId(line);
      return id === undefined || names.isWanted(id);
    },
    onEntity: (entity, fail) => {
      const item = toItem(entity, fail);
      if (item && names.isWanted(item.id)) names.keep(item);
    },
  });
}

/** All that needs a name: to be shown, to be found in a table by it, or to be told of as unknown. */
function referencesOf({ statements }: Item): string[] {
  const { developers, publishers, series, franchises, platforms, genres, modes, dates } = statements;
  const all = [...developers, ...publishers, ...series, ...franchises, ...platforms, ...genres, ...modes, ...dates];
  return [
    ...[...developers, ...publishers, ...series, ...franchises, ...platforms, ...genres, ...modes].map(
      ({ value }) => value,
    ),
    ...all.flatMap((statement) => [...statement.platforms, ...statement.places]),
  ];
}
