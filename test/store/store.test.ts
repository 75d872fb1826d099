import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { OperatorError } from '../../src/errors.ts';
import type { GameToStore } from '../../src/store/catalog-store.ts';
import { packFacets } from '../../src/store/facets.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import type { Store, Usage } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/bundle.ts';

const NOBODY = 65534;

const game = (gameId: number, title: string): GameToStore => ({
  gameId,
  title,
  names: title.toLowerCase(),
  modifiedAt: 1000,
  facets: packFacets({ platforms: [3, 1], genres: [], groups: [70_000], years: [1985] }),
  hash: title,
  provenance: '{}',
  card: `card of ${title}`,
  record: `record of ${title}`,
});

async function usageOf(store: Store, keyId: number): Promise<Usage | undefined> {
  let usage: Usage | undefined;
  await store.quota.update([keyId], (usages) => {
    usage = usages.get(keyId);
    return new Map();
  });
  return usage;
}

test('the revision grows with every change, and only then', async () => {
  const store = await openSqliteStore(temporaryFolder('store'));
  assert.equal(await store.catalog.readRevision(), 0);
  await store.catalog.write((writer) => writer.putGame(game(1, 'One')));
  assert.equal(await store.catalog.readRevision(), 1);
  await store.catalog.write(async (writer) => void (await writer.findGame(1)));
  assert.equal(await store.catalog.readRevision(), 1);
  await store.catalog.write((writer) => writer.removeGame(1));
  assert.equal(await store.catalog.readRevision(), 2);
  await store.close();
});

test('a game comes back as it was stored', async () => {
  const store = await openSqliteStore(temporaryFolder('store'));
  await store.catalog.write((writer) => writer.putGame(game(7, 'Seven')));
  const { games } = await store.catalog.readIndex();
  const facets = Uint32Array.of(2, 3, 1, 0, 1, 70_000, 1, 1985);
  assert.deepEqual(games, {
    ids: [7],
    revisions: [1],
    titles: ['Seven'],
    names: ['seven'],
    modifiedAt: [1000],
    facets,
  });
  assert.deepEqual(await store.catalog.readCards([{ gameId: 7, revision: 1 }]), ['card of Seven']);
  assert.equal(await store.catalog.findRecord({ gameId: 7, revision: 1 }), 'record of Seven');
  await store.close();
});

test('whoever still answers from the old revision finds the old record', async () => {
  const store = await openSqliteStore(temporaryFolder('store'));
  await store.catalog.write((writer) => writer.putGame(game(1, 'Old')));
  await store.catalog.write((writer) => writer.putGame(game(1, 'New')));
  await store.catalog.write((writer) => writer.removeGame(1));
  const names = [1, 2, 3].map((revision) => ({ gameId: 1, revision }));
  assert.deepEqual(await store.catalog.readCards(names), ['card of Old', 'card of New', undefined]);
  await store.close();
});

test('work that fails leaves nothing behind', async () => {
  const store = await openSqliteStore(temporaryFolder('store'));
  const failing = store.catalog.write(async (writer) => {
    await writer.putGame(game(1, 'One'));
    throw new Error('on purpose');
  });
  await assert.rejects(failing, /on purpose/);
  assert.equal(await store.catalog.readRevision(), 0);
  assert.deepEqual((await store.catalog.readIndex()).games.ids, []);
  await store.close();
});

test('ids of a kind are never given twice, not even after a removal', async () => {
  const store = await openSqliteStore(temporaryFolder('store'));
  const ids = await store.catalog.write(async (writer) => [
    await writer.nextId('game', 0),
    await writer.nextId('game', 0),
  ]);
  assert.deepEqual(ids, [1, 2]);
  const high = await store.catalog.write((writer) => writer.nextId('platform', 1000));
  assert.equal(high, 1001);
  assert.equal(await store.catalog.write((writer) => writer.nextId('game', 0)), 3);
  await store.close();
});

test('a second import at the same time is refused with a sentence', { timeout: 20_000 }, async () => {
  const folder = temporaryFolder('store');
  const store = await openSqliteStore(folder);
  const other = new DatabaseSync(join(folder, 'catalog.db'));
  other.exec('BEGIN IMMEDIATE');
  await assert.rejects(
    store.catalog.write((writer) => writer.putGame(game(1, 'One'))),
    (error) => error instanceof OperatorError && /Another import is running/.test(error.message),
  );
  other.exec('ROLLBACK');
  other.close();
  await store.close();
});

test('a database of a newer Ludex is refused and not touched', async () => {
  const folder = temporaryFolder('store');
  await (await openSqliteStore(folder)).close();
  const database = new DatabaseSync(join(folder, 'catalog.db'));
  database.exec("UPDATE facts SET value = '99' WHERE name = 'schema'");
  database.close();
  await assert.rejects(
    openSqliteStore(folder),
    /catalog\.db has schema 99, and this Ludex knows schemas up to \d+: run the newer/,
  );
  const after = new DatabaseSync(join(folder, 'catalog.db'));
  assert.equal(after.prepare("SELECT value FROM facts WHERE name = 'schema'").get()?.value, '99');
  after.close();
});

test('a file that is no database is named', async () => {
  const folder = temporaryFolder('store');
  writeFileSync(join(folder, 'catalog.db'), 'this is a text, and quite a long one at that');
  await assert.rejects(openSqliteStore(folder), /The database .*catalog\.db cannot be opened/);
});

test('a data folder that is a file is named', async () => {
  const path = join(temporaryFolder('store'), 'file');
  writeFileSync(path, '');
  await assert.rejects(openSqliteStore(path), /The data folder .*file cannot be used/);
});

test('a data folder that cannot be written is named', async () => {
  const folder = join(temporaryFolder('store'), 'locked');
  mkdirSync(folder);
  chmodSync(folder, 0o500);
  // Root may write anywhere: as root, be somebody else for a moment.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    await assert.rejects(openSqliteStore(folder), /The data folder .*locked cannot be used \(EACCES\)/);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});

test('the first random list of a slot stands', async () => {
  const store = await openSqliteStore(temporaryFolder('store'));
  assert.deepEqual(await store.randomLists.pin(5, [3, 1, 2]), [3, 1, 2]);
  assert.deepEqual(await store.randomLists.pin(5, [9]), [3, 1, 2]);
  assert.deepEqual(await store.randomLists.pin(6, [9]), [9]);
  await store.close();
});

test('usage survives closing and opening', async () => {
  const folder = temporaryFolder('store');
  const store = await openSqliteStore(folder);
  const account = await store.accounts.addAccount({ email: 'a@b', plan: 'free', createdAt: 1 });
  const fields = { name: 'k', createdAt: 1, expiresAt: null, perHour: null, perSecond: null };
  const key = await store.accounts.addKey({
    ...fields,
    accountId: account?.accountId as number,
    digest: Buffer.from('digest'),
    sealed: Buffer.from('sealed'),
  });
  const keyId = key?.keyId as number;
  await store.quota.update([keyId], () => new Map([[keyId, { hour: 5, used: 17, dueAt: 99 }]]));
  await store.close();
  const again = await openSqliteStore(folder);
  assert.deepEqual(await usageOf(again, keyId), { hour: 5, used: 17, dueAt: 99 });
  await again.accounts.removeAccount(account?.accountId as number);
  assert.equal(await usageOf(again, keyId), undefined);
  await again.close();
});
