import assert from 'node:assert/strict';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { temporaryFolder, writeBundle } from '../support/bundle.ts';
import { CATALOG } from '../support/catalog.ts';
import { runHere } from '../support/command.ts';
import { newDatabase } from '../support/postgres.ts';
import { startProgram, startServing } from '../support/program.ts';

const NOBODY = 65534;
const isRoot = process.geteuid?.() === 0;
const folder = temporaryFolder('replace');
const backup = join(folder, 'new.tar');
const [NEW, OLD] = ['new@example.org', 'old@example.org'];
const source = join(folder, 'source');
await run(['import', writeBundle(CATALOG), '--data', source]);
await run(['account', 'add', NEW, '--data', source]);
await run(['backup', backup, '--data', source]);
const old = join(folder, 'old');
await run(['account', 'add', OLD, '--data', old]);
for (const name of ['media', 'covers']) mkdirSync(join(old, name));
for (const name of ['media/old.png', 'covers/old.png', 'snapshot.bin', 'duplicates.json', 'notes.txt'])
  writeFileSync(join(old, name), 'old');

async function run(args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runHere(args);
  assert.equal(code, 0, stderr);
  return stdout;
}

async function assertRefused(args: string[], reason: RegExp, env: Record<string, string> = {}): Promise<void> {
  const { code, stdout, stderr } = await runHere(args, env);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, reason);
}

/** A copy of the data of another store, with caches, a picture and a file of somebody else. */
function newOldData(): string {
  const data = join(temporaryFolder('replaced'), 'data');
  cpSync(old, data, { recursive: true });
  return data;
}

async function listEmails(data: string): Promise<string> {
  const accounts: { email: string }[] = JSON.parse(await run(['account', 'list', '--json', '--data', data]));
  return accounts.map(({ email }) => email).join();
}

async function assertNew(data: string): Promise<void> {
  assert.equal(await listEmails(data), NEW);
  await run(['check', '--data', data]);
  assert.deepEqual(readFileSync(join(data, 'secret')), readFileSync(join(source, 'secret')));
  assert.ok(!existsSync(join(data, 'media/old.png')));
  const names = ['catalog.db', 'ludex.json', 'media', 'notes.txt', 'secret', 'server.lock', 'service.db'];
  assert.deepEqual(readdirSync(data).toSorted(), names);
}

test('restore --replace replaces the data of a folder, and leaves other files', async () => {
  const data = newOldData();
  await assertRefused(
    ['restore', backup, '--data', data],
    /is not empty; .* replace what is in this one with --replace/,
  );
  assert.equal(await listEmails(data), OLD);
  await run(['restore', backup, '--replace', '--data', data]);
  await assertNew(data);
  await run(['restore', backup, '--replace', '--data', join(folder, 'none')]);
});

test('restore --replace refuses a folder of something else, and a damaged backup changes nothing', async () => {
  const other = temporaryFolder('other');
  writeFileSync(join(other, 'letter.txt'), 'Dear');
  writeFileSync(join(other, 'catalog.db'), 'of another program');
  for (const name of ['restored', 'ludex-restored']) cpSync(join(other, 'letter.txt'), join(other, name, 'letter.txt'));
  await assertRefused(['restore', backup, '--replace', '--data', other], /is no data folder of Ludex; choose another/);
  const paths = readdirSync(other, { recursive: true }).filter((path) => String(path).endsWith('.txt'));
  assert.deepEqual(paths.toSorted(), ['letter.txt', 'ludex-restored/letter.txt', 'restored/letter.txt']);
  assert.equal(readFileSync(join(other, 'catalog.db'), 'utf8'), 'of another program');
  const data = newOldData();
  const before = readdirSync(data);
  const cut = join(folder, 'cut.tar');
  writeFileSync(cut, readFileSync(backup).subarray(0, -2000));
  await assertRefused(['restore', cut, '--replace', '--data', data], /is not a complete Ludex backup: .*nothing was/);
  assert.deepEqual(
    readdirSync(data).filter((name) => name !== 'server.lock'),
    before,
  );
  assert.equal(await listEmails(data), OLD);
});

test('restore --replace by root leaves the data to the owner of the folder', { skip: !isRoot }, async () => {
  const data = newOldData();
  for (const name of ['', ...readdirSync(data, { recursive: true })])
    chownSync(join(data, String(name)), NOBODY, NOBODY);
  await run(['restore', backup, '--replace', '--data', data]);
  const owners = readdirSync(data, { recursive: true }).map((name) => statSync(join(data, String(name))).uid);
  assert.deepEqual(new Set(owners), new Set([NOBODY]));
});

test('restore --replace replaces a damaged database, also in a folder without a marker', async () => {
  const data = newOldData();
  writeFileSync(join(data, 'catalog.db'), 'nonsense'.repeat(5000));
  rmSync(join(data, 'ludex.json'));
  await run(['restore', backup, '--replace', '--data', data]);
  await assertNew(data);
});

test('restore --replace refuses a folder that a server or another program uses', async () => {
  const data = newOldData();
  const command = ['restore', backup, '--replace', '--data', data];
  const server = await startServing({ LUDEX_DATA: data, LUDEX_STARTER: 'false' });
  await assertRefused(command, /^ludex: A server uses the data folder .*, and nothing was changed: stop it first\n$/);
  server.process.kill('SIGTERM');
  await server.ended;
  const database = new DatabaseSync(join(data, 'service.db'));
  database.prepare('SELECT count(*) FROM accounts').get();
  await assertRefused(command, /Another program uses \S+service\.db, and nothing was changed: try again when/);
  database.close();
  assert.equal(await listEmails(data), OLD);
  assert.deepEqual(
    readdirSync(data).filter((name) => /temporary|restored/.test(name)),
    [],
  );
});

/** Preloaded into the program: kills it before the step KILL_AT of those that move or remove something. */
const KILLED = `--import=data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  let steps = 0;
  for (const name of ['renameSync', 'rmdirSync', 'rmSync']) {
    const original = fs[name];
    fs[name] = (...args) => {
      if (String(args[0]).startsWith(process.env.LUDEX_DATA) && ++steps === Number(process.env.KILL_AT))
        process.kill(process.pid, 'SIGKILL');
      return original(...args);
    };
  }
  syncBuiltinESMExports();
`)}`;

test('a restore --replace that is killed leaves the old data, the new, or a sentence how to go on', async () => {
  const seen = new Set<string>();
  for (let step = 1; ; step += 2) {
    const data = newOldData();
    const env = { LUDEX_DATA: data, NODE_OPTIONS: KILLED, KILL_AT: String(step) };
    const { code } = await startProgram(['restore', backup, '--replace'], env).ended;
    const { stdout, stderr } = await runHere(['account', 'list', '--json', '--data', data]);
    if (stderr === '') seen.add(stdout.includes(OLD) ? 'old' : 'new');
    else {
      assert.match(
        stderr,
        /^ludex: A restore into the data folder \S+ has not finished\. .* "ludex restore FILE --rep/,
      );
      seen.add('unfinished');
      // It completes the first restore before it reads another backup.
      const none = join(data, 'notes.txt');
      await assertRefused(
        ['restore', none, '--replace', '--data', data],
        /is not a complete Ludex backup: .*; nothing of it was restored, but the restore that was interrupted before is complete/,
      );
    }
    if (stderr === '') await run(['restore', backup, '--replace', '--data', data]);
    await assertNew(data);
    if (code === 0) return assert.deepEqual([...seen], ['old', 'unfinished', 'new']);
  }
});

/**
 * Preloaded into the program: a mount point cannot be moved. With KILL, what is removed after that kills the program; with
 * KILL_BEFORE, that it is moved, or another file.
 */
const BUSY = `--import=data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { renameSync, rmSync } = fs;
  let hasFailed = false;
  fs.renameSync = (from, to) => {
    if (from === process.env.LUDEX_DATA + '/' + process.env.KILL_BEFORE) process.kill(process.pid, 'SIGKILL');
    hasFailed ||= from === process.env.LUDEX_DATA + '/media';
    if (from === process.env.LUDEX_DATA + '/media' && !process.env.KILL_BEFORE) throw new Error('EBUSY: resource busy or locked');
    renameSync(from, to);
  };
  fs.rmSync = (...args) => {
    if (hasFailed && process.env.KILL) process.kill(process.pid, 'SIGKILL');
    rmSync(...args);
  };
  syncBuiltinESMExports();
`)}`;

test('a mount point inside the folder, which cannot be moved, leaves everything as it was', async () => {
  const data = newOldData();
  const before = readdirSync(data);
  const env = { LUDEX_DATA: data, NODE_OPTIONS: BUSY };
  const { code, stderr } = await startProgram(['restore', backup, '--replace'], env).ended;
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^ludex: The data folder \S+ cannot be replaced \(EBUSY: .*\), and nothing was changed: restore/,
  );
  assert.equal(await listEmails(data), OLD);
  assert.deepEqual(readdirSync(data).toSorted(), [...before, 'server.lock'].toSorted());
});

test('a kill while the files of a failed restore are removed leaves the old data', async () => {
  const data = newOldData();
  const env = { LUDEX_DATA: data, NODE_OPTIONS: BUSY, KILL: 'yes' };
  await startProgram(['restore', backup, '--replace'], env).ended;
  assert.equal(await listEmails(data), OLD);
  await run(['restore', backup, '--replace', '--data', data]);
  await assertNew(data);
});

test('an interrupted restore that finds a mount point in the way is undone', async () => {
  const data = newOldData();
  const env = { LUDEX_DATA: data, NODE_OPTIONS: BUSY };
  const command = ['restore', backup, '--replace'];
  await startProgram(command, { ...env, KILL_BEFORE: 'media' }).ended;
  await assertRefused(['account', 'list', '--data', data], /has not finished/);
  const { code, stderr } = await startProgram(command, env).ended;
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^ludex: The data folder \S+ cannot be replaced \(EBUSY: .*\), and nothing was changed: restore/,
  );
  assert.equal(await listEmails(data), OLD);
  assert.equal(readFileSync(join(data, 'media/old.png'), 'utf8'), 'old');
  await run([...command, '--data', data]);
  await assertNew(data);
});

test('a mount point that comes after the old data was moved is named, and without it the restore is completed', async () => {
  const data = newOldData();
  const env = { LUDEX_DATA: data, NODE_OPTIONS: BUSY };
  const command = ['restore', backup, '--replace'];
  await startProgram(command, { ...env, KILL_BEFORE: 'service.db' }).ended;
  mkdirSync(join(data, 'media'));
  for (const _ of ['first', 'second']) {
    const { code, stderr } = await startProgram(command, env).ended;
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^ludex: An interrupted restore into \S+ cannot be completed \(EBUSY: .*\): unmount or move what is in the way, and run this again\. All data of the backup is in \S+ludex-restored\n$/,
    );
  }
  rmSync(join(data, 'media'), { recursive: true });
  await run([...command, '--data', data]);
  await assertNew(data);
});

/** Preloaded into the program: writes the paths that were flushed before the restored folder gets its name. */
const FLUSHED = `--import=data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import promises from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const { renameSync } = fs;
  const { open } = promises;
  const flushed = [];
  promises.open = async (path, ...rest) => {
    const file = await open(path, ...rest);
    const sync = file.sync.bind(file);
    file.sync = () => sync().then(() => void flushed.push(path));
    return file;
  };
  fs.renameSync = (from, to) => {
    if (to.endsWith('ludex-restored'))
      fs.writeFileSync(process.env.FLUSHED, JSON.stringify(flushed.map((path) => path.slice(from.length + 1))));
    renameSync(from, to);
  };
  syncBuiltinESMExports();
`)}`;

test('restore --replace flushes all files and folders to disk before they replace others', async () => {
  const data = newOldData();
  const list = join(folder, 'flushed.json');
  const env = { LUDEX_DATA: data, NODE_OPTIONS: FLUSHED, FLUSHED: list };
  assert.equal((await startProgram(['restore', backup, '--replace'], env).ended).code, 0);
  const restored = ['ludex.json', 'catalog.db', 'service.db', 'secret', 'media'].flatMap((name) =>
    name === 'media'
      ? readdirSync(join(data, name), { recursive: true }).map((path) => join(name, String(path)))
      : name,
  );
  assert.deepEqual(new Set(JSON.parse(readFileSync(list, 'utf8'))), new Set(['', 'media', ...restored]));
  assert.ok(restored.length > 5, 'with pictures');
});

test('restore refuses PostgreSQL with a sentence, and move refuses a database that is not empty', async () => {
  const url = await newDatabase();
  const env = { LUDEX_DATABASE_URL: url, LUDEX_DATA: temporaryFolder('data') };
  assert.equal((await runHere(['account', 'add', OLD], env)).code, 0);
  const reason = /^ludex: This store is in PostgreSQL, and nothing was changed: restore a dump with pg_restore\./;
  for (const flags of [[], ['--replace']]) await assertRefused(['restore', backup, ...flags], reason, env);
  await assertRefused(['move', source, url], /not empty/);
  assert.match((await runHere(['account', 'list'], env)).stdout, new RegExp(OLD));
});
