import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCached, fromCache, offerToCache, openCatalog, replaceSnapshot } from '../../src/catalog/catalog.ts';
import { ByteCache } from '../../src/catalog/render/byte-cache.ts';
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts';

/** One kilobyte including its key of one letter. */
const kilobyte = () => Buffer.alloc(1024 - 200 - 2);

test('a full cache evicts a sixteenth: the least recently used entries', () => {
  const cache = new ByteCache<Buffer>(16 * 1024);
  const keys = Array.from('abcdefghijklmnop');
  for (const key of keys) cache.set(key, kilobyte());
  assert.equal(cache.bytes, 16 * 1024);
  cache.get('a');
  cache.set('q', kilobyte());
  assert.equal(cache.bytes, 15 * 1024);
  const evicted = [...keys, 'q'].filter((key) => cache.get(key) === undefined);
  assert.deepEqual(evicted, ['b', 'c']);
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

test('an offered value is kept when it is offered again', () => {
  const cache = new ByteCache<Buffer>(10 * 1024);
  const offer = (key: string) => {
    cache.offer(key, kilobyte());
    return cache.get(key) !== undefined;
  };
  assert.deepEqual([offer('a'), offer('b'), offer('a')], [false, false, true]);
  cache.clear();
  assert.equal(offer('b'), false);
  const long = 'k'.repeat(501);
  assert.deepEqual([offer(long), offer(long)], [false, false]);
});

test('each snapshot is cached by itself, and what an older one gives too late is dropped', () => {
  const [older, newer] = [{}, {}] as [Snapshot, Snapshot];
  const catalog = openCatalog({} as never, {} as never, older, {} as never, 10_000);
  const read = (snapshot: Snapshot, text: string) =>
    String(fromCache(catalog, snapshot, 'name', () => Buffer.from(text)));
  assert.equal(read(older, 'first'), 'first');
  assert.equal(read(older, 'second'), 'first');
  replaceSnapshot(catalog, newer);
  assert.equal(catalog.cache.bytes, 0);
  assert.equal(read(older, 'late'), 'late');
  assert.equal(read(newer, 'third'), 'third');
  assert.equal(read(older, 'later'), 'later');
  for (let i = 0; i < 2; i++) offerToCache(catalog, older, 'response', Buffer.from('late'));
  assert.equal(findCached(catalog, newer, 'response'), undefined);
});
