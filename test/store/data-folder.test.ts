import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { openCatalogStore } from '../../src/store/open.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { runHere } from '../support/servers/command.ts';

const DATABASES = ['catalog.db', 'service.db'];

async function newFolder(): Promise<string> {
  const folder = temporaryFolder('data-folder');
  await (await openSqliteStore(folder)).close();
  return folder;
}

for (const name of DATABASES) {
  test(`a data folder that has lost its ${name} is refused, and not filled again`, async () => {
    const folder = await newFolder();
    rmSync(join(folder, name));
    const { code, stderr } = await runHere(['status', '--data', folder]);
    assert.equal(code, 1);
    assert.ok(
      stderr.startsWith(`ludex: The database ${join(folder, name)} is missing, and this data folder had it before`),
      stderr,
    );
    assert.match(stderr, /ludex restore/);
    assert.ok(!existsSync(join(folder, name)));
  });

  test(`a ${name} without any content is refused`, async () => {
    const folder = await newFolder();
    truncateSync(join(folder, name));
    await assert.rejects(openSqliteStore(folder), new RegExp(`${name} is empty, and this data folder had it before`));
    assert.equal(statSync(join(folder, name)).size, 0);
  });

  test(`without the marker, a missing ${name} is created`, async () => {
    const folder = await newFolder();
    for (const lost of [name, 'ludex.json']) rmSync(join(folder, lost));
    await (await openSqliteStore(folder)).close();
    assert.deepEqual(readdirSync(folder).toSorted(), ['catalog.db', 'ludex.json', 'service.db']);
  });
}

test('a damaged marker stands for all databases', async () => {
  const folder = await newFolder();
  writeFileSync(join(folder, 'ludex.json'), '');
  rmSync(join(folder, 'service.db'));
  await assert.rejects(openSqliteStore(folder), /service\.db is missing/);
});

test('the thread that builds snapshots creates no catalog in place of a lost one', async () => {
  const folder = await newFolder();
  rmSync(join(folder, 'catalog.db'));
  await assert.rejects(openCatalogStore(readConfig({ data: folder }, {}), true), /catalog\.db is missing/);
});
