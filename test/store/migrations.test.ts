import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { Config } from '../../src/config.ts';
import { openStore } from '../../src/store/open.ts';
import { openPostgres } from '../../src/store/postgres/database.ts';
import { migratePostgres, SCHEMA } from '../../src/store/postgres/schema.ts';
import { parsePostgresUrl } from '../../src/store/postgres/url.ts';
import { versionOf } from '../../src/store/schema.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { SERVICE_SCHEMA } from '../../src/store/sqlite/schema.ts';
import { runHere } from '../support/servers/command.ts';
import { ENGINES, type Engine, newPlace, runSqlDirectly } from '../support/servers/engines.ts';
import { administer } from '../support/servers/postgres-roles.ts';

const LIMITS = { connections: 2, statementMs: 10_000, idleInTransactionMs: 10_000 };

/** Opens a store with later schemas than the current one, which these statements lead to. Returns the version that it then has. */
async function migrate({ data, database_url }: Config, ...changes: string[]): Promise<number> {
  if (database_url === undefined) {
    const migrations = changes.map((sql) => (database: DatabaseSync) => database.exec(sql));
    const schema = { ...SERVICE_SCHEMA, migrations: [...SERVICE_SCHEMA.migrations, ...migrations] };
    const database = openDatabase(join(data, 'service.db'), schema);
    database.close();
  } else {
    const address = parsePostgresUrl('The URL', database_url, undefined);
    const database = openPostgres(address, LIMITS);
    const migrations = changes.map(
      (sql) => (connection: { run(text: string): Promise<number> }) => connection.run(sql).then(() => {}),
    );
    const schema = { ...SCHEMA, migrations: [...SCHEMA.migrations, ...migrations] };
    await migratePostgres(database, database, address, schema).finally(() => database.close());
  }
  return readVersion({ data, database_url });
}

async function readVersion({ data, database_url }: Pick<Config, 'data' | 'database_url'>): Promise<number> {
  if (database_url !== undefined) {
    const text = "SELECT value FROM catalog_facts WHERE name = 'tables_version'";
    return Number((await administer(database_url, text)).rows[0].value);
  }
  const database = new DatabaseSync(join(data, 'service.db'));
  const row = database.prepare("SELECT value FROM facts WHERE name = 'tables_version'").get();
  database.close();
  return Number(row?.value);
}

async function newStore(engine: Engine): Promise<Config> {
  const config = await newPlace(engine);
  const { accounts, close } = await openStore(config);
  await accounts.addAccount({ email: 'ada@example.org', plan: 'free', createdAt: 7 });
  await close();
  return config;
}

function setVersion(engine: Engine, config: Config, version: number): Promise<void> {
  const table = engine === 'sqlite' ? 'facts' : 'catalog_facts';
  return runSqlDirectly(config, 'service', `UPDATE ${table} SET value = '${version}' WHERE name = 'tables_version'`);
}

/** PostgreSQL has the tables of both databases of SQLite. */
const CURRENT = { sqlite: versionOf(SERVICE_SCHEMA), postgres: versionOf(SCHEMA) };
const ADD_COLUMN = "ALTER TABLE accounts ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'";

for (const engine of ENGINES) {
  test(`${engine}: later schemas are reached one after another, and only once`, async () => {
    const config = await newStore(engine);
    assert.equal(await readVersion(config), CURRENT[engine]);
    assert.equal(await migrate(config, ADD_COLUMN), CURRENT[engine] + 1);
    assert.equal(
      await migrate(config, ADD_COLUMN, "UPDATE accounts SET email = colour || '@example.org'"),
      CURRENT[engine] + 2,
    );
    assert.equal(await migrate(config, ADD_COLUMN, 'nonsense'), CURRENT[engine] + 2);
    await assert.rejects(openStore(config), /has schema 3, and this Ludex knows schemas up to 1: run the newer Ludex/);
    assert.equal(await readVersion(config), CURRENT[engine] + 2);
    await setVersion(engine, config, CURRENT[engine]);
    const { accounts, close } = await openStore(config);
    assert.ok(await accounts.findAccount('red@example.org'));
    await close();
  });

  test(`${engine}: a migration that fails changes nothing`, async () => {
    const config = await newStore(engine);
    await assert.rejects(migrate(config, ADD_COLUMN, 'DELETE FROM accounts; SELECT * FROM missing'), /missing/);
    assert.equal(await readVersion(config), CURRENT[engine]);
    const { accounts, close } = await openStore(config);
    assert.equal('colour' in ((await accounts.findAccount('ada@example.org')) ?? { colour: '' }), false);
    await close();
  });
}

const BEFORE_1_0 =
  /was made by a Ludex before 1\.0, which this one cannot read: export its catalog there with "ludex export catalog\.tar\.gz", and import that here with "ludex import catalog\.tar\.gz"/;

/** Writes what a version before 1.0 left: the same names of tables, and another mark of the schema. */
function writeOldDatabase(path: string): Buffer {
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    INSERT INTO facts VALUES ('schema', '1');
    CREATE TABLE games (game_id INTEGER PRIMARY KEY) STRICT`);
  database.close();
  return readFileSync(path);
}

const OLD_FOLDERS: [command: string, databases: string[]][] = [
  ['status', ['catalog.db', 'service.db']],
  ['serve', ['catalog.db', 'service.db']],
  // `ludex import` made no other one.
  ['import starter', ['catalog.db']],
  ['status', ['catalog.db']],
];
for (const [command, names] of OLD_FOLDERS) {
  test(`sqlite: ludex ${command} refuses ${names.join(' and ')} from before 1.0, and changes nothing`, async () => {
    const { data } = await newPlace('sqlite');
    const before = names.map((name) => writeOldDatabase(join(data, name)));
    const { code, stderr } = await runHere([...command.split(' '), '--data', data]);
    assert.equal(code, 1);
    assert.match(stderr, BEFORE_1_0);
    assert.deepEqual(
      readdirSync(data).filter((name) => name.endsWith('.db')),
      names,
    );
    assert.deepEqual(
      names.map((name) => readFileSync(join(data, name))),
      before,
    );
  });
}

test('postgres: a database from before 1.0 is refused and not changed', async () => {
  const config = await newStore('postgres');
  const url = config.database_url as string;
  await administer(url, "DELETE FROM catalog_facts WHERE name = 'tables_version'; DROP TABLE attempts");
  const list = async () => (await administer(url, "SELECT * FROM pg_tables WHERE schemaname = 'public'")).rows;
  const before = await list();
  await assert.rejects(openStore(config), BEFORE_1_0);
  assert.deepEqual(await list(), before);
});
