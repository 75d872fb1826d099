import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { lockFolder, openDatabase } from '../../src/store/sqlite/database.ts';
import { packText, unpackText } from '../../src/store/sqlite/packed-text.ts';
import { SERVICE_SCHEMA } from '../../src/store/sqlite/schema.ts';
import { sqliteServiceSql } from '../../src/store/sqlite/sql.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { storedKey } from '../support/samples/rows.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('only the owner can read a new data folder and each file in it', async () => {
  const folder = join(temporaryFolder('store'), 'new');
  const before = process.umask(0);
  assert.ok(lockFolder(folder));
  const store = await openSqliteStore(folder);
  process.umask(before);
  await store.accounts.setValueOnce('some', 'fact');
  const databases = ['catalog.db', 'service.db'].flatMap((name) => [name, `${name}-shm`, `${name}-wal`]);
  assert.deepEqual(
    readdirSync(folder).map((name) => `${name} ${modeOf(join(folder, name))}`),
    [...databases, 'ludex.json', 'server.lock', 'server.lock-journal'].toSorted().map((name) => `${name} 600`),
  );
  assert.equal(modeOf(folder), '700');
  await store.close();
});

test('the log file of a large import is truncated after the commit, or once no earlier state is read', async () => {
  const folder = temporaryFolder('store');
  const [serving, importing] = [await openSqliteStore(folder), await openSqliteStore(folder)];
  const source = { source: 'large', version: '1', licence: 'CC0-1.0', url: null, importedAt: 1 };
  const sizeOfLog = () => statSync(join(folder, 'catalog.db-wal')).size;
  const importLarge = () =>
    importing.catalog.write((writer) => writer.putSource({ ...source, name: randomBytes(24e6).toString('hex') }));
  await importLarge();
  assert.equal(sizeOfLog(), 0);
  await serving.catalog.read(async (reader) => {
    await reader.listSources();
    await importLarge();
    serving.tidy?.();
    assert.ok(sizeOfLog() > 48e6);
  });
  serving.tidy?.();
  assert.equal(sizeOfLog(), 0);
  for (const store of [serving, importing]) await store.close();
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
  const { keyId = 0 } = (await one.accounts.addKey(storedKey(accountId))) ?? {};
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

/** More turns than a transaction of the store takes. */
const TURNS = 60;

test('another connection that writes at any moment does not fail a transaction that reads first', async () => {
  const path = join(temporaryFolder('data'), 'service.db');
  const database = openDatabase(path, SERVICE_SCHEMA);
  const sql = sqliteServiceSql(database);
  const other = new DatabaseSync(path, { timeout: 0 });
  for (let turns = 0; turns < TURNS; turns++) {
    const adding = sql.transaction(async (changed) => {
      const { length } = await changed.select('SELECT name FROM facts');
      await changed.run("INSERT INTO facts VALUES (?, '')", [`${turns} of ${length}`]);
    });
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    try {
      other.exec("UPDATE facts SET value = value || 'x'");
    } catch (busy) {
      assert.match((busy as Error).message, /database is locked/);
    }
    await adding;
  }
  other.close();
  database.close();
});

const LONG = JSON.stringify({ titles: Array.from({ length: 100 }, (_, i) => `Game ${i} – ゲーム 🎮`) });

test('a long text is compressed, a short one is not, and both are read as they were', () => {
  const packed = packText(LONG);
  assert.ok(packed instanceof Uint8Array && packed.length < LONG.length / 3, `${packed.length} of ${LONG.length}`);
  assert.equal(unpackText(packed), LONG);
  assert.equal(packText('short'), 'short');
  assert.equal(unpackText('short'), 'short');
});
