import { readTable } from '../../vocabulary/tables.ts';
import type { Unknowns } from '../unknowns.ts';

const table = new Map(
  readTable('libretro-genres.tsv').map(([genre = '', genres = '']) => [fold(genre), genres.split(' ').filter(Boolean)]),
);

/** The genres that a text names: `Shoot'em Up`, or several as in `Action, Adventure`. */
export function findGenres(text: string, unknowns: Unknowns): string[] {
  const whole = table.get(fold(text));
  if (whole) return whole;
  return text.split(/[,/;|]/).flatMap((part) => {
    const genres = table.get(fold(part));
    if (genres === undefined && part.trim() !== '') unknowns.add('genre', part.trim());
    return genres ?? [];
  });
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}
