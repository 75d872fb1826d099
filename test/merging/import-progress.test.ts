import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRunningImports, openImportProgress } from '../../src/merging/load/import-progress.ts';
import { openStore } from '../../src/store/open.ts';
import { newPlace } from '../support/servers/engines.ts';

const { status } = await openStore(await newPlace());
const MINUTE = 60_000;

test('several imports are listed, and one that was killed is forgotten after a minute', async () => {
  await status.put('import', { id: 'killed', value: JSON.stringify({ source: 'killed', seenAt: 1000 }) });
  const progress = await openImportProgress(status, { action: 'undo', source: 'alive' }, () => 1000);
  const sources = async (now: number) => (await listRunningImports(status, now)).map(({ source }) => source);
  assert.deepEqual((await sources(MINUTE)).toSorted(), ['alive', 'killed']);
  assert.deepEqual(await sources(MINUTE + 1000), []);
  await progress.end();
  await (await openImportProgress(status, { action: 'import', source: 'next' }, () => 2 * MINUTE)).end();
  assert.deepEqual(await status.list('import'), []);
});

test('the problem of an import is shown for a day, or until the next import', async () => {
  const progress = await openImportProgress(status, { action: 'undo', source: 'mame' }, () => 1000);
  await progress.end('The disk is full');
  const problems = async (now: number) => (await listRunningImports(status, now)).map(({ problem }) => problem);
  assert.deepEqual(await problems(23 * 60 * MINUTE), ['The disk is full']);
  assert.deepEqual(await problems(25 * 60 * MINUTE), []);
  const next = await openImportProgress(status, { action: 'import', source: 'mame' }, () => 2000);
  assert.deepEqual(await problems(2000), [undefined]);
  await next.end();
});
