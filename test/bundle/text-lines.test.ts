import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readTextLines } from '../../src/bundle/text-lines.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';

const LONG = 'é'.repeat(50_000);
const CASES: [name: string, bytes: Buffer, lines: (string | undefined)[]][] = [
  ['an empty file', Buffer.from(''), []],
  ['a last line with a line feed', Buffer.from('a\nb\n'), ['a', 'b']],
  ['a last line without a line feed', Buffer.from('a\nb'), ['a', 'b']],
  ['an empty line', Buffer.from('a\n\nb\n'), ['a', '', 'b']],
  ['a line longer than a chunk', Buffer.from(`${LONG}\n${LONG}`), [LONG, LONG]],
  ['a byte order mark, which is kept', Buffer.from('\ufeffa\nb\n'), ['\ufeffa', 'b']],
  ['other separators', Buffer.from('a\u2028b\u2029c\n'), ['a\u2028b\u2029c']],
  ['a line that is not UTF-8', Buffer.from([0x61, 0x0a, 0xff, 0x0a, 0x62, 0x0a]), ['a', undefined, 'b']],
];

for (const [name, bytes, lines] of CASES) {
  test(`lines of ${name}`, async () => {
    const path = join(temporaryFolder('lines'), 'file');
    writeFileSync(path, bytes);
    assert.deepEqual(await Array.fromAsync(readTextLines(path)), lines);
  });
}

test('a line of 4 MB is read, and a longer one is refused with its number before its end is known', async () => {
  const path = join(temporaryFolder('lines'), 'file.jsonl');
  const longest = 'x'.repeat(4 * 1024 ** 2);
  writeFileSync(path, `a\n${longest}\nb\n`);
  assert.deepEqual(
    (await Array.fromAsync(readTextLines(path))).map((line) => line?.length),
    [1, longest.length, 1],
  );
  let bytesRead = 0;
  for (const text of [`a\n${longest}x\n`, `a\n${longest.repeat(5)}`]) {
    writeFileSync(path, text);
    const read = Array.fromAsync(readTextLines(path, ({ length }) => (bytesRead += length)));
    await assert.rejects(read, { message: 'file.jsonl:2: a line of more than 4 MB; nothing was imported' });
  }
  assert.ok(bytesRead < 3 * longest.length);
});
