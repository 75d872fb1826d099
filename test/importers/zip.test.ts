import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readText } from '../../src/importers/source-text.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { zipOf } from '../support/samples/zip.ts';

const TEXT = 'Hop over the pond. '.repeat(10_000);

async function read(archive: Buffer): Promise<{ text: string; packed: number }> {
  const path = join(temporaryFolder('zip'), 'a.zip');
  writeFileSync(path, archive);
  let [text, packed] = ['', 0];
  const count = (chunk: Buffer) => {
    packed += chunk.length;
  };
  for await (const piece of readText(path, count, /^b\.xml$/)) text += piece;
  return { text, packed };
}

test('a file of a zip archive is read, compressed or not', async () => {
  const compressed = await read(zipOf({ 'a.xml': 'other', 'b.xml': TEXT }));
  assert.equal(compressed.text, TEXT);
  assert.ok(compressed.packed < TEXT.length / 10, 'progress counts packed bytes');
  assert.equal((await read(zipOf({ 'b.xml': { text: TEXT, stored: true } }))).text, TEXT);
});

const whole = zipOf({ 'b.xml': TEXT });
const BAD: [what: string, archive: Buffer, message: RegExp][] = [
  ['that is none', Buffer.from('<xml/>'.repeat(100)), /a\.zip cannot be read: .*; nothing was imported$/],
  ['that was cut off', whole.subarray(0, 200), /a\.zip cannot be read: .*; nothing was imported$/],
  [
    'with a damaged file',
    zipOf({ 'b.xml': { text: TEXT, damaged: true } }),
    /a\.zip: b\.xml is damaged; download it again/,
  ],
  [
    'without the file',
    zipOf({ 'c.txt': 'x', 'd.txt': 'y' }),
    /a\.zip has no file that is expected there, only c\.txt, d\.txt$/,
  ],
];

for (const [what, archive, message] of BAD) {
  test(`a zip archive ${what} is refused in one sentence`, () => assert.rejects(read(archive), { message }));
}

test('broken data in a zip archive is refused', async () => {
  const broken = Buffer.from(whole);
  broken.fill(0xff, 40, 60);
  await assert.rejects(read(broken), /a\.zip cannot be read: .*; nothing was imported$/);
});
