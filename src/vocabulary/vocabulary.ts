import type { Line } from '../bundle/bundle.ts';
import { slugOf } from '../catalog/model/slug.ts';
import type { EntryKind } from '../store/catalog-rows.ts';
import { readTable } from './tables.ts';

/** A key of a bundle has up to 500 characters, and the slug of a name may have several times as many as the name: ﬃ is ffi. */
const MAX_KEY_LENGTH = 400;

/** The key of an entry that is identified by its name. */
export function entryKey(kind: EntryKind, name: string): string {
  // The slug of a name without letters and digits is empty.
  return `${kind}:${(slugOf(name) || encodeURIComponent(name)).slice(0, MAX_KEY_LENGTH).toWellFormed()}`;
}

const genreRows = readTable('genres.tsv');

/**
 * The shipped tables of platforms, genres and categories, as rows of kind, id and name. Their ids are fixed: they are the same in
 * every installation, and clients may store them.
 */
const fixedRows = [
  ...readTable('platforms.tsv').map(([id, name]) => ['platform', id, name]),
  ...genreRows.map(([id, name]) => ['genre', id, name]),
  ...genreRows.map(([, , id, name]) => ['genre_category', id, name]),
  ...readTable('categories.tsv'),
] as [kind: EntryKind, id: string, name: string][];
const fixedIds = new Map(fixedRows.map(([kind, id, name]) => [entryKey(kind, name), Number(id)]));
const fixedKinds = new Set(fixedRows.map(([kind]) => kind));

export function findFixedId(key: string): number | undefined {
  return fixedIds.get(key);
}

/** The first id from the counter, which leaves room for future tables. */
export function firstCountedId(kind: EntryKind): number {
  return fixedKinds.has(kind) ? 100_000 : 0;
}

const genres = new Map(
  genreRows.map(([, name = '', , category = '', description = '']) => {
    const line: Line<'genres.jsonl'> = { key: entryKey('genre', name), genre_name: name, genre_category: category };
    return [line.key, { line, description }];
  }),
);

export function findGenre(key: string): Line<'genres.jsonl'> | undefined {
  return genres.get(key)?.line;
}

export function findGenreDescription(key: string): string | undefined {
  return genres.get(key)?.description;
}

/** The keys of genres in a cell: `Action; Shooter`. */
export function genreKeys(cell: string): string[] {
  return cell.split('; ').flatMap((name) => (name === '' ? [] : [entryKey('genre', name)]));
}
