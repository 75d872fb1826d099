import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import pg from 'pg';
import { isUnavailable as isPostgresUnavailable } from '../../src/store/postgres/errors.ts';
import { isUnavailable as isSqliteUnavailable } from '../../src/store/sqlite/errors.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { freePort } from '../support/servers/free-port.ts';
import { newDatabase } from '../support/servers/postgres.ts';
import { openClient } from '../support/servers/postgres-roles.ts';

const folder = temporaryFolder('errors');
const path = join(folder, 'some.db');
const database = new DatabaseSync(path);
database.exec(`CREATE TABLE numbers (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
  INSERT INTO numbers SELECT i, hex(randomblob(20)) FROM n`);

async function errorOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

function openCopy(change: (bytes: Buffer) => void): DatabaseSync {
  const copy = join(folder, 'copy.db');
  const bytes = readFileSync(path);
  change(bytes);
  writeFileSync(copy, bytes);
  return new DatabaseSync(copy);
}

const READ_ALL = 'SELECT sum(length(text)) FROM numbers';

const SQLITE: [name: string, isUnavailable: boolean, work: () => unknown][] = [
  [
    'a lock that another one holds',
    true,
    () => {
      const other = new DatabaseSync(path);
      other.exec('BEGIN IMMEDIATE');
      try {
        database.exec('DELETE FROM numbers');
      } finally {
        other.close();
      }
    },
  ],
  ['a file that may only be read', true, () => new DatabaseSync(path, { readOnly: true }).exec('DELETE FROM numbers')],
  [
    'a disk that is full',
    true,
    () => {
      const full = openCopy(() => {});
      full.exec('PRAGMA max_page_count = 1; INSERT INTO numbers VALUES (9999, hex(randomblob(9999)))');
    },
  ],
  ['a page that is damaged', true, () => openCopy((bytes) => bytes.fill(0xff, 4096, bytes.length)).exec(READ_ALL)],
  ['a file that is no database', true, () => openCopy((bytes) => bytes.fill(0xff)).exec(READ_ALL)],
  ['a folder that is not there', true, () => new DatabaseSync(join(folder, 'none', 'some.db'))],
  ['a column that is not there', false, () => database.exec('SELECT nothing FROM numbers')],
  ['a text that is missing', false, () => database.exec('INSERT INTO numbers VALUES (6000, NULL)')],
  ['a file that is missing elsewhere', false, () => readFileSync(join(folder, 'none'))],
  ['any other mistake', false, () => (undefined as unknown as string).length],
];

for (const [name, isUnavailable, work] of SQLITE) {
  test(`SQLite: ${name} ${isUnavailable ? 'means' : 'does not mean'} that the store is unavailable`, async () => {
    const error = await errorOf(work);
    assert.equal(isSqliteUnavailable(error), isUnavailable, String(error));
  });
}

const url = await newDatabase();
const SLEEP = "SET statement_timeout = '10ms'; SELECT pg_sleep(10)";
const READ_ONLY = 'BEGIN READ ONLY; CREATE TABLE more (number INT)';
const connect = (options: pg.ClientConfig) => new pg.Client({ user: 'nobody', password: '', ...options }).connect();

const POSTGRES: [name: string, isUnavailable: boolean, work: (client: pg.Client) => unknown][] = [
  ['a statement that took too long', true, (client) => client.query(SLEEP)],
  ['a server that is read-only', true, (client) => client.query(READ_ONLY)],
  ['a connection that was ended', true, (client) => client.query('SELECT pg_terminate_backend(pg_backend_pid())')],
  ['a port where nobody listens', true, async () => connect({ host: '127.0.0.1', port: await freePort() })],
  ['a socket that is not there', true, () => connect({ host: join(folder, 'none') })],
  ['a column that is not there', false, (client) => client.query('SELECT nothing FROM pg_class')],
  ['a file that is missing elsewhere', false, () => readFileSync(join(folder, 'none'))],
];

for (const [name, isUnavailable, work] of POSTGRES) {
  test(`PostgreSQL: ${name} ${isUnavailable ? 'means' : 'does not mean'} that the store is unavailable`, async () => {
    const client = await openClient(url);
    client.on('error', () => {});
    const error = await errorOf(() => work(client));
    await client.end();
    assert.equal(isPostgresUnavailable(error), isUnavailable, String(error));
  });
}
