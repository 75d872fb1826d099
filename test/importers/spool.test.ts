import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { openSpool } from '../../src/importers/spool.ts';
import { temporaryFolder } from '../support/bundle.ts';

/** A place that no other test and no other program writes to. */
const TMPDIR = temporaryFolder('spool');
Object.assign(process.env, { TMPDIR });

test('texts come back by their numbers, in any order, also while more are added', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 50 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(texts, fc.array(fc.nat(), { maxLength: 100 }), (list, questions) => {
      const spool = openSpool();
      for (const [i, text] of list.entries()) {
        assert.equal(spool.add(text), i);
        const asked = (questions[i] ?? 0) % (i + 1);
        assert.equal(spool.read(asked), list[asked]);
      }
      for (const asked of questions) assert.equal(spool.read(asked % list.length), list[asked % list.length]);
      spool.close();
    }),
  );
});

test('texts that are larger than what is read and written at once are kept too', () => {
  const spool = openSpool();
  const texts = [10, 100_000, 1_000_000, 0, 300_000].map((length, i) => 'äxyz'[i % 4]?.repeat(length) ?? '');
  for (const text of texts) spool.add(text);
  for (const i of [4, 0, 3, 2, 1]) assert.ok(spool.read(i) === texts[i], `text ${i}`);
  spool.close();
});

test('nothing of it is left, and nothing is seen of it on the way', () => {
  const spool = openSpool();
  spool.add('x');
  assert.deepEqual(readdirSync(TMPDIR), []);
  spool.close();
});
