import type { IdentityWriter } from '../catalog-store.ts';
import type { Writing } from './writing.ts';

export function identityWriter(writing: Writing): IdentityWriter {
  return { ...bindingWriter(writing), ...counterWriter(writing), ...aliasWriter(writing) };
}

function bindingWriter({ port, importId, undo }: Writing) {
  const find = port.rows('sourceKeys', ['id', 'since']);
  return {
    findId: async (kind, key) => (await find(kind, key))?.id,
    findBinding: (key) => find('game', key),
    bindKey: async (kind, key, id, since = importId, isFounding = true) => {
      const before = await find(kind, key);
      // A new key that founds something keeps its id whatever is taken back: there is nothing to remember.
      if (!isFounding || before) await undo.remember('binding', `${kind} ${key}`, before ?? null);
      await port.put('sourceKeys', { kind, key, id, since: before?.since ?? since });
    },
    unbindKey: (kind, key) => port.remove('sourceKeys', { kind, key }),
    findKey: async (gameId) => {
      const keys = port.db.selectFrom('sourceKeys').select('key').where('kind', '=', 'game').where('id', '=', gameId);
      return (await keys.orderBy('since').orderBy('key').limit(1).executeTakeFirst())?.key;
    },
    listBindings: () => port.db.selectFrom('sourceKeys').selectAll().orderBy('kind').orderBy('key').execute(),
  } satisfies Partial<IdentityWriter>;
}

function counterWriter({ counters }: Writing) {
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

function aliasWriter({ port, touch, undo }: Writing) {
  const find = port.rows('aliases', ['gameId', 'targetId', 'cause']);
  const beforeChange = async (gameId: number) => {
    touch();
    await undo.remember('alias', String(gameId), (await find(gameId)) ?? null);
  };
  return {
    findAlias: (gameId) => find(gameId),
    putAlias: async (alias) => {
      await beforeChange(alias.gameId);
      await port.put('aliases', alias);
    },
    removeAlias: async (gameId) => {
      await beforeChange(gameId);
      await port.remove('aliases', { gameId });
    },
    listAliases: () => port.db.selectFrom('aliases').selectAll().orderBy('gameId').execute(),
  } satisfies Partial<IdentityWriter>;
}
