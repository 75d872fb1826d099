import type { EntryLayer, EntryWriter } from '../catalog-store.ts';
import { compareTexts } from './pages.ts';
import { insertRows, replacing } from './rows.ts';
import type { Writing } from './writing.ts';

const ENTRY = ['kind', 'id', 'body'] as const;
const LAYER = ['key', 'source', 'line'] as const;

/** Entries are small and few: all of a kind, and all that sources say of them, are read when the first is asked for. */
export function entryWriter(writing: Writing): EntryWriter {
  return { ...bodyWriter(writing), ...lineWriter(writing) };
}

function bodyWriter({ connection, undo, touch, onFlush }: Writing) {
  const kinds = new Map<string, Map<number, string>>();
  const changed = new Map<string, [kind: string, id: number]>();
  const entriesOf = async (kind: string) => {
    const known = kinds.get(kind);
    if (known) return known;
    const rows = await connection.queryArrays<[id: number, body: string]>({
      text: 'SELECT id, body FROM entries WHERE kind = $1',
      values: [kind],
    });
    const entries = new Map(rows);
    kinds.set(kind, entries);
    return entries;
  };
  onFlush(async () => {
    if (changed.size === 0) return;
    await undo.flush();
    const names = [...changed.values()];
    changed.clear();
    const bodyOf = ([kind, id]: [string, number]) => kinds.get(kind)?.get(id);
    const gone = names.filter((name) => bodyOf(name) === undefined);
    for (const name of gone) await connection.run('DELETE FROM entries WHERE kind = $1 AND id = $2', name);
    const rows = names.filter((name) => bodyOf(name) !== undefined).map((name) => [...name, bodyOf(name)]);
    await insertRows(connection, 'entries', ENTRY, rows, replacing(['kind', 'id'], ENTRY));
  });
  const change = async (kind: string, id: number, body: string | undefined) => {
    const entries = await entriesOf(kind);
    touch();
    undo.remember('entry', `${kind} ${id}`, entries.get(id) ?? null);
    if (body === undefined) entries.delete(id);
    else entries.set(id, body);
    changed.set(`${kind} ${id}`, [kind, id]);
  };
  return {
    findEntry: async (kind, id) => (await entriesOf(kind)).get(id),
    putEntry: change,
    removeEntry: (kind, id) => change(kind, id, undefined),
  } satisfies Partial<EntryWriter>;
}

function lineWriter({ connection, undo, onFlush }: Writing) {
  let read: Map<string, Map<string, string>> | undefined;
  const changed = new Map<string, [key: string, source: string]>();
  const lines = async () => {
    if (read) return read;
    read = new Map();
    const rows = await connection.queryArrays<[key: string, source: string, line: string]>({
      text: 'SELECT key, source, line FROM entry_layers ORDER BY key, source',
    });
    for (const [key, source, line] of rows) put(read, key, source, line);
    return read;
  };
  onFlush(async () => {
    if (changed.size === 0) return;
    await undo.flush();
    const names = [...changed.values()];
    changed.clear();
    const lineOf = ([key, source]: [string, string]) => read?.get(key)?.get(source);
    const gone = names.filter((name) => lineOf(name) === undefined);
    if (gone.length > 0)
      await connection.run(
        'DELETE FROM entry_layers WHERE (key, source) IN (SELECT * FROM unnest($1::text[], $2::text[]))',
        [gone.map(([key]) => key), gone.map(([, source]) => source)],
      );
    const rows = names.filter((name) => lineOf(name) !== undefined).map((name) => [...name, lineOf(name)]);
    await insertRows(connection, 'entry_layers', LAYER, rows, replacing(['key', 'source'], LAYER));
  });
  const change = async (key: string, source: string, line: string | undefined) => {
    const all = await lines();
    undo.remember('entry-layer', `${key} ${source}`, all.get(key)?.get(source) ?? null);
    if (line === undefined) all.get(key)?.delete(source);
    else put(all, key, source, line);
    changed.set(`${key} ${source}`, [key, source]);
  };
  return {
    listEntryLayers: async (key) =>
      Array.from((await lines()).get(key) ?? [], ([source, line]): EntryLayer => ({ key, source, line })),
    listEntryLayersOf: async (source) => {
      const own: EntryLayer[] = [];
      for (const [key, said] of await lines()) {
        const line = said.get(source);
        if (line !== undefined) own.push({ key, source, line });
      }
      return own.sort((a, b) => compareTexts(a.key, b.key));
    },
    putEntryLayer: ({ key, source, line }) => change(key, source, line),
    removeEntryLayer: (key, source) => change(key, source, undefined),
  } satisfies Partial<EntryWriter>;
}

function put(all: Map<string, Map<string, string>>, key: string, source: string, line: string): void {
  const said = all.get(key);
  if (said) said.set(source, line);
  else all.set(key, new Map([[source, line]]));
}
