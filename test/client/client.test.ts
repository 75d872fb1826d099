import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  type Game,
  Ludex,
  LudexError,
  type LudexOptions,
  memoryStore,
  type Store,
  type StoredResponse,
} from '../../client/index.js';
import { ROUTES } from '../../src/api/routes.ts';
import { writeBundle } from '../support/samples/bundle.ts';
import { CATALOG, GAME, PLATFORM } from '../support/samples/catalog.ts';
import { startServer } from '../support/servers/server.ts';

const run = promisify(execFile);
const server = await startServer({ 'free-per-hour': '5' });

/** A client whose waiting moves the clock of the server, and the statuses and waits that it saw. */
function openClient(options: LudexOptions = {}) {
  const statuses: number[] = [];
  const waits: number[] = [];
  const sent = new Set<Promise<Response>>();
  const targets = new Set<string>();
  const client = new Ludex(`${server.url}/v1/`, {
    key: server.key,
    now: () => server.now,
    sleep: async (ms) => {
      waits.push(ms);
      // All requests that were sent before have arrived then.
      await nextTurn();
      await Promise.all(sent);
      server.now += ms;
    },
    fetch: async (url, init) => {
      targets.add(`${init.method ?? 'GET'} ${new URL(url).pathname}`);
      const request = fetch(url, init);
      sent.add(request);
      const response = await request;
      statuses.push(response.status);
      return response;
    },
    ...options,
  });
  return { client, statuses, waits, targets };
}

test('every endpoint with its types', async () => {
  const { client, targets } = openClient();
  const names: string[] = (await client.platforms()).map((platform) => platform.platform_name);
  assert.ok(names.includes('NES'));
  assert.equal((await client.genres())[0]?.genre_category, 'Basic Genres');
  const game: Game = await client.game(GAME.everything);
  assert.equal(game.title, 'Super Example Bros.');
  const url: string = (await client.game(GAME.chess, { format: 'brief' })).catalog_url;
  assert.match(url, /\/games\/2\//);
  const id: number = await client.game(GAME.chess, { format: 'id' });
  assert.equal(id, GAME.chess);
  assert.equal((await client.gamePlatforms(GAME.everything)).length, 3);
  assert.equal((await client.platformDetails(GAME.everything, PLATFORM.nes)).releases.length, 4);
  assert.equal((await client.screenshots(GAME.everything, PLATFORM.nes)).length, 7);
  assert.equal((await client.covers(GAME.everything, PLATFORM.nes))[0]?.covers.length, 2);
  const [included] = await Array.fromAsync(client.games({ id: GAME.everything, include: ['details', 'groups'] }));
  assert.equal(included?.platforms.find(({ platform_id }) => platform_id === PLATFORM.nes)?.releases?.length, 4);
  const [found] = (await client.search('chess for 3', { include: 'groups' }).first()).items;
  assert.deepEqual([found?.title, found?.groups?.length], ['Chess for Three', 1]);
  assert.equal((await client.suggest('chess'))[0]?.name, 'Chess for Three');
  const [random] = (await client.randomGames({ limit: 1 }).first()).items;
  assert.equal(typeof random, 'number');
  assert.deepEqual(await client.get('/games/2', { format: 'id' }), 2);
  assert.equal((await Array.fromAsync(client.groups())).length, 122);
  const [company] = await Array.fromAsync(client.companies({ name: 'r&d4' }));
  assert.deepEqual(await client.company(company?.company_id ?? 0), company);
  const unknown = { sha1: '0'.repeat(40) };
  assert.equal(await client.identify(unknown), null);
  assert.deepEqual(await client.identify(Array(101).fill(unknown)), Array(101).fill(null));
  const { changes } = await client.changes({ limit: 1, include: 'groups' });
  assert.equal(changes[0]?.game?.groups?.length, 2);
  // @ts-expect-error: an unknown format
  await assert.rejects(client.game(1, { format: 'full' }), { name: 'LudexError', status: 422, code: 10 });
  // @ts-expect-error: a list of ids by default
  (await client.recentGames({ limit: 1 }).first()).items[0]?.title;
  const missing = ROUTES.filter(({ method = 'GET', path }) => {
    const pattern = new RegExp(`^${method} /v1${path.replaceAll(/\{\w+\}/g, '\\d+')}$`);
    return ![...targets].some((target) => pattern.test(target));
  });
  assert.deepEqual(
    missing.map(({ operation }) => operation),
    [],
    'each endpoint has a method',
  );
});

test('`for await` reads all pages, `first` one with the total', async () => {
  const { client, statuses } = openClient();
  const ids = await Array.fromAsync(client.games({ format: 'id', limit: 50 }));
  assert.deepEqual(
    ids,
    Array.from({ length: GAME.last }, (_, i) => i + 1),
  );
  assert.deepEqual(statuses, [200, 200, 200]);
  const { items, total } = await client.games({ platform: [PLATFORM.nes, PLATFORM.snes], match: 'any' }).first();
  assert.deepEqual([items.length, total], [5, 5]);
});

test('requests are sent as fast as the limits allow, however many at once', async () => {
  const { client, statuses, waits } = openClient({ key: await server.addKey('free') });
  await Promise.all([1, 2, 3].map((gameId) => client.game(gameId)));
  assert.deepEqual(
    [statuses, waits],
    [
      [200, 200, 200],
      [1000, 1000],
    ],
  );
});

test('a key without limits sends everything at once', async () => {
  const { client, waits } = openClient();
  await Promise.all([1, 2, 3, 4].map((gameId) => client.game(gameId)));
  assert.deepEqual(waits, []);
});

test('when the hour is used up, the client waits for the next one', async () => {
  const { client, statuses, waits } = openClient({ key: await server.addKey('free'), store: null });
  for (let i = 0; i < 6; i++) await client.game(1);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200]);
  assert.ok((waits.at(-1) as number) > 60_000, 'until the end of the hour');
});

test('a 429 is tried again after Retry-After with jitter; a longer wait than allowed is an error', async () => {
  const key = await server.addKey('free');
  const [one, other] = [openClient({ key }), openClient({ key })];
  await one.client.game(1);
  await other.client.game(1);
  assert.deepEqual(other.statuses, [429, 200]);
  const [wait = 0] = other.waits;
  assert.ok(wait >= 1000 && wait < 1250, String(wait));
  const hasty = openClient({ key, maxWaitSeconds: 0.5 });
  await assert.rejects(hasty.client.game(1), (error) => error instanceof LudexError && error.retryAfterSeconds === 1);
});

test('failures of the network are tried again with increasing pauses, a bounded number of times', async () => {
  let failures = 2;
  const flaky = openClient({
    fetch: async (url, init) => {
      if (failures-- > 0) throw new TypeError('fetch failed');
      return fetch(url, init);
    },
  });
  assert.equal((await flaky.client.game(1)).game_id, 1);
  const [first = 0, second = 0] = flaky.waits;
  assert.ok(first >= 250 && first <= 500 && second >= 500 && second <= 1000, String(flaky.waits));
  failures = 100;
  await assert.rejects(flaky.client.game(2), {
    name: 'LudexError',
    status: 0,
    message: `No response from ${server.url} (fetch failed). Check the address and the network.`,
    cause: new TypeError('fetch failed'),
  });
  assert.equal(failures, 100 - 6);
});

test('a server that cannot be reached or breaks off is a LudexError that says so', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  const client = new Ludex(`http://127.0.0.1:${port}`, { retries: 0 });
  await assert.rejects(client.genres(), { name: 'LudexError', status: 0, message: /^No response .*\(ECONNREFUSED\)/ });

  const broken = () => new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
  const { client: other } = openClient({ fetch: async () => new Response(broken()) });
  await assert.rejects(other.genres(), { name: 'LudexError', status: 0, message: /\(terminated\)/ });
});

test('a response that is not JSON is a LudexError, and is not stored', async () => {
  const store = memoryStore();
  const headers = { 'content-type': 'text/html', etag: '"1"' };
  const { client } = openClient({ store, fetch: async () => new Response('<h1>Sign in</h1>', { headers }) });
  await assert.rejects(client.genres(), (error) => {
    assert.ok(error instanceof LudexError && error.cause instanceof SyntaxError);
    assert.equal(error.status, 200);
    assert.match(error.message, /is not JSON\. Check that this is the address of a Ludex server\.$/);
    return true;
  });
  assert.equal(store.get(`${server.url}/v1/genres`), undefined);
});

test('an aborted client stops waiting and sends nothing more', async () => {
  const { client, statuses } = openClient({ signal: AbortSignal.abort(new Error('stopped')) });
  await assert.rejects(client.game(1), { message: 'stopped' });
  assert.deepEqual(statuses, []);
});

test('a known response is asked for by its ETag, from a store of any kind', async () => {
  const kept = new Map<string, string>();
  const store: Store = {
    get: async (url) => JSON.parse(kept.get(url) ?? 'null') as StoredResponse | null,
    set: async (url, response) => void kept.set(url, JSON.stringify(response)),
  };
  for (const [options, expected] of [
    [{ store }, [200, 200, 304, 304]],
    [{}, [200, 200, 304, 304]],
    [{ store: null }, [200, 200, 200, 200]],
  ] as const) {
    const { client, statuses } = openClient(options);
    const list = () => Array.fromAsync(client.games({ format: 'id' }));
    assert.deepEqual(await list(), await list());
    assert.deepEqual(statuses, expected);
  }
  assert.doesNotMatch([...kept.keys()].join(), new RegExp(server.key));
});

test('the store in memory drops the oldest responses', () => {
  const store = memoryStore(10);
  const response = { etag: '"1"', body: '12345', link: '', total: '' };
  for (const url of ['a', 'b', 'a', 'c']) store.set(url, response);
  assert.deepEqual(
    ['a', 'b', 'c'].map((url) => store.get(url) !== undefined),
    [true, false, true],
  );
  store.set('d', { ...response, body: '12345678901' });
  assert.equal(store.get('d'), undefined, 'too large');
});

test('an error has status, code, title and message', async () => {
  const { client } = openClient();
  await assert.rejects(client.game(GAME.none), { status: 404, code: 1, error: 'Game not found' });
  await assert.rejects(Array.fromAsync(client.games({ limit: 0 })), {
    status: 422,
    message: 'limit must be from 1 to 100.',
  });
  await assert.rejects(openClient({ key: 'wrong' }).client.genres(), { status: 401 });
});

test('sync follows changes from nothing, and starts again on another catalog', async () => {
  const own = await startServer({}, CATALOG);
  const client = new Ludex(own.url, { key: own.key });
  const copy = new Map<number, Game>();
  const options = {
    apply: (changes: { game_id: number; game: Game | null }[]) => {
      for (const { game_id, game } of changes) {
        if (game) copy.set(game_id, game);
        else copy.delete(game_id);
      }
    },
    reset: () => copy.clear(),
  };
  const shown = async () => Array.fromAsync(client.games());
  const since = await client.sync(options);
  assert.deepEqual([...copy.values()], await shown());
  const games = CATALOG.games.slice(1).map((game) => (game.key === 'test:b' ? { ...game, title: 'Changed' } : game));
  await own.import(writeBundle({ ...CATALOG, games, media: [] }));
  const next = await client.sync({ ...options, since });
  assert.notEqual(next, since);
  assert.deepEqual(
    [...copy.values()].sort((a, b) => a.game_id - b.game_id),
    await shown(),
  );
  assert.equal(copy.get(GAME.chess)?.title, 'Changed');
  assert.equal(await client.sync({ ...options, since: next }), next, 'nothing new');

  const other = new Ludex(server.url, { key: server.key });
  await assert.rejects(other.sync({ since: next, apply: options.apply }), { status: 410 });
  await other.sync({ ...options, since: next });
  assert.deepEqual([...copy.values()], await Array.fromAsync(other.games()));
});

test('the client runs as it is in the Node of the machine, which may be Node 20', async () => {
  const client = new URL('../../client/index.js', import.meta.url);
  const program = `
    import { Ludex } from '${client}';
    const ludex = new Ludex('${server.url}', { key: '${server.key}' });
    for await (const game of ludex.games({ title: 'chess' })) console.log(game.title);`;
  const { stdout } = await run('node', ['--input-type=module', '--eval', program], {
    env: {
      PATH: (process.env.PATH ?? '')
        .split(delimiter)
        .filter((folder) => !folder.includes('node_modules'))
        .join(delimiter),
    },
  });
  assert.equal(stdout, 'Chess for Three\n');
});
