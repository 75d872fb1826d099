import { readTable } from '../../vocabulary/tables.ts';
import type { Unknowns } from '../unknowns.ts';

/** Add-ons, fonts, codecs, services and the like are something else. */
const TYPES = new Set(['desktop-application', 'console-application']);
const GAME = 'Game';
const NOT_A_GAME = 'none';

const categories = new Map(readTable('appstream-categories.tsv').map(([name = '', genres = '']) => [name, genres]));
const components = new Map(
  readTable('appstream-components.tsv').map(([id = '', game = '', title = '']) => [id, { game, title }]),
);

/** A game that a component is, or is one of several packages of. */
export interface GameOf {
  /** What its key is made of. */
  game: string;
  /** The title, where the components have names of their own. */
  title: string | undefined;
}

/** Undefined is what is no game: an emulator, an editor, a launcher. */
export function findGame(id: string, type: string, names: readonly string[]): GameOf | undefined {
  if (!TYPES.has(type) || !names.includes(GAME)) return undefined;
  if (names.some((name) => categories.get(name) === NOT_A_GAME)) return undefined;
  const known = components.get(id);
  if (known?.game === NOT_A_GAME) return undefined;
  return { game: known?.game ?? id, title: known?.title || undefined };
}

/** The keys of the genres that categories stand for. */
export function genresOf(names: readonly string[], unknowns: Unknowns): string[] {
  const found = names.flatMap((name) => {
    const genres = categories.get(name);
    if (genres === undefined) unknowns.add('category', name);
    return genres ? genres.split(' ') : [];
  });
  return [...new Set(found)].toSorted();
}
