import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { issueKey } from '../../src/accounts/keys.ts';
import { openSecret } from '../../src/accounts/secret.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { type MovableStore, moveStore } from '../../src/store/move.ts';
import { openStore, openTables } from '../../src/store/open.ts';
import { keepRandomList } from '../../src/store/status.ts';
import type { Store } from '../../src/store/store.ts';
import { withStore } from '../support/accounts.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { correct, load } from '../support/samples/layers.ts';
import { storedKey } from '../support/samples/rows.ts';
import { runHere } from '../support/servers/command.ts';
import { newPlace } from '../support/servers/engines.ts';
import { newDatabase } from '../support/servers/postgres.ts';

const SECRET = 'a secret of more than thirty-two characters';
const HOUR = 3600 * 1000;

const FILE = { name: 'é.bin', size: 3, crc: 'ff00ff00' };

/** A store with rows in every table. */
async function fill(config: Config): Promise<{ key: string }> {
  const store = await openStore(config);
  await load(store, 'mame', [{ key: 'a', title: 'Ä “1”' }, { key: 'b' }, { key: 'c', title: '\u{1f3ae}' }]);
  const dumped = { platform: 'platform:nes', dumps: [FILE] };
  await load(store, 'mame', [{ key: 'b', members: ['mame:a', 'mame:b'], platforms: [dumped] }, { key: 'c' }], {
    now: 3000,
  });
  await correct(store, { game: 'mame:c', title: 'See' });
  const secret = await openSecret(config, store.accounts);
  const account = { email: 'a@b', plan: 'free' as const, createdAt: 1, password: 'hash', role: 'operator' as const };
  const { accountId } = (await store.accounts.addAccount(account)) ?? { accountId: 0 };
  const key = await issueKey(store.accounts, secret, { accountId, name: 'one', createdAt: 1 });
  const removed = await store.accounts.addAccount({ email: 'gone@b', plan: 'free', createdAt: 1 });
  await issueKey(store.accounts, secret, { accountId: removed?.accountId ?? 0, name: 'gone', createdAt: 1 });
  await store.accounts.removeAccount(removed?.accountId ?? 0);
  const [{ keyId = 0 } = {}] = await store.accounts.listKeys(accountId);
  await store.quota.update([keyId], () => ({ hour: 5, used: 17, nextRequestAt: 99.25 }));
  await store.quota.update([-3], () => ({ hour: 5, used: 2, nextRequestAt: 0.5 }));
  await store.sessions.add(Buffer.from('s'), { accountId, seenAt: 2, agent: 'x' });
  await store.tokens.add(Buffer.from('t'), { purpose: 'reset', accountId, createdAt: 1, expiresAt: 2, content: '{}' });
  await store.attempts.count({ name: Buffer.from([0, 255]), limit: { burst: 1, intervalMs: 10 } }, 5);
  await store.messages.add({ accountId, sentAt: 1, text: 'Why?' });
  await store.proposals.add({ accountId, sentAt: 1, edit: '{}', preview: '{}', picture: Buffer.from([0, 255]) });
  await store.usage.add([{ keyId, hour: 400, endpoint: '/games', status: 200, requests: 3 }], 400);
  await keepRandomList(store.status, 7, [3, 1]);
  await store.close();
  return { key };
}

async function readEverything(store: Store) {
  const index = await store.catalog.readIndex();
  const names = index.games.ids.map((gameId, i) => ({ gameId, revision: index.games.revisions[i] as number }));
  const [account] = await store.accounts.listAccounts();
  return {
    index,
    revisions: await store.readRevisions(),
    cards: await store.catalog.readCards(names),
    dumps: await store.catalog.findDumps([FILE]),
    imports: await store.catalog.listImports(9),
    sources: await store.catalog.countSources(),
    bindings: (await store.catalog.read((reader) => reader.listBindings())).map((one) => ({ ...one })),
    accounts: await store.accounts.listAccounts(),
    keys: await store.accounts.listKeys(account?.accountId ?? 0),
    quota: await store.quota.find(1),
    networkQuota: await store.quota.find(-3),
    session: await store.sessions.find(Buffer.from('s')),
    token: await store.tokens.find(Buffer.from('t')),
    messages: (await store.messages.list(9)).map((one) => ({ ...one })),
    proposals: (await store.proposals.listOpen(9)).map((one) => ({ ...one })),
    picture: Buffer.from((await store.proposals.findPicture(1)) ?? []),
    usage: await store.usage.sum('endpoint', 0),
    random: await keepRandomList(store.status, 7, []),
  };
}

const placeOf = ({ data, database_url }: Config) => database_url ?? data;

async function move(from: Config, to: Config) {
  const [source, target] = [await openTables(placeOf(from), from, false), await openTables(placeOf(to), to, true)];
  const shown: [number, number][] = [];
  try {
    return { moved: await moveStore(source, target, (...step) => shown.push(step)), shown };
  } finally {
    await source.close();
    await target.close();
  }
}

test('a store that is moved from SQLite to PostgreSQL and back stays the same and continues with the same ids', async () => {
  const first = await newPlace('sqlite', {});
  await fill(first);
  const [fleet, back] = [await newPlace('postgres'), await newPlace('sqlite')];
  const there = await move(first, fleet);
  const again = await move(fleet, back);
  assert.deepEqual(again.moved, there.moved);
  assert.ok(there.moved.every(({ rows, table }) => rows > 0 || table === 'aliases'));
  const total = there.moved.reduce((sum, { rows }) => sum + rows, 0);
  assert.deepEqual(there.shown.at(-1), [total, total]);
  const expected = await withStore(first, readEverything);
  assert.deepEqual(await withStore(fleet, readEverything), expected);
  assert.deepEqual(await withStore(back, readEverything), expected);

  // The sequences continue, even after the last key was removed.
  const next = (config: Config) =>
    withStore(config, async (store) => {
      await load(store, 'late', [{ key: 'x' }], { now: 9 * HOUR });
      const account = await store.accounts.addAccount({ email: 'new@b', plan: 'free', createdAt: 2 });
      const key = await store.accounts.addKey(storedKey(account?.accountId ?? 0));
      const { games } = await store.catalog.readIndex();
      return { games: games.ids, keyId: key?.keyId, imports: (await store.catalog.listImports(1))[0]?.importId };
    });
  const follows = await next(first);
  assert.equal(follows.keyId, 3);
  assert.deepEqual(await next(fleet), follows);
  assert.deepEqual(await next(back), follows);
});

test('a target that lacks a row that was written stays empty', async () => {
  const [from, to] = [await newPlace('sqlite'), await newPlace('sqlite')];
  await fill(from);
  const [source, target] = [await openTables(placeOf(from), from, false), await openTables(placeOf(to), to, true)];
  const losing: MovableStore = {
    ...target,
    write: (work) =>
      target.write((tables) =>
        work({ ...tables, write: (table, rows) => tables.write(table, table.name === 'cards' ? rows.slice(1) : rows) }),
      ),
  };
  await assert.rejects(
    moveStore(source, losing, () => {}),
    /^Error: cards has 1 rows after the copy instead of 2/,
  );
  for (const place of [source, target]) await place.close();
  assert.deepEqual((await withStore(to, readEverything)).accounts, []);
});

test('a target that is not empty is refused and not changed', async () => {
  const [from, to] = [await newPlace('sqlite'), await newPlace('postgres')];
  await fill(from);
  await withStore(to, (store) => store.accounts.addAccount({ email: 'a@b', plan: 'free', createdAt: 1 }));
  await assert.rejects(
    move(from, to),
    /postgres:\/\/\S+ is not empty: it has rows in accounts; move into an empty one/,
  );
  assert.equal((await withStore(to, readEverything)).index.games.ids.length, 0);
  await assert.rejects(move(to, from), /is not empty: it has rows in catalog_facts/);
});

test('a target that an import is writing to is refused', async () => {
  const [from, to] = [await newPlace('sqlite'), await newPlace('postgres')];
  await fill(from);
  const store = await openStore(to);
  await store.catalog.write(async () => {
    await assert.rejects(move(from, to), /Another import is running/);
  });
  await store.close();
  await move(from, to);
});

test('"ludex move" reports what it moved and where the secret is, and the keys work', async () => {
  const from = await newPlace('sqlite');
  const { key } = await fill(from);
  const url = await newDatabase();
  const moved = await runHere(['move', from.data, url]);
  assert.equal(moved.stderr, '');
  assert.match(moved.stdout, /catalog +games +2\n/);
  assert.match(moved.stdout, /rows moved from .* to postgres:\/\/.*\n/);
  assert.ok(moved.stdout.includes(`set LUDEX_SECRET_FILE=${join(from.data, 'secret')}`));
  const secret = readFileSync(join(from.data, 'secret'), 'utf8').trim();
  const list = await runHere(['key', 'list', 'a@b', '--show', '--json'], {
    LUDEX_DATABASE_URL: url,
    LUDEX_SECRET: secret,
    LUDEX_DATA: temporaryFolder('none'),
  });
  assert.equal(JSON.parse(list.stdout)[0].key, key);
  const other = await runHere(['key', 'list', 'a@b', '--show'], { LUDEX_DATABASE_URL: url, LUDEX_SECRET: SECRET });
  assert.match(other.stderr, /is not the secret that the keys in this store were encrypted with/);

  const folder = join(temporaryFolder('back'), 'data');
  const back = await runHere(['move', url, folder, '--json']);
  assert.equal(JSON.parse(back.stdout).to, folder);
  assert.ok(existsSync(join(folder, 'ludex.json')), 'so that a lost database is noticed');
  assert.equal(
    (await withStore(readConfig({ data: folder }, { LUDEX_SECRET: secret }), readEverything)).accounts.length,
    1,
  );
  const again = await runHere(['move', url, folder]);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /is not empty/);
});

test('a folder without a store is refused as the source, and no files are left in it', async () => {
  const nowhere = join(temporaryFolder('no'), 'where');
  const url = await newDatabase();
  const { code, stderr } = await runHere(['move', nowhere, url]);
  assert.equal(code, 1);
  assert.match(stderr, /where is not a data folder: it has no catalog\.db/);
  assert.ok(!existsSync(nowhere));
});
