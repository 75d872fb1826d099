import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { temporaryFolder } from '../../support/samples/bundle.ts';
import { writeLists } from '../../support/samples/mame.ts';

const ENTRIES = 4000;
/** In megabytes, including the program itself. The entries of the test alone are larger. */
const HEAP_MEGABYTES = 40;

const CONVERT = `
  const [importers, path, folder] = process.argv.slice(1);
  const { IMPORTERS } = await import(importers);
  const { convert } = IMPORTERS.find(({ name }) => name === 'mame');
  const { counts } = await convert({ paths: [path], flags: {}, splits: new Set(), folder, onProgress: () => {} });
  console.log(counts.games);
`;

test('entries are not held in memory', () => {
  const serial = Array.from({ length: 50 }, (_, i) => `${i}`.padEnd(190, 'x'));
  const entries = Array.from({ length: ENTRIES }, (_, i) => ({
    name: `x${i}`,
    description: `Game number ${i}`,
    info: { serial },
  }));
  const importers = new URL('../../../src/importers/importers.ts', import.meta.url).href;
  const flags = [`--max-old-space-size=${HEAP_MEGABYTES}`, '--max-semi-space-size=1', '--input-type=module'];
  const args = [...flags, '-e', CONVERT, importers, writeLists({ nes: entries }), temporaryFolder('memory')];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr.slice(0, 500));
  assert.equal(stdout, `${ENTRIES}\n`);
});
