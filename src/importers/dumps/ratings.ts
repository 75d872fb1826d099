import { readTable } from '../../vocabulary/tables.ts';
import type { Unknowns } from '../unknowns.ts';

const ratings = new Map(
  readTable('dump-ratings.tsv').map(([field = '', value = '', system = '', name = '']) => [
    ratingKey(field, value),
    { system, name },
  ]),
);

/** The countries of each rating board. The source repeats ratings for ROMs of other countries, which the board never rated. */
const BOARD_COUNTRIES: Record<string, readonly string[]> = {
  'ESRB Rating': ['United States', 'Canada', 'North America', 'Worldwide'],
  'CERO Rating': ['Japan', 'Worldwide'],
};

export function findRatings(field: string, value: string, countries: readonly string[], unknowns: Unknowns) {
  const rating = ratings.get(ratingKey(field, value));
  if (!rating) unknowns.add(field, value);
  if (!rating?.name) return [];
  const rated = BOARD_COUNTRIES[rating.system] ?? countries;
  return countries.length === 0 || countries.some((country) => rated.includes(country)) ? [rating] : [];
}

function ratingKey(field: string, value: string): string {
  return `${field} ${value.trim().toUpperCase()}`;
}
