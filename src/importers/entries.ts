import type { CatalogWriter, EntryKind } from '../store/store.ts';
import { type Bundle, type Line, type Problems, readLines } from './bundle.ts';
import { entryKey, FIRST_COUNTED_ID, type Vocabulary } from './vocabulary.ts';

/** Entries that have a new name, by kind and id. */
export type Renamed = Map<EntryKind, Map<number, object>>;

/** The reference entries of a bundle by key: what its games point to. */
export interface Entries {
  /** Entries that were there before and now have another name. */
  renamed: Renamed;
  vocabulary: Vocabulary;
  find<T extends object>(key: string): T | undefined;
  /** The id of what is known by its name alone, such as a category; made when it is new. */
  idOfName(kind: EntryKind, name: string): Promise<number>;
}

type EntryFile =
  | 'platforms.jsonl'
  | 'genres.jsonl'
  | 'groups.jsonl'
  | 'companies.jsonl'
  | 'attributes.jsonl'
  | 'ratings.jsonl';

type ToEntry<F extends EntryFile> = (line: Line<F>, id: number, entries: Entries) => object | Promise<object>;

/** How a line of each reference file becomes the contract's resource. */
const ENTRY_FILES: { [F in EntryFile]: { kind: EntryKind; toEntry: ToEntry<F> } } = {
  'platforms.jsonl': {
    kind: 'platform',
    toEntry: ({ platform_name }, platform_id) => ({ platform_id, platform_name }),
  },
  'genres.jsonl': {
    kind: 'genre',
    toEntry: async ({ key, genre_name, genre_category, genre_description }, genre_id, entries) => ({
      genre_id,
      genre_name,
      genre_description: genre_description ?? entries.vocabulary.findGenreDescription(key) ?? null,
      genre_category,
      genre_category_id: await entries.idOfName('genre_category', genre_category),
    }),
  },
  'groups.jsonl': {
    kind: 'group',
    toEntry: ({ group_name, group_description = null }, group_id) => ({ group_id, group_name, group_description }),
  },
  'companies.jsonl': {
    kind: 'company',
    toEntry: ({ company_name }, company_id) => ({ company_id, company_name }),
  },
  'attributes.jsonl': {
    kind: 'attribute',
    toEntry: async ({ attribute_name, attribute_category_name }, attribute_id, entries) => ({
      attribute_id,
      attribute_name,
      attribute_category_id: await entries.idOfName('attribute_category', attribute_category_name),
      attribute_category_name,
    }),
  },
  'ratings.jsonl': {
    kind: 'rating',
    toEntry: async ({ rating_name, rating_system_name }, rating_id, entries) => ({
      rating_id,
      rating_name,
      rating_system_id: await entries.idOfName('rating_system', rating_system_name),
      rating_system_name,
    }),
  },
};

/** Loads all reference files of the bundle; those that changed are written. */
export async function loadEntries(
  bundle: Bundle,
  writer: CatalogWriter,
  vocabulary: Vocabulary,
  problems: Problems,
): Promise<Entries> {
  const known = new Map<string, object>();
  const names = new Map<string, number>();
  const renamed: Renamed = new Map();
  const entries: Entries = {
    renamed,
    vocabulary,
    find: <T extends object>(key: string) => known.get(key) as T | undefined,
    idOfName: async (kind, name) => {
      const key = entryKey(kind, name);
      const id = names.get(key) ?? (await idOf(writer, vocabulary, kind, key));
      names.set(key, id);
      return id;
    },
  };
  const loadFile = async <F extends EntryFile>(file: F) => {
    const { kind, toEntry } = ENTRY_FILES[file];
    for await (const { line } of readLines(bundle, file, problems)) {
      const id = await idOf(writer, vocabulary, kind, line.key);
      const entry = await toEntry(line, id, entries);
      known.set(line.key, entry);
      const text = JSON.stringify(entry);
      const before = await writer.findEntry(kind, id);
      if (before === text) continue;
      await writer.putEntry(kind, id, text);
      if (before !== undefined) renamed.set(kind, (renamed.get(kind) ?? new Map()).set(id, entry));
    }
  };
  for (const file of Object.keys(ENTRY_FILES) as EntryFile[]) await loadFile(file);
  return entries;
}

async function idOf(writer: CatalogWriter, vocabulary: Vocabulary, kind: EntryKind, key: string): Promise<number> {
  const known = vocabulary.findId(key) ?? (await writer.findId(kind, key));
  if (known !== undefined) return known;
  const id = await writer.nextId(kind, vocabulary.kinds.has(kind) ? FIRST_COUNTED_ID : 0);
  await writer.bindKey(kind, key, id);
  return id;
}
