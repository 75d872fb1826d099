import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFewRefused, fuzz } from '../../torture/fuzz/fuzz.ts';

test('generated requests and bytes get no 5xx and no undocumented answer, and end no server', async () => {
  const { requests, byKind } = await fuzz({ seed: 3, count: 600, settings: { LUDEX_THREADS: '1' } });
  assert.ok(requests > 600);
  assert.equal(byKind.size, 8);
});

test('a server that refuses more than one request in a hundred fails the run', () => {
  const answers = (refused: number) => ({ requests: 10_000, byStatus: new Map([[503, refused]]) });
  assertFewRefused(answers(100));
  assert.throws(
    () => assertFewRefused(answers(101)),
    /^AssertionError.*: 101 of 10000 answers were 503, more than 1 %/,
  );
});
