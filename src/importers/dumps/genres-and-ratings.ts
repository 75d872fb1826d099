import { readTable } from '../../vocabulary/tables.ts';
import type { Unknowns } from '../unknowns.ts';

const genreTable = new Map(
  readTable('dump-genres.tsv').map(([genre = '', genres = '']) => [
    genre.trim().toLowerCase(),
    genres.split(' ').filter(Boolean),
  ]),
);

/** Finds the genres in a text: one such as `Shoot'em Up`, or several as in `Action, Adventure`. */
export function findGenres(text: string, unknowns: Unknowns): string[] {
  const whole = genreTable.get(text.trim().toLowerCase());
  if (whole) return whole;
  return text.split(/[,/;|]/).flatMap((part) => {
    const genres = genreTable.get(part.trim().toLowerCase());
    if (genres === undefined && part.trim() !== '') unknowns.add('genre', part.trim());
    return genres ?? [];
  });
}

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
