import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ByteCache } from '../../src/catalog/render/byte-cache.ts';

/** One kilobyte including its key of one letter. */
const kilobyte = () => Buffer.alloc(1024 - 200 - 2);

test('a full cache evicts the least recently used entries', () => {
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

test('an entry larger than the budget is not cached and evicts nothing', () => {
  const cache = new ByteCache<Buffer>(2 * 1024);
  cache.set('a', kilobyte());
  cache.set('b', Buffer.alloc(10_000));
  assert.ok(cache.get('a'));
  assert.equal(cache.get('b'), undefined);
});

test('a replaced entry is counted once', () => {
  const cache = new ByteCache<Buffer>(10 * 1024);
  cache.set('a', kilobyte());
  cache.set('a', kilobyte());
  assert.equal(cache.bytes, 1024);
});

test('keys count against the budget', () => {
  const cache = new ByteCache<Buffer>(10 * 1024);
  cache.set('k'.repeat(1000), kilobyte());
  assert.ok(cache.bytes > 2000);
});

test('a cache that is never full does not keep what was replaced', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const cache = new ByteCache<Buffer>(2 ** 30);
  const replaced: WeakRef<Buffer>[] = [];
  for (let round = 0; round < 50; round++) {
    for (let key = 0; key < 100; key++) {
      const value = kilobyte();
      replaced.push(new WeakRef(value));
      cache.set(key, value);
      for (let other = 0; other < 10; other++) cache.get(other);
    }
    // A weak reference is kept until the end of the turn in which it was made.
    await new Promise(setImmediate);
  }
  collect();
  const kept = replaced.filter((one) => one.deref()).length;
  assert.ok(cache.get(0), 'the cache itself is still in use');
  assert.ok(kept < 1000, `${kept} of ${replaced.length} are kept`);
});
