import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Kept, openKeptAnswers } from '../../src/api/kept-answers.ts';
import { ByteCache } from '../../src/catalog/render/byte-cache.ts';
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts';

const [older, newer] = [{}, {}] as [Snapshot, Snapshot];
const answer = (text: string): Kept => ({
  route: '/v1/genres',
  whole: { status: 200, headers: ['etag', '"1"'], body: Buffer.from(text) },
  unmodified: undefined,
});

test('an answer is kept when it is made again, an expensive one at once', () => {
  const cache = new ByteCache(100_000);
  const kept = openKeptAnswers(cache);
  assert.equal(kept.find(older, 'a'), undefined);
  kept.offer(older, 'a', answer('a'), false);
  assert.equal(kept.find(older, 'a'), undefined);
  kept.offer(older, 'a', answer('a'), false);
  assert.equal(kept.find(older, 'a')?.whole?.body?.toString(), 'a');
  kept.offer(older, 'b', answer('b'), true);
  assert.equal(kept.find(older, 'b')?.whole?.body?.toString(), 'b');
});

test('another snapshot has no answers yet, and late ones of an older snapshot are dropped', () => {
  const cache = new ByteCache(100_000);
  const kept = openKeptAnswers(cache);
  kept.find(older, 'a');
  kept.offer(older, 'a', answer('a'), true);
  assert.notEqual(cache.bytes, 0);
  assert.equal(kept.find(newer, 'a'), undefined);
  assert.equal(cache.bytes, 0);
  kept.offer(older, 'a', answer('a'), true);
  assert.equal(kept.find(newer, 'a'), undefined);
});

test('the memory stays within the budget', () => {
  const cache = new ByteCache(10_000);
  const kept = openKeptAnswers(cache);
  kept.find(older, '');
  for (let i = 0; i < 100; i++) kept.offer(older, String(i), answer('x'.repeat(1000)), true);
  assert.ok(cache.bytes <= 10_000);
  assert.notEqual(kept.find(older, '99'), undefined);
  assert.equal(kept.find(older, '0'), undefined);
});

test('a kept body has memory of its own, not a slice of the buffer pool', () => {
  const kept = openKeptAnswers(new ByteCache(100_000));
  const large = Buffer.alloc(40_000).subarray(0, 20_000);
  kept.find(older, 'a');
  kept.offer(older, 'a', { ...answer(''), whole: { status: 200, headers: [], body: large } }, true);
  const body = kept.find(older, 'a')?.whole?.body as Buffer;
  assert.equal(body.buffer.byteLength, 20_000);
});

test('a small body is kept as a string with one character per byte', () => {
  const kept = openKeptAnswers(new ByteCache(100_000));
  kept.find(older, 'a');
  kept.offer(older, 'a', answer('Pokémon'), true);
  const body = kept.find(older, 'a')?.whole?.body as string;
  assert.equal(Buffer.from(body, 'latin1').toString(), 'Pokémon');
});

test('a very long request is not kept, nor remembered', () => {
  const kept = openKeptAnswers(new ByteCache(100_000));
  const name = 'x'.repeat(501);
  kept.find(older, name);
  for (let i = 0; i < 3; i++) kept.offer(older, name, answer('a'), true);
  assert.equal(kept.find(older, name), undefined);
});
