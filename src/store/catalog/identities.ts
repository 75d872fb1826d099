import type { Alias, Binding, EntryKind, EntryLayer, ImportEntry, StoredSource } from '../catalog-rows.ts';
import { insertion } from '../sql.ts';
import { listSources } from './reads.ts';
import type { WriteContext } from './write-context.ts';

/** The bindings of keys to ids. An id is never given twice, even after a removal. */
export function bindingWriter({ port, importId, highest, undo }: WriteContext) {
  const find = port.prepareFind('sourceKeys', ['id', 'since']);
  return {
    findId: async (kind: Binding['kind'], key: string) => (await find(kind, key))?.id,
    findBinding: (key: string) => find('game', key),
    /**
     * `since` is the import that first brought the key. Undo removes a new binding that is not founding, or that is to a game from
     * before the import.
     */
    bindKey: async (kind: Binding['kind'], key: string, id: number, since = importId, isFounding = true) => {
      const before = await find(kind, key);
      // A new founding key keeps a new id even after undo, so there is nothing to save. A new key of an older game does not:
      // it would be one more claim to that game when the import is repeated.
      const isKept = isFounding && (kind !== 'game' || id > highest.gameId);
      if (!isKept || before) await undo.save('binding', `${kind} ${key}`, before ?? null);
      await port.upsert('sourceKeys', { kind, key, id, since: before?.since ?? since });
    },
    unbindKey: (kind: Binding['kind'], key: string) => port.delete('sourceKeys', { kind, key }),
    /** The oldest key of a game. */
    findKey: async (gameId: number) => {
      const text = "SELECT key FROM source_keys WHERE kind = 'game' AND id = ? ORDER BY since, key LIMIT 1";
      return (await port.sql.query<[string]>(text, [gameId]))[0]?.[0];
    },
    /** Of entries, not of games. */
    listEntryBindings: () =>
      port.sql.select<Binding>("SELECT kind, key, id, since FROM source_keys WHERE kind <> 'game' ORDER BY kind, key"),
    listBindings: () => port.sql.select<Binding>('SELECT kind, key, id, since FROM source_keys ORDER BY kind, key'),
  };
}

export function counterWriter({ counters }: WriteContext) {
  const setCounter = async (kind: Binding['kind'], lastId: number) => {
    counters.set(kind, Math.max(counters.get(kind) ?? 0, lastId));
  };
  return {
    /** A new id of this kind, above `floor`. */
    nextId: async (kind: Binding['kind'], floor: number) => {
      const id = Math.max(counters.get(kind) ?? 0, floor) + 1;
      await setCounter(kind, id);
      return id;
    },
    listCounters: async () =>
      Array.from(counters, ([kind, lastId]) => ({ kind, lastId })).sort((a, b) => (a.kind < b.kind ? -1 : 1)),
    setCounter,
  };
}

export function aliasWriter({ port, markChanged, undo, changes }: WriteContext) {
  const find = port.prepareFind('aliases', ['gameId', 'targetId', 'cause']);
  const beforeChange = async (gameId: number) => {
    markChanged();
    changes.setAlias(gameId);
    await undo.save('alias', String(gameId), (await find(gameId)) ?? null);
  };
  return {
    findAlias: (gameId: number) => find(gameId),
    putAlias: async (alias: Alias) => {
      await beforeChange(alias.gameId);
      await port.upsert('aliases', alias);
    },
    removeAlias: async (gameId: number) => {
      await beforeChange(gameId);
      await port.delete('aliases', { gameId });
    },
    listAliases: () => port.sql.select<Alias>('SELECT * FROM aliases ORDER BY game_id'),
  };
}

export function bodyWriter({ port, markChanged }: WriteContext) {
  const find = port.prepareFind('entries', ['body']);
  return {
    findEntry: async (kind: EntryKind, id: number) => (await find(kind, id))?.body,
    /** All entries of a kind, each with its oldest key. Null: the id is fixed in the vocabulary. */
    listEntries: async (kind: EntryKind) => {
      const keys = await port.sql.query<[number, string]>(
        'SELECT id, key FROM source_keys WHERE kind = ? ORDER BY since DESC',
        [kind],
      );
      const byId = new Map(keys);
      const text = 'SELECT id, body FROM entries WHERE kind = ?';
      const entries = await port.sql.select<{ id: number; body: string }>(text, [kind]);
      return entries.map(({ id, body }) => ({ id, body, key: byId.get(id) ?? null }));
    },
    putEntry: async (kind: EntryKind, id: number, body: string) => {
      markChanged();
      await port.upsert('entries', { kind, id, body });
    },
    removeEntry: async (kind: EntryKind, id: number) => {
      markChanged();
      await port.delete('entries', { kind, id });
    },
  };
}

/** What the sources say about entries. */
export function entryLayerWriter({ port, undo, bundles }: WriteContext) {
  const find = port.prepareFind('entryLayers', ['line']);
  const beforeChange = async (key: string, source: string) => {
    await bundles.forget(source);
    await undo.save('entry-layer', `${key} ${source}`, (await find(key, source))?.line ?? null);
  };
  return {
    listEntryLayers: port.prepareList('entryLayers', 'key', ['key', 'source', 'line']),
    /** In the order of keys. */
    listEntryLayersOfSource: (source: string) =>
      port.sql.select<EntryLayer>('SELECT key, source, line FROM entry_layers WHERE source = ? ORDER BY key', [source]),
    putEntryLayer: async (layer: EntryLayer) => {
      await beforeChange(layer.key, layer.source);
      await port.upsert('entryLayers', layer);
    },
    removeEntryLayer: async (key: string, source: string) => {
      await beforeChange(key, source);
      await port.delete('entryLayers', { key, source });
    },
  };
}

const SHOWN = ['name', 'licence', 'url'] as const;

/** What a mirror follows, as JSON. */
export function mirrorWriter({ port }: WriteContext) {
  const find = port.prepareFind('catalogFacts', ['value']);
  return {
    findMirror: async () => (await find('mirror'))?.value,
    putMirror: (value: string) => port.upsert('catalogFacts', { name: 'mirror', value }),
    removeMirror: () => port.delete('catalogFacts', { name: 'mirror' }),
  };
}

export function sourceWriter(context: WriteContext) {
  const { port, markChanged, undo } = context;
  const find = port.prepareFind('sources', ['source', 'name', 'version', 'licence', 'url', 'importedAt']);
  const beforeChange = async (source: string) => {
    const before = await find(source);
    await undo.save('source', source, before ?? null);
    return before;
  };
  return {
    listSources: () => listSources(port.sql),
    putSource: async (source: StoredSource) => {
      const before = await beforeChange(source.source);
      // Responses show these. Version and time alone change nothing that they show.
      if (before && SHOWN.some((field) => before[field] !== source[field])) markChanged();
      await port.upsert('sources', source);
    },
    removeSource: async (source: string) => {
      await beforeChange(source);
      await port.delete('sources', { source });
    },
    addImport: async (entry: Omit<ImportEntry, 'importId'>) => {
      context.startedAt = entry.startedAt;
      const { action, source, version, startedAt, finishedAt, added, changed, unchanged, removed, merged } = entry;
      const counts = { added, changed, unchanged, removed, merged };
      const row = { action, source, version, startedAt, finishedAt, ...counts, notes: JSON.stringify(entry.notes) };
      await port.sql.query(...insertion('imports', row));
    },
  };
}
