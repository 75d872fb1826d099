import type { Bundle, Line, Problems } from '../../bundle/bundle.ts';
import { readLines } from '../../bundle/bundle.ts';
import type { EntryFile } from '../../bundle/lines.ts';
import type { CatalogWriter, EntryKind } from '../../store/catalog-store.ts';
import { compareSources } from '../../vocabulary/sources.ts';
import { entryKey, FIRST_COUNTED_ID, readVocabulary, type Vocabulary } from '../../vocabulary/vocabulary.ts';
import { openTally, type Tally } from './tally.ts';

/** Entries that have a new name, by kind and id. */
export type Renamed = Map<EntryKind, Map<number, object>>;

/** The reference entries of the catalog by key: what games point to. */
export interface Entries {
  /** To be awaited before the entries of these keys are looked at. */
  prepare(keys: Iterable<string>): Promise<void>;
  find<T extends object>(key: string): T | undefined;
  /** The id of what is known by its name alone, such as a category; made when it is new. */
  idOfName(kind: EntryKind, name: string): Promise<number>;
  /** Makes the entry anew out of what the sources say, and tells what changed in its name. */
  rebuild(key: string): Promise<void>;
  /** Entries that were there before and now have another name. */
  renamed: Renamed;
  /** Entries that no source has any more. */
  removed: ReadonlySet<string>;
}

type Naming = Pick<Entries, 'idOfName'> & { vocabulary: Vocabulary };
type ToEntry<F extends EntryFile> = (line: Line<F>, id: number, entries: Naming) => object | Promise<object>;

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

const KINDS = new Map(
  (Object.keys(ENTRY_FILES) as EntryFile[]).map((file) => [ENTRY_FILES[file].kind as string, ENTRY_FILES[file]]),
);

export function openEntries(writer: CatalogWriter): Entries {
  const vocabulary = readVocabulary();
  const found = new Map<string, object | undefined>();
  const names = new Map<string, number>();
  const renamed: Renamed = new Map();
  const removed = new Set<string>();
  const idOfName = async (kind: EntryKind, name: string) => {
    const key = entryKey(kind, name);
    const id = names.get(key) ?? (await idOf(writer, vocabulary, kind, key));
    names.set(key, id);
    return id;
  };
  const load = async (key: string) => {
    const kind = key.slice(0, key.indexOf(':')) as EntryKind;
    const id = vocabulary.findId(key) ?? (await writer.findId(kind, key));
    const body = id === undefined ? undefined : await writer.findEntry(kind, id);
    found.set(key, body === undefined ? undefined : (JSON.parse(body) as object));
  };
  return {
    renamed,
    removed,
    find: <T extends object>(key: string) => found.get(key) as T | undefined,
    prepare: async (keys) => {
      for (const key of keys) if (!found.has(key)) await load(key);
    },
    idOfName,
    rebuild: async (key) => {
      const kind = key.slice(0, key.indexOf(':'));
      const { toEntry } = KINDS.get(kind) as { toEntry: ToEntry<EntryFile> };
      const id = await idOf(writer, vocabulary, kind as EntryKind, key);
      const before = await writer.findEntry(kind as EntryKind, id);
      const line = mergeEntry(await writer.listEntryLayers(key));
      found.delete(key);
      if (!line) {
        if (before !== undefined) await writer.removeEntry(kind as EntryKind, id);
        removed.add(key);
        return;
      }
      const entry = await toEntry(line as Line<EntryFile>, id, { idOfName, vocabulary });
      const text = JSON.stringify(entry);
      if (before === text) return;
      await writer.putEntry(kind as EntryKind, id, text);
      if (before !== undefined && nameOf(JSON.parse(before)) !== nameOf(entry))
        renamed.set(kind as EntryKind, (renamed.get(kind as EntryKind) ?? new Map()).set(id, entry));
    },
  };
}

/** All of an entry that records hold: descriptions are in the tables alone. */
function nameOf(entry: object): string {
  return JSON.stringify({ ...entry, genre_description: undefined, group_description: undefined });
}

/** Of each field what the most trusted source that knows it says. */
function mergeEntry(layers: readonly { source: string; line: string }[]): object | undefined {
  const sorted = layers.toSorted((a, b) => compareSources(a.source, b.source));
  const lines = sorted.map(({ line }) => JSON.parse(line) as Record<string, unknown>);
  const merged: Record<string, unknown> = {};
  for (const line of lines) {
    for (const [field, value] of Object.entries(line)) merged[field] ??= value;
  }
  return lines.length > 0 ? merged : undefined;
}

/** The keys of entries that a bundle holds, by source. */
export type KnownEntries = ReadonlyMap<string, ReadonlySet<string>>;

export interface LoadedEntries {
  known: KnownEntries;
  platforms: Tally;
}

/** Reads all reference files of a bundle into the layers of its sources, and makes the entries that changed anew. */
export async function loadEntries(
  bundle: Bundle,
  writer: CatalogWriter,
  entries: Entries,
  problems: Problems,
): Promise<LoadedEntries> {
  const platforms = openTally();
  const count = (key: string, what: keyof Tally) => {
    if (key.startsWith('platform:')) platforms[what]++;
  };
  const known = new Map(bundle.manifest.sources.map(({ id }) => [id, new Set<string>()]));
  const before = await readLayers(bundle, writer);
  const changed = new Set<string>();
  for (const file of Object.keys(ENTRY_FILES) as EntryFile[]) {
    for await (const { line, number } of readLines(bundle, file, problems)) {
      const { source = bundle.source.id, ...own } = line;
      if (!known.has(source)) problems.add(file, number, `is of ${source}, which the manifest does not name`);
      known.get(source)?.add(line.key);
      const text = JSON.stringify(own);
      const stored = before.get(source)?.get(line.key);
      before.get(source)?.delete(line.key);
      count(line.key, stored === undefined ? 'added' : stored === text ? 'unchanged' : 'changed');
      if (stored === text) continue;
      await writer.putEntryLayer({ key: line.key, source, line: text });
      changed.add(line.key);
    }
  }
  for (const [source, left] of bundle.manifest.complete ? before : []) {
    for (const key of left.keys()) {
      await writer.removeEntryLayer(key, source);
      count(key, 'removed');
      changed.add(key);
    }
  }
  for (const key of changed) await entries.rebuild(key);
  return { known, platforms };
}

/** What the sources of the bundle said before: by source, then by key. */
async function readLayers({ manifest }: Bundle, writer: CatalogWriter): Promise<Map<string, Map<string, string>>> {
  const layers = new Map<string, Map<string, string>>();
  for (const { id } of manifest.sources)
    layers.set(id, new Map((await writer.listEntryLayersOf(id)).map(({ key, line }) => [key, line])));
  return layers;
}

async function idOf(writer: CatalogWriter, vocabulary: Vocabulary, kind: EntryKind, key: string): Promise<number> {
  const known = vocabulary.findId(key) ?? (await writer.findId(kind, key));
  if (known !== undefined) return known;
  const id = await writer.nextId(kind, vocabulary.kinds.has(kind) ? FIRST_COUNTED_ID : 0);
  await writer.bindKey(kind, key, id);
  return id;
}
