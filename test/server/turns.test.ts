import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openTurns } from '../../src/server/turns.ts';

const CROWD = 100;
/** Longer than the calls of one turn may ever take. */
const LONG_MS = 60;

function work(milliseconds: number): void {
  const endAt = performance.now() + milliseconds;
  while (performance.now() < endAt);
}

test('work that comes when calls have taken a turn long enough waits for later turns, in its order', async () => {
  const turns = openTurns(() => CROWD);
  const done: string[] = [];
  const start = (name: string, milliseconds: number) =>
    turns.run(async () => {
      work(milliseconds);
      done.push(name);
      return name;
    });
  const results = [start('a', LONG_MS), start('b', LONG_MS), start('c', 0)];
  const seen = new Set<string>();
  for (; done.length < 3; await nextTurn()) seen.add(done.join());
  assert.deepEqual([...seen], ['a', 'a,b'], 'each in a turn of its own');
  assert.deepEqual(await Promise.all(results), ['a', 'b', 'c']);
});

test('work learns for how much CPU time of the thread it has waited', async () => {
  const turns = openTurns(() => CROWD);
  const waited = await Promise.all(
    [LONG_MS, LONG_MS, 0].map((ms) =>
      turns.run(async (waitedMs) => {
        work(ms);
        return waitedMs;
      }),
    ),
  );
  assert.equal(waited[0], 0);
  const [, second = 0, third = 0] = waited;
  assert.ok(second < third, `${second} ms, then ${third} ms`);
});

test('calls that wait get a part of the time, however long other work takes', async () => {
  const turns = openTurns(() => CROWD);
  let done = 0;
  const call = async () => {
    work(LONG_MS);
    done++;
  };
  for (let i = 0; i < 10; i++) void turns.run(call);
  for (let i = 0; i < 6; i++) {
    work(LONG_MS);
    await nextTurn();
  }
  assert.ok(done >= 5, `${done} calls in 6 turns`);
});

test('answers to calls that waited are sent between the others of their turn', async () => {
  const turns = openTurns(() => CROWD);
  const events: string[] = [];
  const make = (name: string) => events.push(`made ${name}`);
  const send = (name: string) => () => events.push(`sent ${name}`);
  turns.run(() => work(LONG_MS));
  const answers = [
    turns.run(() => make('a')),
    turns.run(async () => make('b')),
    turns.run(() => make('c')),
  ] as Promise<number>[];
  await Promise.all(answers.map((answer, i) => answer.then(send('abc'[i] as string))));
  assert.deepEqual(events, ['made a', 'sent a', 'made b', 'sent b', 'made c', 'sent c']);
});

test('short work is done at once, also after a turn with long work', async () => {
  const turns = openTurns(() => CROWD);
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

test('few calls at a time never wait', async () => {
  let calls = 16;
  const turns = openTurns(() => calls);
  assert.equal(
    turns.run(() => work(LONG_MS)),
    undefined,
  );
  assert.equal(
    turns.run(() => 'at once'),
    'at once',
  );
  calls++;
  turns.run(() => work(LONG_MS));
  const late = turns.run(() => 'late');
  calls = 1;
  const later = turns.run(() => 'later');
  assert.deepEqual([late instanceof Promise, later instanceof Promise], [true, true], 'no call overtakes another');
  assert.deepEqual(await Promise.all([late, later]), ['late', 'later']);
});
