import type { Alias, Binding, IdentityWriter } from '../catalog-store.ts';
import { compareNumbers, compareTexts, openPages } from './pages.ts';
import { insertRows, replacing } from './rows.ts';
import type { Writing } from './writing.ts';

/** So many changes are gathered before they are sent. */
const MOST_CHANGED = 5000;
const BINDING = ['kind', 'key', 'id', 'since'] as const;

export function identityWriter(writing: Writing): IdentityWriter {
  return { ...bindingWriter(writing), ...counterWriter(writing), ...aliasWriter(writing) };
}

function bindingWriter({ connection, importId, undo, onFlush, flush }: Writing) {
  const changed = new Map<string, Pick<Binding, 'id' | 'since'> | undefined>();
  const pages = openPages<string, Pick<Binding, 'id' | 'since'>>({
    read: async (from, limit) => {
      const rows = await connection.queryArrays<[kind: string, key: string, id: number, since: number]>({
        text: `SELECT ${BINDING.join(', ')} FROM source_keys WHERE (kind, key) >= ($1, $2) ORDER BY kind, key LIMIT $3`,
        values: [...splitName(from), limit],
      });
      const found = rows.map(([kind, key, id, since]): [string, { id: number; since: number }] => [
        nameOf(kind, key),
        { id, since },
      ]);
      return { rows: found, to: rows.length < limit ? undefined : found.at(-1)?.[0] };
    },
    compare: compareTexts,
    isPending: (name) => changed.has(name),
    firstLimit: 16,
    mostLimit: 4000,
    most: 100_000,
  });
  const write = async () => {
    const rows = [...changed];
    changed.clear();
    await undo.flush();
    const gone = rows.filter(([, bound]) => !bound).map(([name]) => splitName(name));
    if (gone.length > 0)
      await connection.run(
        'DELETE FROM source_keys WHERE (kind, key) IN (SELECT * FROM unnest($1::text[], $2::text[]))',
        [gone.map(([kind]) => kind), gone.map(([, key]) => key)],
      );
    await insertRows(
      connection,
      'source_keys',
      BINDING,
      rows.flatMap(([name, bound]) => (bound ? [[...splitName(name), bound.id, bound.since]] : [])),
      replacing(['kind', 'key'], BINDING),
    );
  };
  onFlush(async () => {
    if (changed.size > 0) await write();
  });
  const set = async (name: string, bound: Pick<Binding, 'id' | 'since'> | undefined) => {
    pages.put(name, bound);
    changed.set(name, bound);
    if (changed.size >= MOST_CHANGED) await write();
  };
  return {
    findId: async (kind, key) => (await pages.find(nameOf(kind, key)))?.id,
    findBinding: (key) => pages.find(nameOf('game', key)),
    bindKey: async (kind, key, id, since = importId, isFounding = true) => {
      const name = nameOf(kind, key);
      const before = await pages.find(name);
      // A new key that founds something keeps its id whatever is taken back: there is nothing to remember.
      if (!isFounding || before) undo.remember('binding', name, before ?? null);
      await set(name, { id, since: before?.since ?? since });
    },
    unbindKey: (kind, key) => set(nameOf(kind, key), undefined),
    findKey: async (gameId) => {
      await flush();
      const [row] = await connection.query<{ key: string }>({
        text: "SELECT key FROM source_keys WHERE kind = 'game' AND id = $1 ORDER BY since, key LIMIT 1",
        values: [gameId],
      });
      return row?.key;
    },
    listBindings: async () => {
      await flush();
      return connection.query<Binding>({ text: `SELECT ${BINDING.join(', ')} FROM source_keys ORDER BY kind, key` });
    },
  } satisfies Partial<IdentityWriter>;
}

/** No kind has a space in its name, and a space comes before all letters: so names have the order of their two parts. */
function nameOf(kind: string, key: string): string {
  return `${kind} ${key}`;
}

function splitName(name: string): [kind: string, key: string] {
  const at = name.indexOf(' ');
  return [name.slice(0, at), name.slice(at + 1)];
}

function counterWriter({ connection, onFlush, beforeCommit }: Writing) {
  type Counters = Awaited<ReturnType<IdentityWriter['listCounters']>>;
  let read: Map<string, number> | undefined;
  const counters = async () => {
    const text = 'SELECT kind, last_id AS "lastId" FROM counters ORDER BY kind';
    read ??= new Map((await connection.query<Counters[number]>({ text })).map(({ kind, lastId }) => [kind, lastId]));
    return read;
  };
  const changed = new Set<string>();
  /** The last id of each kind that this transaction has given. */
  const given = new Map<string, number>();
  const set = async (kind: string, lastId: number) => {
    const all = await counters();
    all.set(kind, Math.max(all.get(kind) ?? 0, lastId));
    changed.add(kind);
  };
  const write = async () => {
    const rows = [...changed].map((kind) => [kind, read?.get(kind)]);
    changed.clear();
    await insertRows(connection, 'counters', ['kind', 'last_id'], rows, replacing(['kind'], ['kind', 'last_id']));
  };
  onFlush(write);
  beforeCommit(async () => {
    for (const [kind, last] of given) await set(kind, last);
    await write();
  });
  return {
    nextId: async (kind, floor) => {
      const id = Math.max(given.get(kind) ?? (await counters()).get(kind) ?? 0, floor) + 1;
      given.set(kind, id);
      return id;
    },
    listCounters: async () =>
      Array.from(await counters(), ([kind, lastId]) => ({ kind, lastId })).sort((a, b) =>
        compareTexts(a.kind, b.kind),
      ) as Counters,
    setCounter: set,
  } satisfies Partial<IdentityWriter>;
}

/** Few games are others, and all of them fit in memory. */
function aliasWriter({ connection, undo, touch, onFlush }: Writing) {
  let read: Map<number, Alias> | undefined;
  const aliases = async () => {
    const text = 'SELECT game_id AS "gameId", target_id AS "targetId", cause FROM aliases';
    read ??= new Map((await connection.query<Alias>({ text })).map((alias) => [alias.gameId, alias]));
    return read;
  };
  const changed = new Set<number>();
  onFlush(async () => {
    if (changed.size === 0) return;
    await undo.flush();
    const ids = [...changed];
    changed.clear();
    const there = ids.flatMap((gameId) => read?.get(gameId) ?? []);
    await connection.run('DELETE FROM aliases WHERE game_id = ANY($1::bigint[])', [ids]);
    await insertRows(
      connection,
      'aliases',
      ['game_id', 'target_id', 'cause'],
      there.map(({ gameId, targetId, cause }) => [gameId, targetId, cause]),
      'DO NOTHING',
    );
  });
  const change = async (gameId: number, alias: Alias | undefined) => {
    const all = await aliases();
    touch();
    undo.remember('alias', String(gameId), all.get(gameId) ?? null);
    if (alias) all.set(gameId, alias);
    else all.delete(gameId);
    changed.add(gameId);
  };
  return {
    findAlias: async (gameId) => (await aliases()).get(gameId),
    putAlias: (alias) => change(alias.gameId, alias),
    removeAlias: (gameId) => change(gameId, undefined),
    listAliases: async () => [...(await aliases()).values()].sort((a, b) => compareNumbers(a.gameId, b.gameId)),
  } satisfies Partial<IdentityWriter>;
}
