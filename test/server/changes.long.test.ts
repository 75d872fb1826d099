import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Config } from '../../src/config.ts';
import { removeSource } from '../../src/merging/load/remove-source.ts';
import { undoImport } from '../../src/merging/load/undo.ts';
import { serve } from '../../src/server/serve.ts';
import { moveStore } from '../../src/store/move.ts';
import { openStore, openTables } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { ENGINES, type Engine, newPlace } from '../support/engines.ts';
import { correct, followed, load, on } from '../support/layers.ts';
import { addKey } from '../support/server.ts';
import { until } from '../support/until.ts';

/** Of both engines: a move copies the encrypted keys. */
const SECRET = 'one secret for both engines, long enough';

/** A served catalog. Each request has its own connection, so that any thread may answer it. */
async function startServer(config: Config) {
  const serving = await serve({ ...config, secret: SECRET });
  after(() => serving.close());
  const headers = { 'x-api-key': await addKey({ ...config, secret: SECRET }, 'unlimited'), connection: 'close' };
  const url = `http://localhost:${serving.port}`;
  const get = (path: string) => fetch(url + path, { headers, redirect: 'manual' });
  return {
    get,
    // biome-ignore lint/suspicious/noExplicitAny: tests know the shape of their responses
    getJson: async (path: string): Promise<any> => (await get(path)).json(),
    /** Waits until this revision is served. */
    shows: (revision: number) =>
      until(async () => (await (await get('/metrics')).text()).includes(`\nludex_catalog_revision ${revision}\n`)),
  };
}
type Server = Awaited<ReturnType<typeof startServer>>;

/** A program that keeps a copy of the catalog by `/v1/changes` alone. */
function openFollower() {
  const games = new Map<number, string>();
  const redirects = new Map<number, number>();
  let [next, sequence] = ['', 0];
  /** Reads one page and returns the number of changes. */
  const read = async ({ getJson }: Server, limit: number): Promise<number> => {
    const page = await getJson(`/v1/changes?format=brief&limit=${limit}${next && `&since=${next}`}`);
    for (const change of page.changes) {
      assert.ok(change.sequence > sequence, 'sequences increase');
      sequence = change.sequence;
      if (change.game) games.set(change.game_id, `${change.game.title} ${change.modified_at}`);
      else games.delete(change.game_id);
      if (change.merged_into === null) redirects.delete(change.game_id);
      else redirects.set(change.game_id, change.merged_into);
    }
    next = page.next;
    return page.changes.length;
  };
  return {
    games,
    redirects,
    read,
    readAll: async (server: Server, limit: number) => {
      while ((await read(server, limit)) > 0);
    },
  };
}
type Follower = ReturnType<typeof openFollower>;

/** Compares the copy with what the server and the store say. */
async function assertSame({ games, redirects }: Follower, server: Server, store: Store): Promise<void> {
  const { present } = await store.catalog.readIndex();
  const list = (await server.getJson('/v1/games?format=brief')).games as { game_id: number; title: string }[];
  const expected = list.map(({ game_id, title }) => {
    const modifiedAt = present.modifiedAt[present.ids.indexOf(game_id)] as number;
    return [game_id, `${title} ${new Date(modifiedAt).toISOString()}`] as const;
  });
  assert.deepEqual(
    [...games].sort(([a], [b]) => a - b),
    expected,
  );
  for (const [id, target] of redirects) {
    const { status, headers } = await server.get(`/v1/games/${id}?format=id`);
    assert.deepEqual([status, headers.get('location')?.match(/games\/(\d+)/)?.[1]], [301, String(target)]);
  }
}

const elsewhere = { platforms: [on('snes')] };
const MAME = [
  { key: 'hop', title: 'Hop' },
  { key: 'skip', title: 'Skip' },
  { key: 'jump', title: 'Jump' },
];

const HISTORY: [name: string, change: (store: Store) => Promise<unknown>][] = [
  ['a first import', (store) => load(store, 'starter', [{ key: 'a' }, { key: 'b' }, { key: 'hop', title: 'Hop' }])],
  ['another source', (store) => load(store, 'mame', MAME, { now: 2000 })],
  [
    'changed, removed and new games',
    (store) => load(store, 'mame', [{ key: 'skip', title: 'Skipping' }, { key: 'new' }], { now: 3000 }),
  ],
  ['its undo', (store) => followed(store, () => undoImport(store, () => 4000))],
  ['a merge', (store) => correct(store, { merge: ['starter:a', 'mame:skip'] })],
  ['a further merge', (store) => correct(store, { merge: ['starter:a', 'mame:skip', 'starter:b'] })],
  ['the merge taken back', (store) => correct(store, { game: 'starter:b', title: 'Bee' })],
  ['a split', (store) => correct(store, { split: 'mame:hop' })],
  ['a removed source', (store) => followed(store, () => removeSource(store, 'mame', { clock: () => 6000 }))],
  ['the source again', (store) => load(store, 'mame', [...MAME, { key: 'last', ...elsewhere }], { now: 7000 })],
];

async function open(config: Config): Promise<Store> {
  const store = await openStore(config);
  after(() => store.close());
  return store;
}

async function moveTo(engine: Engine, from: Config): Promise<Config> {
  const to = await newPlace(engine);
  const placeOf = ({ data, database_url }: Config) => database_url ?? data;
  const [source, target] = [await openTables(placeOf(from), from, false), await openTables(placeOf(to), to, true)];
  await moveStore(source, target, () => {});
  await source.close();
  await target.close();
  return to;
}

describe('a follower holds the games of the server', { concurrency: true }, () => {
  for (const engine of ENGINES) {
    test(`${engine}: through every kind of change, and after a move to the other engine`, async () => {
      const config = await newPlace(engine);
      const [store, server] = [await open(config), await startServer(config)];
      // They poll always, after every third change, one change at a time, and only at the end.
      const followers = Array.from({ length: 4 }, openFollower) as [Follower, Follower, Follower, Follower];
      const [eager, rare, slow] = followers;
      for (const [i, [, change]] of HISTORY.entries()) {
        await change(store);
        await server.shows(await store.catalog.readRevision());
        await eager.readAll(server, 100);
        await assertSame(eager, server, store);
        if (i % 3 === 2) await rare.readAll(server, 2);
        await slow.read(server, 1);
      }
      const moved = await moveTo(ENGINES.find((other) => other !== engine) as Engine, config);
      const copy = await open(moved);
      await load(copy, 'more', [{ key: 'more' }], { now: 8000 });
      const other = await startServer(moved);
      for (const follower of followers) {
        await follower.readAll(other, 3);
        await assertSame(follower, other, copy);
      }
    });
  }

  for (const [name, engine, nodes, threads] of [
    ['two threads', 'sqlite', 1, 2],
    ['two nodes', 'postgres', 2, 1],
  ] as const) {
    test(`while ${name} change to the next snapshot, each at its own time`, async () => {
      const config = { ...(await newPlace(engine)), threads };
      const store = await open(config);
      const servers = await Promise.all(Array.from({ length: nodes }, () => startServer(config)));
      let turn = 0;
      /** A load balancer. */
      const server = { ...(servers[0] as Server), getJson: (path: string) => pick(servers, turn++).getJson(path) };
      const follower = openFollower();
      const games = (round: number) =>
        Array.from({ length: 20 }, (_, i) => ({ key: `${i}`, title: `${i} in ${round}` }));
      for (let round = 1; round <= 3; round++) {
        await load(store, 'mame', [...games(round), { key: `only in ${round}` }], { now: round * 1000 });
        const last = `19 in ${round} ${new Date(round * 1000).toISOString()}`;
        // Some of these requests are answered from the snapshot of the round before.
        await until(async () => {
          await follower.readAll(server, 7);
          return [...follower.games.values()].includes(last);
        });
      }
      for (const one of servers) await one.shows(await store.catalog.readRevision());
      await follower.readAll(server, 7);
      await assertSame(follower, server, store);
    });
  }
});

function pick<T>(list: readonly T[], turn: number): T {
  return list[turn % list.length] as T;
}
