import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { listChanges, START } from '../../src/catalog/changes.ts';
import type { GameRecord } from '../../src/catalog/model/record.ts';
import { readSnapshot } from '../../src/catalog/snapshot/read-snapshot.ts';
import { packBackup } from '../../src/cli/kit/backup-archive.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { isFounding, isOfSource, parseLayer } from '../../src/merging/load/layer-line.ts';
import { undoImport } from '../../src/merging/load/undo.ts';
import { serve } from '../../src/server/serve.ts';
import { listExternalIds } from '../../src/store/external-ids.ts';
import { filtersOf, unpackFilters } from '../../src/store/game-filters.ts';
import { openStore } from '../../src/store/open.ts';
import { hashRecord } from '../../src/store/upgraded-games.ts';
import { temporaryFolder } from '../support/bundle.ts';
import { runHere } from '../support/command.ts';
import { ENGINES, type Engine, newPlace, runSqlDirectly } from '../support/engines.ts';
import { newDatabase } from '../support/postgres.ts';
import { administer, openClient } from '../support/postgres-roles.ts';
import { NOON } from '../support/server.ts';

const FIXTURE = join(import.meta.dirname, '../fixtures/first-version');
const read = (name: string) => readFileSync(join(FIXTURE, name), 'utf8');
const EXPECTED: { key: string; session: string; responses: Record<string, unknown> } = JSON.parse(
  read('expected.json'),
);
const HOUR_MS = 3600 * 1000;

for (const engine of ENGINES) {
  test(`${engine}: a store of the first version is served as it was`, async () => {
    const config = await newFirstVersion(engine);
    // An hour later: the quota of the first version's last hour is over.
    let now = NOON + HOUR_MS;
    const serving = await serve(config, () => now);
    after(() => serving.close());
    const ask = (path: string, headers: Record<string, string> = {}) =>
      fetch(`http://localhost:${serving.port}${path}`, { headers });
    for (const [path, expected] of Object.entries(EXPECTED.responses)) {
      now += 2000;
      assert.deepEqual(await (await ask(`${path}?api_key=${EXPECTED.key}`)).json(), expected, path);
    }
    const profile = await (await ask('/profile', { cookie: `ludex_session=${EXPECTED.session}` })).text();
    for (const text of ['ada@example.org', 'May I have the commercial plan?']) assert.ok(profile.includes(text), text);
  });

  test(`${engine}: lines of the first version that only enrich are known`, async () => {
    const config = await newFirstVersion(engine);
    const first = '(SELECT min(layer_id) FROM layers)';
    const sql = `UPDATE layers SET line = replace(line, '{"key"', '{"enriches":true,"key"') WHERE layer_id = ${first}`;
    await runSqlDirectly(config, 'catalog', sql);
    const store = await openStore(config);
    const founding = await store.catalog.read(async (reader) => {
      const keys = (await reader.listSources()).map(({ source }) => reader.listKeys(source));
      const layers = (await Promise.all(keys)).flat().map((key) => reader.findHead(key));
      return (await Promise.all(layers)).map((layer) => layer && isFounding(layer));
    });
    assert.equal(founding.filter((one) => one === false).length, 1);
    assert.ok(founding.length > 1);
    await store.close();
  });

  test(`${engine}: the last import of the first version can be undone`, async () => {
    const store = await openStore(await newFirstVersion(engine));
    assert.deepEqual((await store.catalog.readIndex()).games.titles.slice(1), ['Chess for Three Anew', 'Pokémon']);
    await undoImport(store, () => NOON);
    assert.deepEqual((await store.catalog.readIndex()).games.titles.slice(1), ['Chess for Three', 'Pokémon']);
    await store.close();
  });

  test(`${engine}: a game of the first version is found by a hash that its source states`, async () => {
    const config = await newFirstVersion(engine);
    const layer = '(SELECT min(layer_id) FROM layers WHERE game_id IS NOT NULL)';
    const marks = [`sha1 ${'a'.repeat(20)}`, `crc32 ${'b'.repeat(8)} platform:nes`, 'sha1 nonsense'];
    for (const mark of marks) await runSqlDirectly(config, 'catalog', `INSERT INTO marks VALUES ('${mark}', ${layer})`);
    await runSqlDirectly(
      config,
      'catalog',
      `UPDATE layers SET marks = '${JSON.stringify(marks)}' WHERE layer_id = ${layer}`,
    );
    const store = await openStore(config);
    const found = [{ sha1: 'a'.repeat(40) }, { crc: 'b'.repeat(8) }].map((file) => store.catalog.findGamesByHash(file));
    const [[byHash], [byChecksum]] = (await Promise.all(found)) as [number[], number[]];
    assert.ok((await store.catalog.readIndex()).games.ids.includes(byHash as number));
    assert.equal(byChecksum, byHash);
    await store.close();
  });

  test(`${engine}: accounts of the first version keep their keys, and their ids are never given again`, async () => {
    const { accounts, close } = await openStore(await newFirstVersion(engine));
    assert.deepEqual(
      (await accounts.listAccounts()).map(({ accountId, email, createdAt, role }) => [
        accountId,
        email,
        createdAt,
        role,
      ]),
      [
        [1, 'tester0@example.org', NOON, 'member'],
        [2, 'ada@example.org', NOON, 'member'],
        [3, 'operator@example.org', NOON, 'operator'],
      ],
    );
    assert.equal((await accounts.listKeys(3)).length, 1);
    await accounts.removeAccount(3);
    assert.equal((await accounts.listKeys(3)).length, 0);
    assert.equal((await accounts.addAccount({ email: 'e@f', plan: 'free', createdAt: 7 }))?.accountId, 4);
    await close();
  });

  test(`${engine}: games of the first version get filters and external ids, and importing them again changes nothing`, async () => {
    const store = await openStore(await newFirstVersion(engine));
    const index = await store.catalog.readIndex();
    const { published } = unpackFilters(index.games.filters, index.games.ids.length);
    const rebuilt = await store.catalog.read(async (reader) => {
      const games = [];
      for (const gameId of index.games.ids) {
        const { hash, record = '' } = (await reader.findGame(gameId)) ?? {};
        const lines = (await reader.listLayers(gameId)).filter(isOfSource).map(parseLayer);
        assert.equal(hash, hashRecord(record));
        games.push({ ids: (JSON.parse(record) as GameRecord).external_ids, expected: listExternalIds(lines), record });
      }
      return games;
    });
    assert.ok(published.ids.length > 0);
    for (const { ids, expected } of rebuilt) assert.deepEqual(ids, expected);
    const expected = rebuilt.flatMap(({ record }) => [...filtersOf(JSON.parse(record) as GameRecord)]);
    assert.deepEqual([...index.games.filters], expected);
    await store.close();
  });

  test(`${engine}: games of versions without some terms and flags get them`, async () => {
    const config = await newFirstVersion(engine);
    const before = await openStore(config);
    const { filters } = (await before.catalog.readIndex()).games;
    await before.close();
    for (const version of engine === 'sqlite' ? [5, 6, 7, 9, 10] : [6, 7, 8, 10, 11]) {
      const [schema, empty] =
        engine === 'sqlite'
          ? [`facts SET value = '${version}' WHERE name = 'schema'`, "x''"]
          : [`ludex_schema SET version = ${version}`, "''"];
      await runSqlDirectly(config, 'catalog', `UPDATE games SET filters = ${empty}; UPDATE ${schema}`);
      const after = await openStore(config);
      assert.deepEqual((await after.catalog.readIndex()).games.filters, filters, `from version ${version}`);
      await after.close();
    }
  });

  test(`${engine}: the changes of a store of the first version begin with its games and merges`, async () => {
    const config = await newFirstVersion(engine);
    // In the first version, game 9 was merged by matching.
    await runSqlDirectly(config, 'catalog', "INSERT INTO aliases VALUES (9, 2, 'match')");
    const store = await openStore(config);
    const upgraded = await readSnapshot(store.catalog);
    const { changes, next } = listChanges(upgraded, START, 10);
    assert.deepEqual(
      changes.map(({ sequence, type, game_id, merged_into }) => [sequence, type, game_id, merged_into]),
      [
        [1, 'created', 1, null],
        [2, 'created', 3, null],
        [3, 'created', 2, null],
        [4, 'merged', 9, 2],
      ],
    );
    assert.ok(await store.catalog.hasRevision(upgraded.revision));
    await undoImport(store, () => NOON);
    const undone = listChanges(await readSnapshot(store.catalog, upgraded), next, 10);
    assert.deepEqual(
      undone.changes.map(({ type, game_id }) => [type, game_id]),
      [['updated', 2]],
    );
    await store.close();
  });

  test(`${engine}: an upgraded store has the tables of a new one`, async () => {
    const [upgraded, fresh] = [await newFirstVersion(engine), await newPlace(engine)];
    for (const config of [upgraded, fresh]) await (await openStore(config)).close();
    assert.deepEqual(await describeTables(upgraded), await describeTables(fresh));
  });

  test(`${engine}: check finds nothing wrong in an upgraded store`, async () => {
    const { data, database_url } = await newFirstVersion(engine);
    const url = database_url === undefined ? {} : { LUDEX_DATABASE_URL: database_url };
    const { stdout } = await runHere(['check', '--json'], { LUDEX_DATA: data, ...url });
    const { checked, problems } = JSON.parse(stdout);
    assert.deepEqual(problems, []);
    assert.equal(checked.games, 3);
  });

  test(`${engine}: a failed upgrade changes nothing`, async () => {
    const config = await newBrokenUpgrade(engine);
    const before = await describeTables(config);
    await assert.rejects(openStore(config), /already exists/);
    assert.deepEqual(await describeTables(config), before);
    assert.deepEqual(await readVersions(config), engine === 'sqlite' ? [3, 2] : [0]);
  });
}

test('sqlite: long texts of the first version are compressed, and read as they were', async () => {
  const config = await newFirstVersion('sqlite');
  const description = 'A long story. '.repeat(100);
  await runSqlDirectly(
    config,
    'catalog',
    `UPDATE records SET record = json_set(record, '$.description', '${description}');
     UPDATE sqlite_sequence SET seq = 1234 WHERE name = 'layers'`,
  );
  const store = await openStore(config);
  const { ids, revisions } = (await store.catalog.readIndex()).games;
  const records = await store.catalog.readRecords(
    ids.map((gameId, i) => ({ gameId, revision: revisions[i] as number })),
  );
  for (const record of records) assert.equal(JSON.parse(record ?? '{}').description, description);
  await store.close();
  const database = new DatabaseSync(join(config.data, 'catalog.db'));
  const lengths = database.prepare('SELECT typeof(record) AS type, length(record) AS length FROM records').all();
  assert.equal(lengths.length, records.length);
  for (const { type, length } of lengths)
    assert.ok(type === 'blob' && Number(length) < description.length, `${type} ${length}`);
  // No layer gets the id of a removed one.
  assert.equal(database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'layers'").get()?.seq, 1234);
  database.close();
});

test('sqlite: a backup of the first version is restored and upgraded', async () => {
  const { data } = await newFirstVersion('sqlite');
  const [file, target] = [join(data, 'backup.tar'), join(data, 'restored')];
  const names = ['catalog.db', 'service.db', 'secret'];
  await packBackup(
    names.map((name) => ({ name, path: join(data, name) })),
    file,
    data,
    () => {},
  );
  assert.equal((await runHere(['restore', file, '--data', target])).code, 0);
  const { code, stdout } = await runHere(['check', '--data', target]);
  assert.deepEqual([code, /^games +3$/m.test(stdout)], [0, true]);
});

test('sqlite: a database from before the first version is refused and not changed', async () => {
  const config = await newFirstVersion('sqlite');
  await runSqlDirectly(config, 'service', "UPDATE facts SET value = '1' WHERE name = 'schema'");
  await assert.rejects(
    openStore(config),
    /service\.db has schema 1, and this Ludex upgrades schemas from 2 on: run an older Ludex on it first, or set LUDEX_DATA/,
  );
  assert.deepEqual(await readVersions(config), [3, 1]);
});

async function newFirstVersion(engine: Engine): Promise<Config> {
  const data = temporaryFolder('first-version');
  cpSync(join(FIXTURE, 'secret'), join(data, 'secret'));
  const flags = { port: '0', data, 'log-level': 'silent', 'public-url': 'http://ludex.example' };
  const settings = { 'generated-covers': 'false', threads: '1' };
  if (engine === 'sqlite') {
    for (const part of ['catalog', 'service']) {
      const database = new DatabaseSync(join(data, `${part}.db`));
      database.exec(read(`${part}.sql`));
      database.close();
    }
    return readConfig({ ...flags, ...settings }, {});
  }
  const url = await newDatabase();
  const client = await openClient(url);
  await client.query(read('postgres.sql'));
  await client.end();
  return readConfig({ ...flags, ...settings }, { LUDEX_DATABASE_URL: url });
}

/** A store in which a table that the upgrade creates exists already. PostgreSQL has no upgrade yet: there the tables are created. */
async function newBrokenUpgrade(engine: Engine): Promise<Config> {
  if (engine === 'postgres') {
    const database_url = await newDatabase();
    await administer(
      database_url,
      `CREATE TABLE ludex_schema (one INTEGER PRIMARY KEY, version INTEGER NOT NULL);
       INSERT INTO ludex_schema VALUES (1, 0); CREATE TABLE usage_by_hour (key_id BIGINT);
       GRANT ALL ON ludex_schema TO PUBLIC`,
    );
    return readConfig({ data: temporaryFolder('data') }, { LUDEX_DATABASE_URL: database_url });
  }
  const config = await newFirstVersion(engine);
  await runSqlDirectly(config, 'service', 'CREATE TABLE new_accounts (account_id INTEGER)');
  return config;
}

const COLUMNS = `
  SELECT m.name || '.' || c.name AS "column", c.type, c."notnull", c.dflt_value, c.pk,
    m.sql LIKE '%AUTOINCREMENT%' AS counts
  FROM sqlite_schema AS m, pragma_table_xinfo(m.name) AS c ORDER BY 1`;
const INDEXES = "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index' ORDER BY 1, 2";
const POSTGRES_COLUMNS = `
  SELECT table_name || '.' || column_name AS "column", data_type, is_nullable, column_default, is_identity, collation_name
  FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1`;
const POSTGRES_INDEXES = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1";

async function describeTables({ data, database_url }: Config): Promise<unknown[]> {
  if (database_url !== undefined) {
    const found = [POSTGRES_COLUMNS, POSTGRES_INDEXES].map((sql) => administer(database_url, sql));
    return (await Promise.all(found)).map(({ rows }) => rows);
  }
  return ['catalog', 'service'].map((part) => {
    const database = new DatabaseSync(join(data, `${part}.db`));
    const found = [COLUMNS, INDEXES].map((sql) => database.prepare(sql).all());
    database.close();
    return found;
  });
}

async function readVersions({ data, database_url }: Config): Promise<number[]> {
  if (database_url !== undefined)
    return (await administer(database_url, 'SELECT version FROM ludex_schema')).rows.map(({ version }) => version);
  return ['catalog', 'service'].map((part) => {
    const database = new DatabaseSync(join(data, `${part}.db`));
    const row = database.prepare("SELECT value FROM facts WHERE name = 'schema'").get();
    database.close();
    return Number(row?.value);
  });
}
