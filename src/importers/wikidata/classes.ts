import { readTable } from '../../vocabulary/tables.ts';
import type { Item } from './item.ts';

type Use = 'game' | 'never' | 'name';

const classes = new Map(
  readTable('wikidata-classes.tsv').map(([id = '', , use = '', genre = '']) => [id, { use: use as Use, genre }]),
);
const GAME = mentionOf('game');
const NAME = mentionOf('name');
/** Without the quote in front, for quotes are everywhere: the search is eight times as fast. */
const PLATFORM = Buffer.from('P400"');
const VIDEO_GAME = Buffer.from('Q7889"');

/**
 * A quick look at the bytes of an entity: a game mentions a platform, or at least the class of nearly all games, and then
 * one of the classes.
 */
export function mayBeGame(line: Buffer): boolean {
  return (line.includes(PLATFORM) || line.includes(VIDEO_GAME)) && GAME.test(line.toString('latin1'));
}

/** What is likely to be named by games: companies and series. */
export function mayBeName(line: Buffer): boolean {
  return NAME.test(line.toString('latin1'));
}

/** What was never published is no game of the catalog, whatever else it is. */
export function isGame({ statements }: Item): boolean {
  const uses = statements.classes.map(({ value }) => classes.get(value)?.use);
  return uses.includes('game') && !uses.includes('never');
}

export function hasName({ statements }: Item): boolean {
  return statements.classes.some(({ value }) => classes.get(value)?.use === 'name');
}

/** Some classes are genres of ours: add-ons, compilations, special editions. */
export function classGenres({ statements }: Item): string[] {
  return statements.classes.flatMap(({ value }) => classes.get(value)?.genre || []);
}

/** Ids stand between quotes, so that none is taken for the beginning of another. */
function mentionOf(use: Use): RegExp {
  const ids = Array.from(classes, ([id, facts]) => (facts.use === use ? id.slice(1) : '')).filter((id) => id !== '');
  return new RegExp(`"Q(?:${ids.join('|')})"`);
}
