import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteCache } from '../../src/catalog/render/byte-cache.ts';

/** With its key of one letter, a kilobyte in all. */
const kilobyte = () => Buffer.alloc(1024 - 200 - 2);

test('a cache keeps to its budget and drops what was used longest ago', () => {
  const cache = new ByteCache<Buffer>(3 * 1024);
  for (const key of ['a', 'b', 'c']) cache.set(key, kilobyte());
  assert.equal(cache.bytes, 3 * 1024);
  cache.get('a');
  cache.set('d', kilobyte());
  assert.equal(cache.bytes, 3 * 1024);
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => cache.get(key) !== undefined),
    [true, false, true, true],
  );
});

test('what is larger than the budget is not kept, and drives nothing out', () => {
  const cache = new ByteCache<Buffer>(2 * 1024);
  cache.set('a', kilobyte());
  cache.set('b', Buffer.alloc(10_000));
  assert.ok(cache.get('a'));
  assert.equal(cache.get('b'), undefined);
});

test('a key set again counts once', () => {
  const cache = new ByteCache<Buffer>(10 * 1024);
  cache.set('a', kilobyte());
  cache.set('a', kilobyte());
  assert.equal(cache.bytes, 1024);
});

test('a long key counts as well', () => {
  const cache = new ByteCache<Buffer>(10 * 1024);
  cache.set('k'.repeat(1000), kilobyte());
  assert.ok(cache.bytes > 2000);
});
