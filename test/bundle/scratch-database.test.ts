import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { openSortedLines } from '../../src/bundle/sorted-lines.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';

/** A folder that no other test and no other program writes to. */
const TMPDIR = temporaryFolder('scratch');
Object.assign(process.env, { TMPDIR });

/** More than the cache of the database holds. */
const LINES = 4000;
const LINE = 'x'.repeat(4000);

test('lines that do not fit in memory are sorted by code points in an unlinked file', async () => {
  const lines = openSortedLines();
  const numbers = Array.from({ length: LINES }, (_, i) => String((i * 7919) % LINES).padStart(5, '0'));
  // As UTF-16 the last two would be the other way round.
  const [first, ...others] = ['a', '\uffee', '\u{1f3ae}'] as const;
  const keys = [...others.toReversed(), ...numbers, first];
  for (const key of keys) await lines.add(key, `${key} ${LINE}`);
  const read: string[] = [];
  for await (const { key, line } of lines.read()) {
    if (read.length === 0) assert.deepEqual(readdirSync(TMPDIR), []);
    assert.ok(line === `${key} ${LINE}`);
    read.push(key);
  }
  assert.deepEqual(read, [...numbers.toSorted(), first, ...others]);
  lines[Symbol.dispose]();
  assert.deepEqual(readdirSync(TMPDIR), []);
});
