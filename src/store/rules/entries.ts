import type { EntryKind, EntryWriter } from '../catalog-store.ts';
import type { Writing } from './writing.ts';

export function entryWriter(writing: Writing): EntryWriter {
  return { ...bodyWriter(writing), ...entryLayerWriter(writing) };
}

function bodyWriter({ port, touch, undo }: Writing) {
  const find = port.rows('entries', ['body']);
  const beforeChange = async (kind: EntryKind, id: number) => {
    touch();
    await undo.remember('entry', `${kind} ${id}`, (await find(kind, id))?.body ?? null);
  };
  return {
    findEntry: async (kind, id) => (await find(kind, id))?.body,
    putEntry: async (kind, id, body) => {
      await beforeChange(kind, id);
      await port.put('entries', { kind, id, body });
    },
    removeEntry: async (kind, id) => {
      await beforeChange(kind, id);
      await port.remove('entries', { kind, id });
    },
  } satisfies Partial<EntryWriter>;
}

function entryLayerWriter({ port, undo }: Writing) {
  const find = port.rows('entryLayers', ['line']);
  const beforeChange = async (key: string, source: string) =>
    undo.remember('entry-layer', `${key} ${source}`, (await find(key, source))?.line ?? null);
  return {
    listEntryLayers: port.groups('entryLayers', 'key', ['key', 'source', 'line']),
    listEntryLayersOf: (source) =>
      port.db.selectFrom('entryLayers').selectAll().where('source', '=', source).orderBy('key').execute(),
    putEntryLayer: async (layer) => {
      await beforeChange(layer.key, layer.source);
      await port.put('entryLayers', layer);
    },
    removeEntryLayer: async (key, source) => {
      await beforeChange(key, source);
      await port.remove('entryLayers', { key, source });
    },
  } satisfies Partial<EntryWriter>;
}
