import { readTable } from './tables.ts';

const countries = new Map(
  readTable('countries.tsv').map(([spelling = '', country = '']) => [spelling.trim().toLowerCase(), country]),
);

/** Finds a country or region by one of its spellings. */
export function findCountry(spelling: string): string | undefined {
  return countries.get(spelling.trim().toLowerCase());
}

/** The names of all countries and regions, as releases have them. */
export function listCountryNames(): string[] {
  return [...new Set(countries.values())].toSorted();
}
