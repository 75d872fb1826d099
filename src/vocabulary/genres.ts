import type { Line } from '../bundle/bundle.ts';
import { companyKey, companyName } from './companies.ts';
import { readTable } from './tables.ts';
import { openTitlePatterns, splitPatterns } from './title-patterns.ts';
import { entryKey } from './vocabulary.ts';

const genres = new Map(
  readTable('genres.tsv').map(([, name = '', , category = '']) => {
    const line: Line<'genres.jsonl'> = { key: entryKey('genre', name), genre_name: name, genre_category: category };
    return [line.key, line];
  }),
);

/** The genres of `genres.tsv`, as lines of a bundle. */
export function listGenres(): Line<'genres.jsonl'>[] {
  return [...genres.values()];
}

/** The line of a genre of `genres.tsv`. */
export function findGenre(key: string): Line<'genres.jsonl'> | undefined {
  return genres.get(key);
}

/** The keys of genres in a cell: `Action; Shooter`. */
export function genreKeys(cell: string): string[] {
  return cell.split('; ').flatMap((name) => (name === '' ? [] : [entryKey('genre', name)]));
}

/** The genres that the words of a title tell, by `title-genres.tsv`: Puzzle of `Super Tetris`. */
export const genresOfTitle = openGenres('title-genres.tsv');

/** The same on consoles since 1998, by `modern-title-genres.tsv`. Older games have such titles by chance. */
export const genresOfModernTitle = openGenres('modern-title-genres.tsv');

/** Reads a table of titles, their genres, and titles that only look alike. */
function openGenres(table: string): (title: string) => string[] {
  const rows = readTable(table).map(([titles = '', cell = '', others = '']) => ({
    titles: splitPatterns(titles),
    genres: genreKeys(cell),
    others: splitPatterns(others),
  }));
  const findRows = openTitlePatterns(rows.flatMap((row) => row.titles.map((one) => [one, row] as const)));
  const findOthers = openTitlePatterns(rows.flatMap((row) => row.others.map((one) => [one, row] as const)));
  return (title) => {
    const found = findRows(title);
    const others = found.length > 0 ? findOthers(title) : [];
    return [...new Set(found.filter((row) => !others.includes(row)).flatMap((row) => row.genres))];
  };
}

const byPlatform = new Map(
  readTable('platform-genres.tsv').map(([name = '', cell = '']) => [entryKey('platform', name), genreKeys(cell)]),
);
const byCompany = new Map(
  readTable('company-genres.tsv').map(([name = '', cell = '']) => [
    companyKey(companyName(name) ?? name),
    genreKeys(cell),
  ]),
);

/** The genres of nearly all games on a platform, such as a computer for small children. */
export function genresOfPlatform(key: string): readonly string[] {
  return byPlatform.get(key) ?? [];
}

/** The genres of nearly all games of a company, such as a publisher of school books. */
export function genresOfCompany(key: string): readonly string[] {
  return byCompany.get(key) ?? [];
}
