import assert from 'node:assert/strict';
import { cpSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { packBackup } from '../../src/cli/kit/backup-archive.ts';
import { readConfig } from '../../src/config.ts';
import { serve } from '../../src/server/serve.ts';
import { SCHEMA } from '../../src/store/postgres/schema.ts';
import { CATALOG_SCHEMA } from '../../src/store/sqlite/catalog-schema.ts';
import { SERVICE_SCHEMA } from '../../src/store/sqlite/service-schema.ts';
import { temporaryFolder } from '../support/bundle.ts';
import { runHere } from '../support/command.ts';
import { newDatabase } from '../support/postgres.ts';
import { openClient } from '../support/postgres-roles.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');

/** A store that an earlier version wrote. */
interface Fixture {
  schemas: Record<Part, number>;
  key: string;
  /** What that version answered, by path. */
  responses: Record<string, unknown>;
  /** The statements that write the databases again. */
  catalog?: string;
  service?: string;
  postgres?: string;
}

type Part = 'catalog' | 'service' | 'postgres';

const fixtures = globSync('schemas/*.json.gz', { cwd: FIXTURES }).map(
  (file): Fixture => JSON.parse(gunzipSync(readFileSync(join(FIXTURES, file))).toString()),
);

const VERSIONS: [part: Part, oldest: number, current: number][] = [
  ['catalog', 4, CATALOG_SCHEMA.version],
  ['service', 3, SERVICE_SCHEMA.version],
  ['postgres', 2, SCHEMA.version],
];
for (const [part, oldest, current] of VERSIONS) {
  test(`${part}: there is a store of every schema between the first version and the current one`, () => {
    const found = new Set(fixtures.map(({ schemas }) => schemas[part]));
    for (let version = oldest; version < current; version++) assert.ok(found.has(version), `schema ${version}`);
  });
}

for (const fixture of fixtures) {
  test(`a store with ${JSON.stringify(fixture.schemas)} is upgraded, intact, and answers the same`, async () => {
    await assertSame(fixture, await write(fixture));
  });
}

/** With PostgreSQL a backup is a dump, as the fixtures are. */
for (const fixture of fixtures.filter(({ postgres }) => postgres === undefined)) {
  test(`a backup with ${JSON.stringify(fixture.schemas)} is restored, upgraded, intact, and answers the same`, async () => {
    const { LUDEX_DATA: data = '' } = await write(fixture);
    const [file, target] = [join(data, 'backup.tar.gz'), join(data, 'restored')];
    // The format of backups is that of the time of the oldest of these schemas.
    const files = ['catalog.db', 'service.db', 'secret'].map((name) => ({ name, path: join(data, name) }));
    await packBackup(files, file, data, () => {});
    assert.equal((await runHere(['restore', file, '--data', target])).code, 0);
    await assertSame(fixture, { LUDEX_DATA: target });
  });
}

async function assertSame({ key, responses }: Fixture, env: Record<string, string>): Promise<void> {
  const { stdout } = await runHere(['check', '--json'], env);
  assert.deepEqual(JSON.parse(stdout).problems, []);
  const settings = { 'public-url': 'http://ludex.example', 'generated-covers': 'false', threads: '1' };
  const serving = await serve(readConfig({ ...settings, port: '0', 'log-level': 'silent' }, env));
  after(() => serving.close());
  for (const [path, expected] of Object.entries(responses)) {
    const answer = await fetch(`http://localhost:${serving.port}${path}`, { headers: { 'x-api-key': key } });
    assert.deepEqual(await answer.json(), expected, path);
  }
}

async function write(fixture: Fixture): Promise<Record<string, string>> {
  const data = temporaryFolder('schema');
  cpSync(join(FIXTURES, 'first-version/secret'), join(data, 'secret'));
  if (fixture.postgres !== undefined) {
    const url = await newDatabase();
    const client = await openClient(url);
    await client.query(fixture.postgres);
    await client.end();
    return { LUDEX_DATA: data, LUDEX_DATABASE_URL: url };
  }
  for (const part of ['catalog', 'service'] as const) {
    const database = new DatabaseSync(join(data, `${part}.db`));
    database.exec(fixture[part] ?? '');
    database.close();
  }
  return { LUDEX_DATA: data };
}
