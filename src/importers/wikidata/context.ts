import { readTable } from '../../vocabulary/tables.ts';
import type { GameBundle } from '../game-bundle.ts';
import { sortedUnique } from '../sorting.ts';
import type { Unknowns } from '../unknowns.ts';
import type { Item } from './item.ts';
import type { Names } from './names.ts';

/** What the conversion of an item needs besides the item. */
export interface Context {
  names: Pick<Names, 'find'>;
  bundle: GameBundle;
  unknowns: Unknowns;
  /** Counts what was skipped because its platform or release is unknown. */
  skipped: { games: number; dates: number; publishers: number };
}

/** Counts an item that is in no table, by its name if the input has it. */
export function addUnknown({ names, unknowns }: Context, kind: string, id: string): void {
  const name = names.find(id);
  unknowns.add(kind, name === undefined ? id : `${name} (${id})`);
}

export function platformOf({ names }: Context, id: string): PlatformFacts | undefined {
  return findPlatform(id, names.find(id));
}

/** The keys of the known platforms. */
export function platformKeys(context: Context, ids: readonly string[]): string[] {
  return [...new Set(ids.flatMap((id) => platformOf(context, id)?.key ?? []))];
}

export function listCountries(context: Context, ids: readonly string[]): string[] {
  const found = ids.flatMap((id) => {
    const country = COUNTRIES.get(id);
    if (country === undefined) addUnknown(context, 'place', id);
    return country ?? [];
  });
  return sortedUnique(found);
}

/** Finds an item in a table by its id, else by its name. */
type Find<T> = (id: string, name: string | undefined) => T | undefined;

export interface PlatformFacts {
  key: string;
  /** The year in which it was first sold. Nothing was released for it before. */
  since: number;
}

const findPlatform: Find<PlatformFacts> = readMapping('wikidata-platforms.tsv', ([key = '', since = '']) => ({
  key,
  since: Number(since),
}));

export const findGenres = readMapping('wikidata-genres.tsv', ([keys = '']) => keys.split(' '));

/** A mode that adds nothing has an empty attribute. */
export const findMode = readMapping('wikidata-modes.tsv', ([category = '', attribute = '']) => ({
  category,
  attribute,
}));

const COUNTRIES = new Map(readTable('wikidata-countries.tsv').map(([id = '', country = '']) => [id, country]));

/** A pending rating has an empty system. */
export const RATINGS = new Map(
  readTable('wikidata-ratings.tsv').map(([id = '', system = '', rating = '']) => [id, { system, rating }]),
);

/** Reads a table whose rows start with an id, which may be empty, and a label. */
function readMapping<T>(table: string, toFacts: (cells: string[]) => T): Find<T> {
  const byId = new Map<string, T>();
  const byLabel = new Map<string, T>();
  for (const [id = '', label = '', ...cells] of readTable(table)) {
    const facts = toFacts(cells);
    if (id !== '') byId.set(id, facts);
    if (label !== '') byLabel.set(label.toLowerCase(), facts);
  }
  return (id, name) => byId.get(id) ?? (name === undefined ? undefined : byLabel.get(name.toLowerCase()));
}

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
