import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { Config } from '../../src/config.ts';
import { writeAddress } from '../../src/server/address-file.ts';
import { lockFolder } from '../../src/store/sqlite/folder-lock.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { temporaryFolder } from '../support/bundle.ts';

const NOBODY = 65534;

test('a database of a newer Ludex is refused and not changed', async () => {
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

test('the error about a file that is not a database names it', async () => {
  const folder = temporaryFolder('store');
  writeFileSync(join(folder, 'catalog.db'), 'this is a text, and quite a long one at that');
  await assert.rejects(openSqliteStore(folder), /The database .*catalog\.db cannot be opened/);
});

test('the error about a data folder that is a file names it', async () => {
  const path = join(temporaryFolder('store'), 'file');
  writeFileSync(path, '');
  await assert.rejects(openSqliteStore(path), /The data folder .*file cannot be used/);
});

test('the error about a read-only data folder names it', async () => {
  const folder = join(temporaryFolder('store'), 'locked');
  mkdirSync(folder);
  chmodSync(folder, 0o500);
  // Root may write anywhere, so change the user for a moment.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    await assert.rejects(openSqliteStore(folder), /The data folder .*locked cannot be used \(EACCES\)/);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('only the owner can read a new data folder and each file in it', async () => {
  const folder = join(temporaryFolder('store'), 'new');
  const before = process.umask(0);
  assert.ok(lockFolder(folder));
  const store = await openSqliteStore(folder);
  writeAddress({ data: folder } as Config, 'http://localhost:8080');
  process.umask(before);
  await store.accounts.setValue('some', 'fact');
  const databases = ['catalog.db', 'service.db'].flatMap((name) => [name, `${name}-shm`, `${name}-wal`]);
  assert.deepEqual(
    readdirSync(folder).map((name) => `${name} ${modeOf(join(folder, name))}`),
    ['address', ...databases, 'ludex.json', 'server.lock', 'server.lock-journal']
      .toSorted()
      .map((name) => `${name} 600`),
  );
  assert.equal(modeOf(folder), '700');
  await store.close();
});

test('the mode of an existing folder is kept, but nobody else may lock it any more', () => {
  const folder = temporaryFolder('store');
  const lock = join(folder, 'server.lock');
  chmodSync(folder, 0o755);
  writeFileSync(lock, '');
  chmodSync(lock, 0o644);
  assert.ok(lockFolder(folder));
  assert.deepEqual([modeOf(folder), modeOf(lock)], ['755', '600']);
});

test('the file mode of an existing database is kept', async () => {
  const folder = temporaryFolder('store');
  await (await openSqliteStore(folder)).close();
  chmodSync(join(folder, 'service.db'), 0o640);
  await (await openSqliteStore(folder)).close();
  assert.equal(statSync(join(folder, 'service.db')).mode & 0o777, 0o640);
});

test('while one process counts, no other reads the count', async () => {
  const folder = temporaryFolder('store');
  const [one, other] = [await openSqliteStore(folder), await openSqliteStore(folder)];
  const account = await one.accounts.addAccount({ email: 'a@b', plan: 'free', createdAt: 1 });
  const { accountId = 0 } = account ?? {};
  const limits = { expiresAt: null, perHour: null, perSecond: null };
  const bytes = { digest: Buffer.from('d'), encrypted: Buffer.from('s') };
  const { keyId = 0 } = (await one.accounts.addKey({ accountId, name: 'k', createdAt: 1, ...bytes, ...limits })) ?? {};
  const count = (used = 0) => ({ hour: 1, used: used + 1, nextRequestAt: 0 });
  let meanwhile: Promise<unknown> | undefined;
  await one.quota.update([keyId], (_, before) => {
    meanwhile = other.quota.update([keyId], (__, also) => count(also?.used)).catch((error) => error);
    return count(before?.used);
  });
  assert.match(String(await meanwhile), /database is locked/);
  await other.quota.update([keyId], (_, before) => count(before?.used));
  assert.equal((await one.quota.find(keyId))?.used, 2);
  for (const store of [one, other]) await store.close();
});
