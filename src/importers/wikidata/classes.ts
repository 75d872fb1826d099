import { readTable } from '../../vocabulary/tables.ts';
import type { Item } from './item.ts';

type Use = 'game' | 'never';

const classes = new Map(
  readTable('wikidata-classes.tsv').map(([id = '', , use = '', genre = '']) => [id, { use: use as Use, genre }]),
);
const GAME = gamePattern();
/** Without the quote in front the search is eight times as fast, because quotes are frequent. */
const PLATFORM = Buffer.from('P400"');
const VIDEO_GAME = Buffer.from('Q7889"');

/**
 * A quick check of the bytes of an entity: a game contains the property of platforms or the most frequent class, and one of
 * the classes of games.
 */
export function mayBeGame(line: Buffer): boolean {
  return (line.includes(PLATFORM) || line.includes(VIDEO_GAME)) && GAME.test(line.toString('latin1'));
}

/** An item with a class of unpublished games is not a game, whatever its other classes are. */
export function isGame({ statements }: Item): boolean {
  const uses = statements.classes.map(({ value }) => classes.get(value)?.use);
  return uses.includes('game') && !uses.includes('never');
}

/** Some classes are genres of the catalog: add-ons, compilations, special editions. */
export function listClassGenres({ statements }: Item): string[] {
  return statements.classes.flatMap(({ value }) => classes.get(value)?.genre || []);
}

/** Includes the quotes, so that no id matches the start of another. */
function gamePattern(): RegExp {
  const ids = Array.from(classes, ([id, facts]) => (facts.use === 'game' ? id.slice(1) : '')).filter((id) => id !== '');
  return new RegExp(`"Q(?:${ids.join('|')})"`);
}
