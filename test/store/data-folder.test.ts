import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { openCatalogStore } from '../../src/store/open.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { temporaryFolder, writeBundle } from '../support/samples/bundle.ts';
import { CATALOG } from '../support/samples/catalog.ts';
import { isRoot, NOBODY } from '../support/servers/checkout.ts';
import { runHere } from '../support/servers/command.ts';
import { newPlace } from '../support/servers/engines.ts';
import { type Result, runProgram } from '../support/servers/program.ts';
import { fillWithKey } from '../support/servers/server.ts';

/** Root may read everything. */
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const DATABASES = ['catalog.db', 'service.db'];

const newData = async () => (await newPlace('sqlite', {}, fillWithKey)).data;

for (const name of DATABASES) {
  test(`a ${name} that is not a database gives one sentence`, async () => {
    const data = await newData();
    writeFileSync(join(data, name), Buffer.alloc(100_000, 0xaa));
    const { code, stderr } = await runHere(['status', '--data', data]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      new RegExp(`^ludex: The database \\S+${name} cannot be opened: it is damaged \\(.+\\); restore a backup .+\\n$`),
    );
  });

  test(`a ${name} that this user may not read gives one sentence`, async () => {
    const data = await newData();
    if (isRoot) chownSync(data, NOBODY, NOBODY);
    if (isRoot) for (const other of DATABASES) chownSync(join(data, other), NOBODY, NOBODY);
    chmodSync(join(data, name), 0o000);
    const { code, stderr } = await runProgram(['status', '--data', data], {}, undefined, user);
    assert.equal(code, 1);
    assert.match(
      stderr,
      new RegExp(
        `^ludex: The database \\S+${name} cannot be opened: this user may not read and write it \\(EACCES\\).+\\n$`,
      ),
    );
  });
}

test('a folder that this user may not write gives one sentence, and nothing is changed', async () => {
  const data = await newData();
  const target = temporaryFolder('unwritten');
  const backup = join(target, 'before.tar');
  assert.equal((await runHere(['backup', backup, '--data', data])).code, 0);
  chmodSync(data, 0o555);
  chmodSync(target, 0o777);
  chmodSync(backup, 0o644);
  const before = readdirSync(data);
  const made = join(target, 'new.tar');
  for (const args of [['backup', made], ['restore', backup], ['serve']]) {
    const { code, stdout, stderr } = await runProgram([...args, '--data', data], {}, undefined, user);
    assert.deepEqual([code, stdout], [1, ''], args.join(' '));
    assert.match(stderr, /^ludex: The data folder \S+ cannot be used \(EACCES\): make it readable and writable, .+\n$/);
  }
  assert.deepEqual(readdirSync(data), before);
  assert.deepEqual(readdirSync(target), ['before.tar']);
  chmodSync(data, 0o755);
});

test('a folder that cannot be created gives one sentence', async () => {
  const backup = join(temporaryFolder('uncreated'), 'before.tar');
  assert.equal((await runHere(['backup', backup, '--data', await newData()])).code, 0);
  const file = join(temporaryFolder('uncreated'), 'file');
  writeFileSync(file, '');
  // The system says that the parent of a new folder in /proc is missing.
  const folders = [join(file, 'data'), file, ...(existsSync('/proc') ? ['/proc/data', '/proc/data/more'] : [])];
  const sentence = /^ludex: (The (data )?folder .+ cannot|No temporary folder can) be (used|created) .+\n$/;
  const refused = ({ code, stdout, stderr }: Result) => {
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, sentence);
  };
  const bundle = writeBundle(CATALOG);
  for (const data of folders) {
    for (const args of [
      ['serve', '--port', '0'],
      ['import', bundle],
      ['account', 'add', 'a@example.org'],
      ['restore', backup],
    ])
      refused(await runHere([...args, '--data', data]));
  }
  const data = await newData();
  for (const folder of folders) {
    refused(await runHere(['backup', join(folder, 'backup.tar'), '--data', data]));
    refused(await runHere(['export', join(folder, 'bundle'), '--data', data]));
  }
});

test('a server whose catalog was truncated gives one sentence', async () => {
  const data = await newData();
  const path = join(data, 'catalog.db');
  truncateSync(path, Math.floor(statSync(path).size / 2));
  const { code, stderr } = await runProgram(['serve', '--data', data, '--port', '0', '--log-level', 'silent']);
  assert.equal(code, 1);
  assert.match(stderr, /^ludex: .*damaged \(database disk image is malformed\).* restore a backup .*\n$/);
});

test('a lost secret gives one sentence, and no new secret', async () => {
  const data = await newData();
  rmSync(join(data, 'secret'));
  for (let i = 0; i < 2; i++) {
    const { code, stderr } = await runHere(['account', 'add', 'ada@example.org', '--data', data]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^ludex: The secret file \S+, which encrypts the keys, cannot be used \(.+\): restore it.+\n$/,
    );
  }
});

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
