import type { Line } from '../bundle/bundle.ts';
import { slugOf } from '../catalog/model/slug.ts';
import type { EntryKind } from '../store/catalog-rows.ts';
import { readTable } from './tables.ts';

/**
 * The shipped tables of platforms, genres and categories. Their ids are fixed: they are the same in every installation,
 * and clients may store them. Other entries get ids from a counter, above the fixed ones.
 */
export interface Vocabulary {
  kinds: ReadonlySet<EntryKind>;
  findId(key: string): number | undefined;
  findGenreDescription(key: string): string | undefined;
}

/** Ids from a counter start here, which leaves room for future tables. */
export const FIRST_COUNTED_ID = 100_000;

let vocabulary: Vocabulary | undefined;

/** Reads the files once: an edit of one game on the site needs them, too. */
export function readVocabulary(): Vocabulary {
  vocabulary ??= readTables();
  return vocabulary;
}

function readTables(): Vocabulary {
  const kinds = new Set<EntryKind>();
  const ids = new Map<string, number>();
  const descriptions = new Map<string, string>();
  const fix = (kind: EntryKind, id: string | undefined, name: string | undefined) => {
    kinds.add(kind);
    ids.set(entryKey(kind, name as string), Number(id));
  };
  for (const [id, name] of readTable('platforms.tsv')) fix('platform', id, name);
  for (const [id, name, categoryId, category, description] of readTable('genres.tsv')) {
    fix('genre', id, name);
    descriptions.set(entryKey('genre', name as string), description as string);
    fix('genre_category', categoryId, category);
  }
  for (const [kind, id, name] of readTable('categories.tsv')) fix(kind as EntryKind, id, name);
  return { kinds, findId: (key) => ids.get(key), findGenreDescription: (key) => descriptions.get(key) };
}

/** A key of a bundle has up to 500 characters, and the slug of a name may have several times as many as the name: ﬃ is ffi. */
const MAX_KEY_LENGTH = 400;

/** The key of an entry that is identified by its name. */
export function entryKey(kind: EntryKind, name: string): string {
  // The slug of a name without letters and digits is empty.
  return `${kind}:${(slugOf(name) || encodeURIComponent(name)).slice(0, MAX_KEY_LENGTH).toWellFormed()}`;
}

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
