import type { EntryKind, EntryWriter } from '../catalog-store.ts';
import type { WriteContext } from './write-context.ts';

export function entryWriter(context: WriteContext): EntryWriter {
  return { ...bodyWriter(context), ...entryLayerWriter(context) };
}

function bodyWriter({ port, markChanged, undo }: WriteContext) {
  const find = port.prepareFind('entries', ['body']);
  const beforeChange = async (kind: EntryKind, id: number) => {
    markChanged();
    await undo.save('entry', `${kind} ${id}`, (await find(kind, id))?.body ?? null);
  };
  return {
    findEntry: async (kind, id) => (await find(kind, id))?.body,
    listEntries: async (kind) => {
      const keys = await port.db
        .selectFrom('sourceKeys')
        .select(['id', 'key'])
        .where('kind', '=', kind)
        .orderBy('since', 'desc')
        .execute();
      const byId = new Map(keys.map(({ id, key }) => [id, key]));
      const entries = await port.db.selectFrom('entries').select(['id', 'body']).where('kind', '=', kind).execute();
      return entries.map(({ id, body }) => ({ id, body, key: byId.get(id) ?? null }));
    },
    putEntry: async (kind, id, body) => {
      await beforeChange(kind, id);
      await port.upsert('entries', { kind, id, body });
    },
    removeEntry: async (kind, id) => {
      await beforeChange(kind, id);
      await port.delete('entries', { kind, id });
    },
  } satisfies Partial<EntryWriter>;
}

function entryLayerWriter({ port, undo }: WriteContext) {
  const find = port.prepareFind('entryLayers', ['line']);
  const beforeChange = async (key: string, source: string) =>
    undo.save('entry-layer', `${key} ${source}`, (await find(key, source))?.line ?? null);
  return {
    listEntryLayers: port.prepareList('entryLayers', 'key', ['key', 'source', 'line']),
    listEntryLayersOfSource: (source) =>
      port.db.selectFrom('entryLayers').selectAll().where('source', '=', source).orderBy('key').execute(),
    putEntryLayer: async (layer) => {
      await beforeChange(layer.key, layer.source);
      await port.upsert('entryLayers', layer);
    },
    removeEntryLayer: async (key, source) => {
      await beforeChange(key, source);
      await port.delete('entryLayers', { key, source });
    },
  } satisfies Partial<EntryWriter>;
}
