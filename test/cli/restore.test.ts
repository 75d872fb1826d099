import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { create, extract } from 'tar';
import { openSecret } from '../../src/accounts/secret.ts';
import { backupData, restoreData } from '../../src/cli/commands/backup.ts';
import { packBackup } from '../../src/cli/kit/backup-archive.ts';
import { readConfig } from '../../src/config.ts';
import { openStore } from '../../src/store/open.ts';
import { temporaryFolder, writeBundle } from '../support/samples/bundle.ts';
import { CATALOG } from '../support/samples/catalog.ts';
import { runHere } from '../support/servers/command.ts';
import { killedAt, runProgram } from '../support/servers/program.ts';
import { importInto, NOON } from '../support/servers/server.ts';

const folder = temporaryFolder('restore');
const data = join(folder, 'data');
const config = readConfig({ data }, {});
await importInto(config, writeBundle(CATALOG), () => NOON);
const store = await openStore(config);
await openSecret(config, store.accounts);
await store.accounts.addAccount({ email: 'somebody@example.org', plan: 'free', createdAt: NOON });
await store.close();

const NAMES = ['catalog.db', 'service.db', 'secret'];
const run = (command: typeof backupData, file: string, at: string) =>
  command({ config: readConfig({ data: at }, {}), args: [file], flags: {}, switches: new Set() });
const [plain, packed] = [join(folder, 'all.tar'), join(folder, 'all.tar.gz')];
await run(backupData, plain, data);
await run(backupData, packed, data);

/** Restores these bytes into a new folder. */
async function restore(bytes: Buffer, name: string): Promise<string> {
  const place = temporaryFolder('restored');
  const file = join(place, name);
  writeFileSync(file, bytes);
  const target = join(place, 'target');
  await run(restoreData, file, target);
  return target;
}

async function assertRefused(bytes: Buffer, name: string, reason: RegExp): Promise<void> {
  const place = temporaryFolder('refused');
  const [file, target] = [join(place, name), join(place, 'target')];
  writeFileSync(file, bytes);
  mkdirSync(target);
  await assert.rejects(run(restoreData, file, target), (error: Error) => {
    assert.equal(error.name, 'OperatorError');
    assert.match(error.message, reason);
    assert.doesNotMatch(error.message, /\n/);
    return true;
  });
  assert.deepEqual(readdirSync(place).toSorted(), [name, 'target'].toSorted(), 'nothing is left behind');
  assert.deepEqual(readdirSync(target), [], 'the target is untouched');
}

const NOT_COMPLETE = /^\S+ is not a complete Ludex backup: .*; nothing was restored\. Use another copy of it$/;

/** The end of each file in an archive: truncated there, it looks like a smaller archive. */
function listEnds(tar: Buffer): number[] {
  const ends = [];
  for (let at = 0; tar[at] !== 0; ) {
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
    at += 512 + Math.ceil(size / 512) * 512;
    ends.push(at);
  }
  return ends;
}

test('restore recreates every file, readable only by its owner', async () => {
  for (const file of [plain, packed]) {
    const target = await restore(readFileSync(file), 'all.tar');
    for (const name of NAMES) assert.equal(statSync(join(target, name)).mode & 0o777, 0o600, name);
    assert.deepEqual(readFileSync(join(target, 'secret')), readFileSync(join(data, 'secret')));
    assert.deepEqual(readdirSync(target).toSorted(), [...NAMES, 'ludex.json', 'media'].toSorted());
    const names = readdirSync(join(data, 'media'), { recursive: true, encoding: 'utf8' });
    const pictures = names.filter((name) => /\.\w+$/.test(name));
    assert.ok(pictures.length > 0);
    for (const name of pictures)
      assert.deepEqual(readFileSync(join(target, 'media', name)), readFileSync(join(data, 'media', name)), name);
    const again = await openStore(readConfig({ data: target }, {}));
    assert.equal((await again.accounts.findAccount('somebody@example.org'))?.plan, 'free');
    await again.close();
  }
});

test('a restore into an empty folder that is killed leaves no half of the data that a command would use', async () => {
  const target = temporaryFolder('killed');
  const { ino } = statSync(target);
  // Before the database is moved into the folder, which may be a mount point.
  const env = { LUDEX_DATA: target, NODE_OPTIONS: killedAt('renameSync', join(target, 'catalog.db')) };
  assert.equal((await runProgram(['restore', plain], env)).code, null);
  assert.match(
    (await runHere(['status', '--data', target])).stderr,
    /catalog\.db is missing, and this data folder had/,
  );
  for (const name of readdirSync(target).filter((one) => !one.startsWith('ludex-temporary-')))
    rmSync(join(target, name), { recursive: true });
  await run(restoreData, plain, target);
  assert.deepEqual(readdirSync(target).toSorted(), [...NAMES, 'ludex.json', 'media'].toSorted());
  assert.equal(statSync(target).ino, ino, 'the folder itself stays');
});

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Runs a line of shell, in which $ludex is the program. */
function runShell(line: string) {
  const ludex = `"${process.execPath}" "${MAIN}"`;
  return spawnSync('bash', ['-c', `set -o pipefail; ${line.replaceAll('$ludex', () => ludex)}`], { encoding: 'utf8' });
}

test('a backup can be restored through a pipe', async () => {
  const target = join(temporaryFolder('piped'), 'target');
  const { status, stderr } = runShell(`$ludex backup - --data "${data}" | $ludex restore - --data "${target}"`);
  // Progress appears when a copy takes more than a second.
  const messages = stderr.split('\n').filter((line) => !/^\d+ of \d+ \w+(,|$)/.test(line));
  assert.deepEqual([status, messages.join('')], [0, '']);
  assert.equal((await runHere(['check', '--data', target])).code, 0);
  for (const name of NAMES) assert.ok(existsSync(join(target, name)), name);
});

test('a broken pipe fails the backup, and the restore refuses what came through', () => {
  const target = join(temporaryFolder('piped'), 'target');
  const { status, stderr } = runShell(
    `$ludex backup - --data "${data}" | head -c 300000 | $ludex restore - --data "${target}"`,
  );
  assert.equal(status, 1);
  assert.match(stderr, /^ludex: Standard input is not a complete Ludex backup: .*; nothing was restored/m);
  assert.ok(!existsSync(target));
  const broken = runShell(`$ludex backup - --data "${data}" | true`);
  assert.equal(broken.status, 1);
  assert.match(broken.stderr, /^ludex: The backup cannot be written \(.+\); what was written is not complete\n$/m);
});

test('a truncated archive is refused', async () => {
  const [tar, gzip] = [readFileSync(plain), readFileSync(packed)];
  const ends = listEnds(tar);
  assert.equal(ends.at(-1), tar.length - 1024);
  const atEnds = ends.flatMap((end) => [end - 512, end - 1, end, end + 1, end + 512]);
  const missing = [1, 2, 511, 512, 513, 1023, 1024].map((bytes) => tar.length - bytes);
  for (const [bytes, places] of [
    [tar, [0, 1, 2, 100, 511, 512, 513, ...atEnds, ...missing]],
    [gzip, [0, 1, 2, 3, 10, 18, ...Array.from({ length: 12 }, (_, i) => gzip.length - 1 - i)]],
  ] as const) {
    const spread = Array.from({ length: 24 }, (_, i) => Math.floor((bytes.length * (i + 1)) / 25));
    for (const place of new Set([...places, ...spread]))
      await assertRefused(bytes.subarray(0, place), 'cut.tar', NOT_COMPLETE);
  }
});

test('a flipped bit in a header or in a file is found', async () => {
  const [whole, small] = [readFileSync(plain), readFileSync(packed)];
  const starts = [0, ...listEnds(whole).slice(0, -1)];
  const inFiles = starts.flatMap((start) => [0, 100, 130, 150, 512, 530].map((offset) => start + offset));
  const spread = Array.from({ length: 20 }, (_, i) => Math.floor((small.length * (i + 1)) / 21));
  const cases = [...inFiles.map((place) => [whole, place] as const), ...spread.map((place) => [small, place] as const)];
  for (const [original, place] of cases) {
    const bytes = Buffer.from(original);
    bytes[place] = (bytes[place] as number) ^ 1;
    await assertRefused(bytes, 'altered.tar', NOT_COMPLETE);
  }
});

test('an archive with a wrong or missing manifest is refused; a repacked one is accepted', async () => {
  const place = temporaryFolder('unpacked');
  await extract({ file: plain, cwd: place });
  const pack = async (names: string[]) => {
    const file = join(temporaryFolder('packed'), 'all.tar');
    await create({ file, cwd: place, portable: true }, names);
    return readFileSync(file);
  };
  await assertRefused(await pack([...NAMES, 'media']), 'no-list.tar', /: it has no valid manifest\.json; nothing/);
  await assertRefused(await pack([...NAMES, 'manifest.json']), 'less.tar', /: media\/\S+ is missing; nothing/);
  const repacked = await restore(await pack(['.']), 'repacked.tar');
  assert.deepEqual(readFileSync(join(repacked, 'catalog.db')), readFileSync(join(place, 'catalog.db')));
  writeFileSync(join(place, 'media', 'more.png'), 'more');
  const all = [...NAMES, 'media', 'manifest.json'];
  await assertRefused(await pack(all), 'more.tar', /: media\/more\.png is not in its manifest\.json; nothing/);
  writeFileSync(join(place, 'manifest.json'), '{"format":"ludex-backup","version":2,"files":[]}');
  await assertRefused(await pack(all), 'version.tar', /: it has no valid manifest\.json; nothing/);
});

test('backup and restore refuse a damaged database even if its checksum is right', async () => {
  const place = temporaryFolder('damaged');
  await extract({ file: plain, cwd: place });
  const bytes = readFileSync(join(place, 'service.db'));
  bytes.fill(0xff, 16_384, 3 * 16_384);
  writeFileSync(join(place, 'service.db'), bytes);
  const file = join(temporaryFolder('damaged'), 'damaged.tar');
  const files = NAMES.map((name) => ({ name, path: join(place, name) }));
  await packBackup(files, file, dirname(file), () => {});
  await assertRefused(
    readFileSync(file),
    'damaged.tar',
    /damaged\.tar: service\.db is damaged: .*; nothing was restored$/,
  );
  const none = join(temporaryFolder('damaged'), 'none.tar');
  await assert.rejects(
    run(backupData, none, place),
    /service\.db is damaged: .*; no backup was made\. Restore an earlier/,
  );
  assert.equal(existsSync(none), false);
});

for (const name of ['catalog.db', 'service.db']) {
  test(`a folder without ${name} is not backed up, a backup without it is not restored, and a restored folder keeps it`, async () => {
    const target = await restore(readFileSync(plain), 'all.tar');
    rmSync(join(target, name));
    await assert.rejects(openStore(readConfig({ data: target }, {})), new RegExp(`${name} is missing`));
    const file = join(dirname(target), 'again.tar');
    await assert.rejects(
      async () => run(backupData, file, target),
      new RegExp(`${name} is missing; no backup was made`),
    );
    assert.equal(existsSync(file), false);
    await packBackup(
      NAMES.filter((one) => one !== name).map((one) => ({ name: one, path: join(data, one) })),
      file,
      dirname(target),
      () => {},
    );
    await assertRefused(readFileSync(file), 'all.tar', new RegExp(`${name} is missing; nothing was restored`));
  });
}

test('a backup of a newer Ludex is refused', async () => {
  const place = temporaryFolder('newer');
  await extract({ file: plain, cwd: place });
  const database = new DatabaseSync(join(place, 'catalog.db'));
  database.exec("UPDATE catalog_facts SET value = '99' WHERE name = 'tables_version'");
  database.close();
  const file = join(temporaryFolder('newer'), 'newer.tar');
  await packBackup([{ name: 'catalog.db', path: join(place, 'catalog.db') }], file, dirname(file), () => {});
  const reason =
    /: catalog\.db has schema 99, and this Ludex knows schemas up to \d+: run the newer Ludex that wrote it; nothing was restored$/;
  await assertRefused(readFileSync(file), 'newer.tar', reason);
});
