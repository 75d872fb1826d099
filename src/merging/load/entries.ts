import { type Bundle, type Line, type Problems, readLines } from '../../bundle/bundle.ts';
import { ENTRY_FILES } from '../../bundle/lines.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import type { CatalogWriter } from '../../store/catalog/writer.ts';
import type { EntryKind } from '../../store/catalog-rows.ts';
import { compareSources } from '../../vocabulary/sources.ts';
import { entryKey, findFixedId, findGenreDescription, firstCountedId } from '../../vocabulary/vocabulary.ts';
import { CORRECTIONS, DERIVED } from './layer-line.ts';

export type Renamed = Map<EntryKind, Map<number, object>>;

export type Entries = ReturnType<typeof openEntries>;

type EntryFiles = typeof ENTRY_FILES;
type LineKind = keyof EntryFiles;
/** Finds the id of an entry that is identified by its name, such as a category. A new name gets a new id. */
type IdOfName = (kind: EntryKind, name: string) => Promise<number>;

/** Converts a line of each kind into the resource of the API. */
const CONVERTERS: {
  [K in LineKind]: (line: Line<EntryFiles[K]>, id: number, idOfName: IdOfName) => object | Promise<object>;
} = {
  platform: ({ platform_name }, platform_id) => ({ platform_id, platform_name }),
  genre: async ({ key, genre_name, genre_category, genre_description }, genre_id, idOfName) => ({
    genre_id,
    genre_name,
    genre_description: genre_description ?? findGenreDescription(key) ?? null,
    genre_category,
    genre_category_id: await idOfName('genre_category', genre_category),
  }),
  group: ({ group_name, group_description = null }, group_id) => ({ group_id, group_name, group_description }),
  company: ({ company_name }, company_id) => ({ company_id, company_name }),
  attribute: async ({ attribute_name, attribute_category_name }, attribute_id, idOfName) => ({
    attribute_id,
    attribute_name,
    attribute_category_id: await idOfName('attribute_category', attribute_category_name),
    attribute_category_name,
  }),
  rating: async ({ rating_name, rating_system_name }, rating_id, idOfName) => ({
    rating_id,
    rating_name,
    rating_system_id: await idOfName('rating_system', rating_system_name),
    rating_system_name,
  }),
};

export function openEntries(writer: CatalogWriter) {
  const found = new Map<string, object | undefined>();
  const names = new Map<string, number>();
  const renamed: Renamed = new Map();
  const removed = new Set<string>();
  let derived: Set<string> | undefined;
  const find = <T extends object>(key: string) => found.get(key) as T | undefined;
  const idOfName: IdOfName = async (kind, name) => {
    const key = entryKey(kind, name);
    const id = names.get(key) ?? (await idOf(writer, kind, key));
    names.set(key, id);
    return id;
  };
  const load = async (key: string) => {
    const kind = kindOf(key);
    const id = findFixedId(key) ?? (await writer.findId(kind, key));
    const body = id === undefined ? undefined : await writer.findEntry(kind, id);
    found.set(key, body === undefined ? undefined : (JSON.parse(body) as object));
  };
  /** Merges the layers of an entry again, without those of this source. Adds it to `renamed` or `removed` if it is. */
  const rebuild = async (key: string, except?: string) => {
    const kind = kindOf(key);
    const id = await idOf(writer, kind, key);
    const before = await writer.findEntry(kind, id);
    const line = mergeEntry((await writer.listEntryLayers(key)).filter(({ source }) => source !== except));
    found.delete(key);
    if (!line) {
      if (before !== undefined) await writer.removeEntry(kind, id);
      removed.add(key);
      return;
    }
    const entry = await CONVERTERS[kind](line as never, id, idOfName);
    const text = JSON.stringify(entry);
    if (before === text) return;
    await writer.putEntry(kind, id, text);
    if (before !== undefined && withoutDescription(JSON.parse(before)) !== withoutDescription(entry))
      getOrInsert(renamed, kind, () => new Map()).set(id, entry);
  };
  return {
    renamed,
    removed,
    find,
    /** The known entries among these keys, each once. */
    list: <T extends object>(keys: readonly string[] = []) => [...new Set(keys)].flatMap((key) => find<T>(key) ?? []),
    /** Reads the entries of these keys, so that `find` and `list` have them. */
    prepare: async (keys: Iterable<string>) => {
      for (const key of keys) if (!found.has(key)) await load(key);
    },
    idOfName,
    rebuild,
    /** Keeps a genre, group or company that only derived facts may refer to. */
    derive: async (line: Line<'genres.jsonl' | 'groups.jsonl' | 'companies.jsonl'>) => {
      derived ??= new Set((await writer.listEntryLayersOfSource(DERIVED)).map(({ key }) => key));
      if (derived.has(line.key)) return;
      derived.add(line.key);
      await writer.putEntryLayer({ key: line.key, source: DERIVED, line: JSON.stringify(line) });
      await rebuild(line.key);
    },
  };
}

function kindOf(key: string): LineKind {
  return key.slice(0, key.indexOf(':')) as LineKind;
}

function withoutDescription(entry: object): string {
  return JSON.stringify({ ...entry, genre_description: undefined, group_description: undefined });
}

/** Takes each field from the most trusted source that has it. */
function mergeEntry(layers: readonly { source: string; line: string }[]): object | undefined {
  const sorted = layers.toSorted((a, b) => compareSources(a.source, b.source));
  const lines = sorted.map(({ line }) => JSON.parse(line) as Record<string, unknown>);
  const merged: Record<string, unknown> = {};
  for (const line of lines) {
    for (const [field, value] of Object.entries(line)) merged[field] ??= value;
  }
  return lines.length > 0 ? merged : undefined;
}

export type KnownEntries = ReadonlyMap<string, ReadonlySet<string>>;

/** Stores the entry lines of a bundle as layers of their sources, and rebuilds the changed entries: all, if ids may have changed. */
export async function loadEntries(
  bundle: Bundle,
  writer: CatalogWriter,
  entries: Entries,
  problems: Problems,
  isRestart = false,
): Promise<KnownEntries> {
  const known = new Map(bundle.manifest.sources.map(({ id }) => [id, new Set<string>()]));
  const before = await readLayers(bundle, writer);
  const changed = new Set<string>();
  for (const file of Object.values(ENTRY_FILES)) {
    for await (const { line, number } of readLines(bundle, file, problems)) {
      const { source = bundle.source.id, ...own } = line;
      if (!known.has(source))
        problems.add(file, number, `belongs to the source ${source}, which is not in the manifest`);
      known.get(source)?.add(line.key);
      const text = JSON.stringify(own);
      const stored = before.get(source)?.get(line.key);
      before.get(source)?.delete(line.key);
      if (stored === text && !isRestart) continue;
      await writer.putEntryLayer({ key: line.key, source, line: text });
      changed.add(line.key);
    }
  }
  for (const [source, left] of bundle.manifest.complete ? before : []) {
    // Companies and groups that were added in the browser.
    if (source === CORRECTIONS) continue;
    for (const key of left.keys()) {
      await writer.removeEntryLayer(key, source);
      changed.add(key);
    }
  }
  for (const key of changed) await entries.rebuild(key);
  return known;
}

/** The entry layers of the bundle's sources so far: by source, then by key. */
async function readLayers({ manifest }: Bundle, writer: CatalogWriter): Promise<Map<string, Map<string, string>>> {
  const layers = new Map<string, Map<string, string>>();
  for (const { id } of manifest.sources)
    layers.set(id, new Map((await writer.listEntryLayersOfSource(id)).map(({ key, line }) => [key, line])));
  return layers;
}

async function idOf(writer: CatalogWriter, kind: EntryKind, key: string): Promise<number> {
  const known = findFixedId(key) ?? (await writer.findId(kind, key));
  if (known !== undefined) return known;
  const id = await writer.nextId(kind, firstCountedId(kind));
  await writer.bindKey(kind, key, id);
  return id;
}
