import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, test } from 'node:test';
import { packBundle } from '../../src/bundle/archive.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { SERVICE_SCHEMA } from '../../src/store/sqlite/schema.ts';
import { sqliteServiceSql } from '../../src/store/sqlite/sql.ts';
import { PASSWORD } from '../support/accounts.ts';
import { openBrowser } from '../support/browser.ts';
import { manyTitles, temporaryFolder, writeGames } from '../support/samples/bundle.ts';
import { runHere } from '../support/servers/command.ts';
import { DISK_IS_FULL, runProgram, startServing, withLargestFile } from '../support/servers/program.ts';

const COMPILED = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache');
const GAMES = 400;
/** More than a tiny file, less than the database. */
const MAX_FILE_KB = 64;

const folder = temporaryFolder('full-disk');
const [data, packed, backup, dats] = ['data', 'packed.tar.gz', 'backup.tar', 'dats'].map((name) =>
  join(folder, name),
) as [string, string, string, string];
const bundleOf = (count: number, source = 'test') =>
  writeGames(manyTitles(count, source), source, () => ({ description: randomBytes(120).toString('hex') }));
const dat = Array.from(
  { length: GAMES },
  (_, i) => `game (\n\tname "Hop ${i} (USA)"\n\tgenre "Puzzle"\n\trom ( crc AAAA${String(i).padStart(4, '0')} )\n)\n`,
).join('');

before(async () => {
  const bundle = bundleOf(GAMES);
  await packBundle(bundle, packed);
  mkdirSync(dats);
  writeFileSync(join(dats, 'Nintendo - Virtual Boy.dat'), dat);
  for (const args of [
    ['import', bundle],
    ['backup', backup],
  ])
    assert.equal((await runHere(args, { LUDEX_DATA: data })).code, 0);
});

/** What the program says there. */
async function runWithLimit(args: readonly string[], temporary: string, limitKb = MAX_FILE_KB): Promise<string> {
  return (await runProgram(args, inTemporary(temporary), undefined, withLargestFile(limitKb))).stderr;
}

/** Compiled modules stay elsewhere. */
const inTemporary = (TMPDIR: string) => ({ TMPDIR, NODE_COMPILE_CACHE: COMPILED });

const inNew = (name: string) => join(temporaryFolder('full-disk'), name);
const COMMANDS: [name: string, args: (target: string) => string[]][] = [
  ['import SOURCE', (target) => ['import', 'libretro', dats, '--data', target]],
  ['import ARCHIVE', (target) => ['import', packed, '--data', target]],
  ['export FOLDER', (target) => ['export', target, '--data', data]],
  ['restore', (target) => ['restore', backup, '--data', target]],
];

for (const [name, args] of COMMANDS) {
  test(`${name} says that the disk is full, and leaves nothing behind`, async () => {
    const [target, temporary] = [inNew('target'), temporaryFolder('full-disk')];
    assert.match(await runWithLimit(args(target), temporary), DISK_IS_FULL);
    assert.deepEqual(readdirSync(temporary), []);
    assert.ok(!existsSync(target));
  });
}

test('export to an archive says that the disk is full, and leaves nothing behind', async () => {
  const target = inNew('target.tar.gz');
  symlinkSync('/dev/full', `${target}.partial`);
  const { stderr } = await runHere(['export', target], { LUDEX_DATA: data });
  assert.match(stderr, DISK_IS_FULL);
  assert.deepEqual(readdirSync(join(target, '..')), []);
});

test('backup says that the disk is full, and leaves nothing behind', async () => {
  const target = inNew('target.tar');
  // Each database fits, but not all of them.
  const limitKb = Math.ceil(statSync(join(data, 'catalog.db')).size / 1024) + 1;
  assert.match(
    await runWithLimit(['backup', target, '--data', data], temporaryFolder('full-disk'), limitKb),
    DISK_IS_FULL,
  );
  assert.deepEqual(readdirSync(join(target, '..')), []);
});

test('an import that fills the disk of the database changes nothing, and works after space was freed', async (t) => {
  const env = { LUDEX_DATA: data };
  const more = bundleOf(3 * GAMES, 'more');
  const { exec } = DatabaseSync.prototype;
  // SQLite reports a full disk as it does a database of the maximum size.
  const limited = t.mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, sql: string) {
    exec.call(this, sql);
    if (sql.startsWith('PRAGMA cache_size')) exec.call(this, 'PRAGMA max_page_count = 1');
  });
  const { code, stderr } = await runHere(['import', more], env);
  assert.equal(code, 1);
  assert.match(stderr, DISK_IS_FULL);
  limited.mock.restore();
  const games = async () => JSON.parse((await runHere(['status', '--json'], env)).stdout).games;
  assert.equal(await games(), GAMES);
  assert.equal((await runHere(['import', more], env)).code, 0);
  assert.equal(await games(), 4 * GAMES);
});

test('a disk on which no database can be opened is reported as full', async () => {
  const temporary = temporaryFolder('full-disk');
  assert.match(await runWithLimit(['status', '--data', data], temporary, 4), DISK_IS_FULL);
});

test('a transaction of the service that fills the disk fails with that error', async () => {
  const database = openDatabase(join(temporaryFolder('full-disk'), 'service.db'), SERVICE_SCHEMA);
  database.exec('PRAGMA max_page_count = 1');
  const fill = sqliteServiceSql(database).transaction(async (locked) => {
    for (let i = 0; i < 100; i++) await locked.run('INSERT INTO facts VALUES (?, ?)', [`${i}`, 'x'.repeat(10_000)]);
  });
  await assert.rejects(fill, { errcode: 13 });
  assert.equal(database.isTransaction, false);
  database.close();
});

test('a server whose disk is full answers 503, and loses nothing that it has acknowledged', async () => {
  const place = join(temporaryFolder('full-disk'), 'data');
  assert.equal((await runHere(['import', bundleOf(3)], { LUDEX_DATA: place })).code, 0);
  const settings = { LUDEX_DATA: place, LUDEX_LOG_LEVEL: 'silent', LUDEX_SIGN_UPS_PER_DAY: '1000' };
  const env = { ...settings, ...inTemporary(temporaryFolder('full-disk')) };
  const server = await startServing(env, undefined, withLargestFile(1024));
  const known: string[] = [];
  let last: number | undefined;
  let ready = '200';
  const askReady = async () => {
    const response = await fetch(`${server.url}/readyz`);
    return `${response.status} ${await response.text()}`;
  };
  for (let i = 0; i < MAX_SIGN_UPS && !(last === 503 && ready.startsWith('503')); i++) {
    const browser = openBrowser(server.url);
    const email = `person${i}@example.org`;
    last = (await browser.open('/signup')).status;
    const page =
      last === 200 ? await browser.submit('/signup', { email, password: PASSWORD, terms: 'yes' }) : undefined;
    last = page?.status ?? last;
    if (page?.path === '/profile?done=welcome') known.push(email);
    // A smaller write than a sign-up may still succeed.
    if (last === 503) ready = await askReady();
  }
  assert.equal(last, 503);
  assert.ok(known.length > 0);
  assert.match(ready, /^503 {"status":"store unavailable","reason":"service\.db cannot be written: .+"}$/);
  server.process.kill('SIGKILL');
  await server.ended;
  const accounts = JSON.parse((await runHere(['account', 'list', '--json'], { LUDEX_DATA: place })).stdout);
  const kept = accounts.map(({ email }: { email: string }) => email);
  assert.deepEqual(
    known.filter((email) => !kept.includes(email)),
    [],
  );
  assert.equal((await runHere(['check'], { LUDEX_DATA: place })).code, 0);
});

const MAX_SIGN_UPS = 200;
