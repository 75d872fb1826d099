import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { create } from 'tar';
import { shellWord } from '../../src/cli/kit/command.ts';
import { temporaryFolder, writeBundle } from '../support/samples/bundle.ts';
import { CATALOG } from '../support/samples/catalog.ts';
import { runHere } from '../support/servers/command.ts';
import { startServing } from '../support/servers/program.ts';

const folder = temporaryFolder('backup');
const data = join(folder, 'data');
const file = join(folder, 'all.tar.gz');
const server = await startServing({ LUDEX_DATA: data });
const { stdout } = await runHere(['account', 'add', 'somebody@example.org', '--plan', 'unlimited', '--data', data]);
const key = stdout.trim();
mkdirSync(join(data, 'media', 'ab'), { recursive: true });
writeFileSync(join(data, 'media', 'ab', 'picture.png'), 'a picture');
const read = async (url: string) =>
  (await fetch(`${url}/v1/games?limit=100`, { headers: { 'x-api-key': key } })).text();
const withoutHost = (text: string) => text.replaceAll(/http:\/\/localhost:\d+/g, '');

test('a backup of a running server restores to an identical server', async () => {
  const before = await read(server.url);
  let isDone = false;
  const asking = (async () => {
    while (!isDone) await read(server.url);
  })();
  const made = await runHere(['backup', file, '--data', data]);
  isDone = true;
  await asking;
  assert.deepEqual([made.code, made.stderr], [0, '']);
  assert.match(made.stdout, /^Backup written to .*all\.tar\.gz\. Keep it safe/);
  assert.equal(statSync(file).mode & 0o777, 0o600);

  const other = join(folder, 'other');
  const restored = await runHere(['restore', file, '--data', other]);
  assert.deepEqual([restored.code, restored.stderr], [0, '']);
  assert.equal(readFileSync(join(other, 'media', 'ab', 'picture.png'), 'utf8'), 'a picture');
  const second = await startServing({ LUDEX_DATA: other });
  assert.equal(withoutHost(await read(second.url)), withoutHost(before));
  assert.deepEqual(
    readdirSync(folder).filter((name) => /partial|ludex-temporary/.test(name)),
    [],
  );
});

test('words of suggested commands are quoted for the shell', () => {
  for (const word of ["Ada's Spiele 100 %", 'all.tar', '$HOME `x` "y"'])
    assert.equal(spawnSync('sh', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' }).stdout, word);
});

test('a backup ignores the pictures of running imports', async () => {
  const incoming = join(data, 'media', 'incoming');
  mkdirSync(incoming, { recursive: true });
  writeFileSync(join(incoming, 'half.partial'), 'half of a picture');
  // As if a file was moved between listing the folder and reading the file.
  symlinkSync(join(folder, 'nowhere'), join(incoming, 'gone.partial'));
  const [busy, other] = [join(folder, 'busy.tar.gz'), join(folder, 'busy')];
  const made = await runHere(['backup', busy, '--data', data]);
  assert.deepEqual([made.code, made.stderr], [0, '']);
  assert.equal((await runHere(['restore', busy, '--data', other])).code, 0);
  assert.ok(readdirSync(join(other, 'media')).includes('ab'));
  assert.ok(!existsSync(join(other, 'media', 'incoming')));
});

test('backup and restore overwrite nothing, and restore refuses other files', async () => {
  const refuse = async (args: string[], reason: RegExp, env = {}) => {
    const { code, stdout, stderr } = await runHere(args, env);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, reason);
  };
  await refuse(['backup', file, '--data', data], /all\.tar\.gz already exists; choose another name/);
  const postgres = { LUDEX_DATABASE_URL: 'postgres://nobody@localhost/none' };
  await refuse(
    ['backup', join(folder, 'y.tar'), '--data', data],
    /is in PostgreSQL: back it up with pg_dump/,
    postgres,
  );
  await refuse(
    ['restore', file],
    /is in PostgreSQL, and nothing was changed: restore a dump with pg_restore/,
    postgres,
  );
  await refuse(['backup', join(folder, 'x.zip'), '--data', data], /must end in \.tar\.gz or \.tar/);
  await refuse(['backup', join(folder, 'x.tar'), '--data', join(folder, 'nowhere')], /There is no data folder/);
  await refuse(['restore', join(folder, 'none.tar.gz'), '--data', join(folder, 'new')], /There is no file/);
  await refuse(['restore', file, '--data', data], /is not empty; choose another folder/);

  const strange = join(folder, 'strange.tar');
  writeFileSync(join(folder, 'notes.txt'), 'hello');
  await create({ file: strange, cwd: folder }, ['notes.txt']);
  await refuse(
    ['restore', strange, '--data', join(folder, 'new')],
    /is not a complete Ludex backup: it contains the unexpected file notes\.txt/,
  );
  assert.equal(existsSync(join(folder, 'new')), false);
});

test('a backup says where the secret is, if there is one', async () => {
  const LUDEX_SECRET = 'a'.repeat(40);
  for (const [name, make, env, sentence] of [
    ['never-served', ['import', writeBundle(CATALOG)], {}, /never-served\.tar\. Restore it with/],
    ['in-file', ['account', 'add', 'one@example.org'], {}, /in-file\.tar\. Keep it safe: it contains the secret\. R/],
    [
      'in-setting',
      ['account', 'add', 'one@example.org'],
      { LUDEX_SECRET },
      /\.tar\. Keep LUDEX_SECRET with it: the keys/,
    ],
  ] as const) {
    const LUDEX_DATA = join(folder, name);
    assert.equal((await runHere([...make], { ...env, LUDEX_DATA })).code, 0);
    const made = await runHere(['backup', join(folder, `${name}.tar`)], { LUDEX_DATA });
    assert.match(made.stdout, sentence);
  }
});
