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
