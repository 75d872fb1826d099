import { readTable } from '../../vocabulary/tables.ts';
import { sortedUnique } from '../sorting.ts';
import type { Unknowns } from '../unknowns.ts';

/** Other types are add-ons, fonts, codecs, services and so on. */
const TYPES = new Set(['desktop-application', 'console-application']);
const GAME = 'Game';
const NOT_A_GAME = 'none';

const categories = new Map(readTable('appstream-categories.tsv').map(([name = '', genres = '']) => [name, genres]));
const components = new Map(
  readTable('appstream-components.tsv').map(([id = '', game = '', title = '']) => [id, { game, title }]),
);

/**
 * The game of a component: the part of its key after the source, and a title if the components of the game have names of their
 * own. Undefined if it is not a game but an emulator, an editor, a launcher and so on.
 */
export function findGame(id: string, type: string, names: readonly string[]) {
  if (!TYPES.has(type) || !names.includes(GAME)) return undefined;
  if (names.some((name) => categories.get(name) === NOT_A_GAME)) return undefined;
  const known = components.get(id);
  if (known?.game === NOT_A_GAME) return undefined;
  return { game: known?.game ?? id, title: known?.title || undefined };
}

/** The keys of the genres of categories. */
export function listGenres(names: readonly string[], unknowns: Unknowns): string[] {
  const found = names.flatMap((name) => {
    const genres = categories.get(name);
    if (genres === undefined) unknowns.add('category', name);
    return genres ? genres.split(' ') : [];
  });
  return sortedUnique(found);
}
