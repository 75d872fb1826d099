import type { Alias, Binding, IdentityWriter } from '../catalog-store.ts';
import type { Writing } from './writing.ts';

export function identityWriter({ database, importId, touch, remember, beforeCommit }: Writing): IdentityWriter {
  const find = database.prepare('SELECT id, since FROM source_keys WHERE kind = ? AND key = ?');
  const bind = database.prepare(
    'INSERT INTO source_keys (kind, key, id, since) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET id = excluded.id',
  );
  const keyOf = database.prepare(
    "SELECT key FROM source_keys WHERE kind = 'game' AND id = ? ORDER BY since, key LIMIT 1",
  );
  const unbind = database.prepare('DELETE FROM source_keys WHERE kind = ? AND key = ?');
  const listBindings = database.prepare('SELECT kind, key, id, since FROM source_keys ORDER BY kind, key');
  const lastId = database.prepare('SELECT last_id FROM counters WHERE kind = ?');
  const counters = database.prepare('SELECT kind, last_id AS lastId FROM counters ORDER BY kind');
  const setCounter = database.prepare(
    'INSERT INTO counters VALUES (?, ?) ON CONFLICT DO UPDATE SET last_id = max(last_id, excluded.last_id)',
  );
  // The last id of each kind that this transaction has given: an import gives a hundred thousand.
  const given = new Map<string, number>();
  beforeCommit(() => {
    for (const [kind, last] of given) setCounter.run(kind, last);
  });
  const alias = 'SELECT game_id AS gameId, target_id AS targetId, cause FROM aliases';
  const findAlias = database.prepare(`${alias} WHERE game_id = ?`);
  const listAliases = database.prepare(`${alias} ORDER BY game_id`);
  const putAlias = database.prepare('INSERT OR REPLACE INTO aliases VALUES (?, ?, ?)');
  const removeAlias = database.prepare('DELETE FROM aliases WHERE game_id = ?');
  return {
    findId: async (kind, key) => find.get(kind, key)?.id as number | undefined,
    findBinding: async (key) => find.get('game', key) as { id: number; since: number } | undefined,
    bindKey: async (kind, key, id, since = importId, isFounding = true) => {
      // A new key that founds something keeps its id whatever is taken back: there is nothing to remember.
      if (!isFounding || find.get(kind, key)) remember('binding', kind, key);
      bind.run(kind, key, id, since);
    },
    findKey: async (gameId) => keyOf.get(gameId)?.key as string | undefined,
    unbindKey: async (kind, key) => void unbind.run(kind, key),
    listBindings: async () => listBindings.all() as unknown as Binding[],
    nextId: async (kind, floor) => {
      const last = given.get(kind) ?? Number(lastId.get(kind)?.last_id ?? 0);
      const id = Math.max(last, floor) + 1;
      given.set(kind, id);
      return id;
    },
    listCounters: async () => counters.all() as never,
    setCounter: async (kind, lastId) => void setCounter.run(kind, lastId),
    findAlias: async (gameId) => findAlias.get(gameId) as Alias | undefined,
    putAlias: async ({ gameId, targetId, cause }) => {
      touch();
      remember('alias', gameId);
      putAlias.run(gameId, targetId, cause);
    },
    removeAlias: async (gameId) => {
      touch();
      remember('alias', gameId);
      removeAlias.run(gameId);
    },
    listAliases: async () => listAliases.all() as unknown as Alias[],
  };
}
