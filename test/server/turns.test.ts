import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openTurns } from '../../src/server/turns.ts';

/** Longer than the calls of one turn may take. */
const LONG_MS = 20;

function work(milliseconds: number): void {
  const endAt = performance.now() + milliseconds;
  while (performance.now() < endAt);
}

test('work that comes when calls have taken a turn long enough waits for later turns, in its order', async () => {
  const turns = openTurns();
  const done: string[] = [];
  const start = (name: string, milliseconds: number) =>
    turns.run(async () => {
      work(milliseconds);
      done.push(name);
      return name;
    });
  const results = [start('a', LONG_MS), start('b', 0), start('c', 0)];
  assert.deepEqual(done, ['a']);
  let turnsBetween = 0;
  for (; done.length < 3; turnsBetween++) await nextTurn();
  assert.deepEqual(
    [done, await Promise.all(results)],
    [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ],
  );
  assert.ok(turnsBetween >= 2, 'not all in one turn');
});

test('short work is done at once, also after a turn with long work', async () => {
  const turns = openTurns();
  assert.equal(
    turns.run(() => 'first'),
    'first',
  );
  turns.run(() => work(LONG_MS));
  await nextTurn();
  await nextTurn();
  assert.equal(
    turns.run(() => 'second'),
    'second',
  );
});
