import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openVisitQueue } from '../../src/server/admission.ts';

const LIMITS = { perNetwork: 3, inAll: 5, pace: undefined };

test('networks take turns, each in its own order', () => {
  const queue = openVisitQueue<string>(LIMITS);
  for (const item of ['a1', 'a2', 'a3', 'b1', 'b2']) assert.equal(queue.add(item.charAt(0), item), undefined);
  const taken = Array.from({ length: 6 }, () => queue.take());
  assert.deepEqual(taken, ['a1', 'b1', 'a2', 'b2', 'a3', undefined]);
  assert.equal(queue.size, 0);
});

test('a network whose queue is full loses its newest item, and the longest queue if all are full', () => {
  const queue = openVisitQueue<string>(LIMITS);
  const refused = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1'].map((item) =>
    queue.add(item.charAt(0), item),
  );
  const none = undefined;
  assert.deepEqual(refused, [none, none, none, 'a4', none, none, 'a3', 'a2', 'f1', 'g1']);
  assert.equal(queue.size, 5);
  assert.deepEqual(
    Array.from({ length: 6 }, () => queue.take()),
    ['a1', 'b1', 'c1', 'd1', 'e1', none],
  );
});

test('after a burst each network has its pace', () => {
  let now = 0;
  const queue = openVisitQueue<string>({ ...LIMITS, pace: { burst: 1, perSecond: 10 } }, () => now);
  const takeAll = (at: number) => {
    now = at;
    for (const network of ['a', 'b']) while (queue.add(network, network) === undefined);
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
  assert.equal(queue.take(true), 'a', 'without the pace');
});
