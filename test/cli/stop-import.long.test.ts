import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { packBundle } from '../../src/bundle/archive.ts';
import { readConfig } from '../../src/config.ts';
import { listRunningImports } from '../../src/merging/load/import-progress.ts';
import { openStore } from '../../src/store/open.ts';
import { catalogText, component, writeCatalog } from '../support/samples/appstream.ts';
import { manyTitles, temporaryFolder, writeGames } from '../support/samples/bundle.ts';
import { type Program, runProgram, startProgram } from '../support/servers/program.ts';
import { until } from '../support/until.ts';

/** A temporary folder in which leftovers of the program can be found. */
function newPlace() {
  const folder = temporaryFolder('stop');
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  // Node's compile cache stays elsewhere.
  const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache');
  const env = { TMPDIR: temporary, NODE_COMPILE_CACHE, LUDEX_DATA: join(folder, 'data') };
  return { folder, temporary, env };
}

/** So much that converting takes seconds. */
const description = `<p>${'Long words. '.repeat(1600)}</p>`;
const large = writeCatalog(
  catalogText(Array.from({ length: 4000 }, (_, i) => component({ id: `game${i}`, description }))),
);

const isConverting = (...folders: string[]) =>
  folders.flatMap((folder) => readdirSync(folder)).some((name) => name.includes('ludex-temporary-'));

async function stop(program: Program, signal: NodeJS.Signals) {
  program.process.kill(signal);
  return program.ended;
}

test('SIGTERM during converting leaves no files behind', async () => {
  const { folder, temporary, env } = newPlace();
  const program = startProgram(['import', 'appstream', large], env);
  await until(() => isConverting(folder, temporary));
  const { stderr, stdout, code } = await stop(program, 'SIGTERM');
  assert.deepEqual([code, stdout], [143, '']);
  assert.match(stderr, /^Stopped; nothing was changed$/m);
  assert.deepEqual([readdirSync(folder), readdirSync(temporary)], [['tmp'], []]);
});

test('Ctrl-C during loading changes nothing, and the next import works', async () => {
  const { folder, temporary, env } = newPlace();
  const packed = join(folder, 'many.tar.gz');
  await packBundle(writeGames(manyTitles(40_000)), packed);
  const store = await openStore(readConfig({ data: env.LUDEX_DATA }, {}));
  const program = startProgram(['import', packed], env);
  await until(() => /\d+ of 40000 games/.test(program.output.stderr));
  assert.equal(readdirSync(temporary).length, 1);
  // The page of imports shows it.
  await until(async () => (await listRunningImports(store.status, Date.now()))[0]?.total === 40_000);
  await store.close();
  const { code, stderr } = await stop(program, 'SIGINT');
  assert.equal(code, 130);
  assert.match(stderr, /^Stopped; nothing was changed$/m);
  assert.deepEqual(readdirSync(temporary), []);
  const status = JSON.parse((await runProgram(['status', '--json'], env)).stdout);
  assert.deepEqual([status.games, status.imports], [0, []]);
  const { stdout } = await runProgram(['import', writeGames(['A'])], env);
  assert.match(stdout, /^test: 1 game added/m);
});
