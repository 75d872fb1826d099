import type { CatalogWriter, EntryWriter, IdentityWriter } from '../catalog-store.ts';
import { insertion } from '../sql.ts';
import { listSources } from './reads.ts';
import type { WriteContext } from './write-context.ts';

export function identityWriter(context: WriteContext): IdentityWriter {
  return { ...bindingWriter(context), ...counterWriter(context), ...aliasWriter(context) };
}

function bindingWriter({ port, importId, highest, undo }: WriteContext) {
  const find = port.prepareFind('sourceKeys', ['id', 'since']);
  return {
    findId: async (kind, key) => (await find(kind, key))?.id,
    findBinding: (key) => find('game', key),
    bindKey: async (kind, key, id, since = importId, isFounding = true) => {
      const before = await find(kind, key);
      // A new founding key keeps a new id even after undo, so there is nothing to save. A new key of an older game does not:
      // it would be one more claim to that game when the import is repeated.
      const isKept = isFounding && (kind !== 'game' || id > highest.gameId);
      if (!isKept || before) await undo.save('binding', `${kind} ${key}`, before ?? null);
      await port.upsert('sourceKeys', { kind, key, id, since: before?.since ?? since });
    },
    unbindKey: (kind, key) => port.delete('sourceKeys', { kind, key }),
    findKey: async (gameId) => {
      const text = "SELECT key FROM source_keys WHERE kind = 'game' AND id = ? ORDER BY since, key LIMIT 1";
      return (await port.sql.query<[string]>(text, [gameId]))[0]?.[0];
    },
    listBindings: () =>
      port.sql.select("SELECT kind, key, id, since FROM source_keys WHERE kind <> 'undone' ORDER BY kind, key"),
    putUndoneId: (key, id) => port.upsert('sourceKeys', { kind: 'undone', key, id, since: importId }),
    findUndoneId: async (key) => (await find('undone', key))?.id,
  } satisfies Partial<IdentityWriter>;
}

function counterWriter({ counters }: WriteContext) {
  const setCounter: IdentityWriter['setCounter'] = async (kind, lastId) => {
    counters.set(kind, Math.max(counters.get(kind) ?? 0, lastId));
  };
  return {
    nextId: async (kind, floor) => {
      const id = Math.max(counters.get(kind) ?? 0, floor) + 1;
      await setCounter(kind, id);
      return id;
    },
    listCounters: async () =>
      Array.from(counters, ([kind, lastId]) => ({ kind, lastId })).sort((a, b) => (a.kind < b.kind ? -1 : 1)),
    setCounter,
  } satisfies Partial<IdentityWriter>;
}

function aliasWriter({ port, markChanged, undo, changes }: WriteContext) {
  const find = port.prepareFind('aliases', ['gameId', 'targetId', 'cause']);
  const beforeChange = async (gameId: number) => {
    markChanged();
    changes.setAlias(gameId);
    await undo.save('alias', String(gameId), (await find(gameId)) ?? null);
  };
  return {
    findAlias: (gameId) => find(gameId),
    putAlias: async (alias) => {
      await beforeChange(alias.gameId);
      await port.upsert('aliases', alias);
    },
    removeAlias: async (gameId) => {
      await beforeChange(gameId);
      await port.delete('aliases', { gameId });
    },
    listAliases: () => port.sql.select('SELECT * FROM aliases ORDER BY game_id'),
  } satisfies Partial<IdentityWriter>;
}

export function entryWriter(context: WriteContext): EntryWriter {
  return { ...bodyWriter(context), ...entryLayerWriter(context) };
}

function bodyWriter({ port, markChanged }: WriteContext) {
  const find = port.prepareFind('entries', ['body']);
  return {
    findEntry: async (kind, id) => (await find(kind, id))?.body,
    listEntries: async (kind) => {
      const keys = await port.sql.query<[number, string]>(
        'SELECT id, key FROM source_keys WHERE kind = ? ORDER BY since DESC',
        [kind],
      );
      const byId = new Map(keys);
      const text = 'SELECT id, body FROM entries WHERE kind = ?';
      const entries = await port.sql.select<{ id: number; body: string }>(text, [kind]);
      return entries.map(({ id, body }) => ({ id, body, key: byId.get(id) ?? null }));
    },
    putEntry: async (kind, id, body) => {
      markChanged();
      await port.upsert('entries', { kind, id, body });
    },
    removeEntry: async (kind, id) => {
      markChanged();
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
      port.sql.select('SELECT key, source, line FROM entry_layers WHERE source = ? ORDER BY key', [source]),
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

const SHOWN = ['name', 'licence', 'url'] as const;

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
    putSource: async (source) => {
      const before = await beforeChange(source.source);
      // Responses show these. Version and time alone change nothing that they show.
      if (before && SHOWN.some((field) => before[field] !== source[field])) markChanged();
      await port.upsert('sources', source);
    },
    removeSource: async (source) => {
      await beforeChange(source);
      await port.delete('sources', { source });
    },
    addImport: async (entry) => {
      context.startedAt = entry.startedAt;
      const { action, source, version, startedAt, finishedAt, added, changed, unchanged, removed, merged } = entry;
      const counts = { added, changed, unchanged, removed, merged };
      const row = { action, source, version, startedAt, finishedAt, ...counts, notes: JSON.stringify(entry.notes) };
      await port.sql.query(...insertion('imports', row));
    },
  } satisfies Partial<CatalogWriter>;
}
