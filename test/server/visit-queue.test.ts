import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openVisitQueue } from '../../src/server/visit-queue.ts';

const LIMITS = { perNetwork: 3, inAll: 5, pace: undefined };

test('networks take turns, each in its own order', () => {
  const queue = openVisitQueue<string>(LIMITS);
  for (const item of ['a1', 'a2', 'a3', 'b1', 'b2']) assert.ok(queue.add(item.charAt(0), item));
  const taken = Array.from({ length: 6 }, () => queue.take());
  assert.deepEqual(taken, ['a1', 'b1', 'a2', 'b2', 'a3', undefined]);
  assert.equal(queue.size, 0);
});

test('the queue of a network is limited, and that of all', () => {
  const queue = openVisitQueue<number>(LIMITS);
  const added = ['a', 'a', 'a', 'a', 'b', 'c', 'd'].map((network) => queue.add(network, 0));
  assert.deepEqual(added, [true, true, true, false, true, true, false]);
  queue.take();
  assert.ok(queue.add('d', 0));
});

test('after a burst each network has its pace', () => {
  let now = 0;
  const queue = openVisitQueue<string>({ ...LIMITS, pace: { burst: 1, perSecond: 10 } }, () => now);
  const takeAll = (at: number) => {
    now = at;
    for (const network of ['a', 'b']) while (queue.add(network, network));
    const taken = [];
    for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
    return taken.join('');
  };
  assert.equal(takeAll(0), 'abab');
  assert.equal(takeAll(99), '');
  assert.equal(takeAll(100), 'ab');
  assert.equal(takeAll(100), '');
  // A long silence gives the burst back, and no more.
  assert.equal(takeAll(10_000), 'abab');
});
