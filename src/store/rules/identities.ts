import type { Binding, IdentityWriter } from '../catalog-store.ts';
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
      const keys = port.db.selectFrom('sourceKeys').select('key').where('kind', '=', 'game').where('id', '=', gameId);
      return (await keys.orderBy('since').orderBy('key').limit(1).executeTakeFirst())?.key;
    },
    listBindings: () => {
      const bindings = port.db.selectFrom('sourceKeys').selectAll().where('kind', '!=', 'undone');
      return bindings.orderBy('kind').orderBy('key').$narrowType<Binding>().execute();
    },
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
    listAliases: () => port.db.selectFrom('aliases').selectAll().orderBy('gameId').execute(),
  } satisfies Partial<IdentityWriter>;
}
