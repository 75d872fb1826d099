import { readTable } from '../../vocabulary/tables.ts';

/** What our vocabulary has for an item: by its id, else by its name. Undefined is what no table knows. */
type Find<T> = (id: string, name: string | undefined) => T | undefined;

export interface PlatformFacts {
  key: string;
  /** The year in which it was first sold; before it, nothing came out for it. */
  since: number;
}

export interface RatingFacts {
  system: string;
  rating: string;
}

export interface ModeFacts {
  category: string;
  attribute: string;
}

export const findPlatform: Find<PlatformFacts> = readMapping('wikidata-platforms.tsv', ([key = '', since = '']) => ({
  key,
  since: Number(since),
}));

export const findGenres: Find<string[]> = readMapping('wikidata-genres.tsv', ([keys = '']) => keys.split(' '));

/** Modes that say nothing of their own have no attribute. */
export const findMode: Find<ModeFacts> = readMapping('wikidata-modes.tsv', ([category = '', attribute = '']) => ({
  category,
  attribute,
}));

const countries = new Map(readTable('wikidata-countries.tsv').map(([id = '', country = '']) => [id, country]));
const ratings = new Map(
  readTable('wikidata-ratings.tsv').map(([id = '', system = '', rating = '']) => [id, { system, rating }]),
);

export function findCountryOf(id: string): string | undefined {
  return countries.get(id);
}

/** A rating that is still to come has no system. */
export function findRating(id: string): RatingFacts | undefined {
  return ratings.get(id);
}

/** A table whose rows begin with an id, which may be missing, and a label. */
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
