import type { Line } from '../bundle/bundle.ts';
import { readTable } from './tables.ts';
import { entryKey } from './vocabulary.ts';

const genres = new Map(
  readTable('genres.tsv').map(([, name = '', , category = '']) => {
    const line: Line<'genres.jsonl'> = { key: entryKey('genre', name), genre_name: name, genre_category: category };
    return [line.key, line];
  }),
);

export function listGenres(): Line<'genres.jsonl'>[] {
  return [...genres.values()];
}

export function findGenre(key: string): Line<'genres.jsonl'> | undefined {
  return genres.get(key);
}

/** The keys of genres in a cell: `Action; Shooter`. */
export function genreKeys(cell: string): string[] {
  return cell.split('; ').flatMap((name) => (name === '' ? [] : [entryKey('genre', name)]));
}
