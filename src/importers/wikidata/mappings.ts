import { readTable } from '../../vocabulary/tables.ts';

/** Finds an item in a table by its id, else by its name. */
type Find<T> = (id: string, name: string | undefined) => T | undefined;

export interface PlatformFacts {
  key: string;
  /** The year in which it was first sold. Nothing was released for it before. */
  since: number;
}

export const findPlatform: Find<PlatformFacts> = readMapping('wikidata-platforms.tsv', ([key = '', since = '']) => ({
  key,
  since: Number(since),
}));

export const findGenres = readMapping('wikidata-genres.tsv', ([keys = '']) => keys.split(' '));

/** A mode that adds nothing has an empty attribute. */
export const findMode = readMapping('wikidata-modes.tsv', ([category = '', attribute = '']) => ({
  category,
  attribute,
}));

export const COUNTRIES = new Map(readTable('wikidata-countries.tsv').map(([id = '', country = '']) => [id, country]));

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
