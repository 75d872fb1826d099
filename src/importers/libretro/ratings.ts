import { readTable } from '../../vocabulary/tables.ts';
import type { Unknowns } from '../unknowns.ts';

export interface Rating {
  system: string;
  name: string;
}

const table = new Map(
  readTable('libretro-ratings.tsv').map(([field, value = '', system = '', name = '']) => [
    `${field} ${fold(value)}`,
    { system, name },
  ]),
);

/** Where a board gives its ratings. The source repeats them for roms of other countries, which no board has seen. */
const PLACES: Record<string, readonly string[]> = {
  'ESRB Rating': ['United States', 'Canada', 'North America', 'Worldwide'],
  'CERO Rating': ['Japan', 'Worldwide'],
};

export function findRatings(field: string, value: string, countries: readonly string[], unknowns: Unknowns): Rating[] {
  const rating = table.get(`${field} ${fold(value)}`);
  if (!rating) unknowns.add(field, value);
  if (!rating?.name) return [];
  const places = PLACES[rating.system] ?? countries;
  return countries.length === 0 || countries.some((country) => places.includes(country)) ? [rating] : [];
}

function fold(value: string): string {
  return value.trim().toUpperCase();
}
