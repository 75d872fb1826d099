import type { EntryLayer, EntryWriter } from '../catalog-store.ts';
import type { Writing } from './writing.ts';

export function entryWriter({ database, touch, remember }: Writing): EntryWriter {
  const find = database.prepare('SELECT body FROM entries WHERE kind = ? AND id = ?');
  const put = database.prepare('INSERT OR REPLACE INTO entries (kind, id, body) VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM entries WHERE kind = ? AND id = ?');
  const list = database.prepare('SELECT key, source, line FROM entry_layers WHERE key = ?');
  const listOf = database.prepare('SELECT key, source, line FROM entry_layers WHERE source = ? ORDER BY key');
  const putLayer = database.prepare('INSERT OR REPLACE INTO entry_layers VALUES (?, ?, ?)');
  const removeLayer = database.prepare('DELETE FROM entry_layers WHERE key = ? AND source = ?');
  return {
    findEntry: async (kind, id) => find.get(kind, id)?.body as string | undefined,
    putEntry: async (kind, id, body) => {
      touch();
      remember('entry', kind, id);
      put.run(kind, id, body);
    },
    removeEntry: async (kind, id) => {
      touch();
      remember('entry', kind, id);
      remove.run(kind, id);
    },
    listEntryLayers: async (key) => list.all(key) as unknown as EntryLayer[],
    listEntryLayersOf: async (source) => listOf.all(source) as unknown as EntryLayer[],
    putEntryLayer: async ({ key, source, line }) => {
      remember('entry-layer', key, source);
      putLayer.run(key, source, line);
    },
    removeEntryLayer: async (key, source) => {
      remember('entry-layer', key, source);
      removeLayer.run(key, source);
    },
  };
}
