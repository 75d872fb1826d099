import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openBundle } from '../../../src/bundle/bundle.ts';
import { OperatorError } from '../../../src/errors.ts';
import { csvOf } from '../../support/samples/gamedatabase.ts';
import { convertSource, writeSource } from '../../support/samples/sources.ts';

const FILE = 'console_nintendo_virtualboy.csv';
const convertFiles = (files: Record<string, string | Buffer>, flags = {}) =>
  convertSource('gamedatabase', [writeSource(files)], flags);

test('a folder is a complete source; single files, compressed or not, are not; unknown files are counted', async () => {
  const text = csvOf([{ title: 'Hop' }]);
  const folder = writeSource({ [FILE]: text, 'computer_acme.csv': text, 'README.md': '' });
  const whole = await convertSource('gamedatabase', [folder]);
  assert.deepEqual(whole.unknown, [{ what: 'file computer_acme.csv', count: 1 }]);
  const { manifest } = await openBundle(whole.folder);
  assert.equal(manifest.complete, true);
  assert.equal(manifest.sources[0]?.licence, 'CC-BY-4.0');
  assert.match(manifest.sources[0]?.version ?? '', /^1 file, [\da-f]{12}$/);
  const packed = writeSource({ [`${FILE}.gz`]: gzipSync(text) });
  const part = await convertSource('gamedatabase', [join(packed, `${FILE}.gz`)]);
  assert.equal((await openBundle(part.folder)).manifest.complete, false);
  assert.deepEqual(part.games, whole.games);
});

const NO_HEADING = 'Name,Year\nHop,1990\n';
const BAD: [what: string, content: string | Buffer, message: RegExp][] = [
  ['no heading', NO_HEADING, /\.csv:1: no column "title", so it is not a file of GameDataBase; nothing was imported$/],
  ['a heading without tags', 'Title,ID,Region\n', /:1: no column "tags"/],
  ['too many cells', `${csvOf([{ title: 'Hop' }])}${','.repeat(20)}\n`, /:3: a row has more or fewer cells than the/],
  ['too few cells', `${csvOf([{ title: 'Hop' }])}Skip,=\n`, /:3: a row has more or fewer cells than the heading/],
  ['a quote around cells', csvOf([{ title: '"Hop', screen: '"Hop' }]), /:2: a row has more or fewer cells/],
  ['an open quote', csvOf([{ title: '"Hop', screen: 'Hop' }, { title: 'Skip' }]), /:\d+: a quote is not closed/],
  ['an endless row', csvOf([{ title: `"${'x'.repeat(1_100_000)}` }]), /:2: a row of more than 1 MB/],
  [
    'Latin-1',
    Buffer.concat([Buffer.from(csvOf([{ title: 'Hop' }])), Buffer.from([0x48, 0xe9, 0x0a])]),
    / is not UTF-8/,
  ],
];

for (const [what, content, message] of BAD)
  test(`${what} is reported with file and line`, async () => {
    await assert.rejects(convertFiles({ [FILE]: content }, { strict: '' }), (error) => {
      assert.ok(error instanceof OperatorError, String(error));
      assert.match(error.message, message);
      return true;
    });
  });
