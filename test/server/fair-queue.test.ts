import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFairQueue } from '../../src/server/fair-queue.ts';

const LIMITS = { perClient: 3, inAll: 5, intervalMs: 0, burstMs: 0 };

test('clients take turns, each in its own order', () => {
  const queue = openFairQueue<string>(LIMITS);
  for (const item of ['a1', 'a2', 'a3', 'b1', 'b2']) assert.ok(queue.add(item.charAt(0), item));
  const taken = Array.from({ length: 6 }, () => queue.take(0));
  assert.deepEqual(taken, ['a1', 'b1', 'a2', 'b2', 'a3', undefined]);
  assert.equal(queue.size, 0);
});

test('the queue of a client is limited, and that of all', () => {
  const queue = openFairQueue<number>(LIMITS);
  const added = ['a', 'a', 'a', 'a', 'b', 'c', 'd'].map((client) => queue.add(client, 0));
  assert.deepEqual(added, [true, true, true, false, true, true, false]);
  queue.take(0);
  assert.ok(queue.add('d', 0));
});

test('after a burst each client has its pace', () => {
  const queue = openFairQueue<string>({ ...LIMITS, intervalMs: 100, burstMs: 100 });
  const takeAll = (now: number) => {
    for (const client of ['a', 'b']) while (queue.add(client, client));
    const taken = [];
    for (let item = queue.take(now); item !== undefined; item = queue.take(now)) taken.push(item);
    return taken.join('');
  };
  assert.equal(takeAll(0), 'abab');
  assert.equal(takeAll(99), '');
  assert.equal(takeAll(100), 'ab');
  assert.equal(takeAll(100), '');
  // A long silence gives the burst back, and no more.
  assert.equal(takeAll(10_000), 'abab');
});
