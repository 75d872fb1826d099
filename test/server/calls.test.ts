import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  addWork,
  limitFor,
  openCallLimit,
  openCalls,
  openTurns,
  readCpuMs,
  USUAL_CALLS,
  usualWork,
} from '../../src/server/calls.ts';

const CROWD = 100;
/** Longer than the calls of one turn may ever take. */
const LONG_MS = 60;

/** Uses so much CPU time, however busy the machine is. */
function work(milliseconds: number): void {
  const endAt = readCpuMs() + milliseconds;
  while (readCpuMs() < endAt);
}

const TICK = { most: 128, answered: 10, cpuMs: 20, ms: 20 };
const LIMITS: [name: string, ticks: number, tick: typeof TICK, limit: (limit: number) => boolean][] = [
  ['calls of 2 ms may be 50 at the same time, for a delay of 100 ms', 100, TICK, (limit) => limit === 50],
  ['one slow tick changes little', 1, { ...TICK, answered: 1 }, (limit) => limit > 96],
  [
    'connections of one program are always accepted',
    100,
    { ...TICK, answered: 1, cpuMs: 1000 },
    (limit) => limit === 32,
  ],
  ['cheap calls may be more', 100, { ...TICK, answered: 100, cpuMs: 10 }, (limit) => limit === 1000],
  [
    'a few calls beside other work change nothing',
    100,
    { ...TICK, most: 3, answered: 3, cpuMs: 1000 },
    (limit) => limit === 128,
  ],
];

for (const [name, ticks, tick, isRight] of LIMITS)
  test(name, () => {
    let recent = usualWork(100);
    for (let i = 0; i < ticks; i++) recent = addWork(recent, tick, 100);
    assert.ok(isRight(limitFor(recent, 100)), `${limitFor(recent, 100)} calls`);
    for (let i = 0; i < 100; i++) recent = addWork(recent, { most: 0, answered: 0, cpuMs: 0, ms: 20 }, 100);
    assert.equal(limitFor(recent, 100), USUAL_CALLS, 'a quiet thread returns to the usual limit');
  });

test('expensive calls after cheap ones reduce the limit within a second, also if each tick is late', () => {
  let recent = usualWork(100);
  for (let i = 0; i < 100; i++) recent = addWork(recent, { most: 1000, answered: 300, cpuMs: 20, ms: 20 }, 100);
  for (let ms = 0; ms < 1000; ms += 200)
    recent = addWork(recent, { most: 128, answered: 66, cpuMs: 200, ms: 200 }, 100);
  assert.ok(limitFor(recent, 100) < 50, `${limitFor(recent, 100)} calls`);
});

test('calls of one turn of the event loop count together, also those that ended', async () => {
  const limit = openCallLimit({ max_delay_ms: 100, threads: 1 });
  after(() => limit.close());
  for (let i = 0; i < USUAL_CALLS; i++) {
    assert.equal(limit.isReached, false);
    limit.end(limit.begin());
  }
  assert.equal(limit.isReached, true);
  await nextTurn();
  assert.deepEqual([limit.calls, limit.isReached], [0, false]);
});

test('a call of an earlier turn counts until it is answered, and no longer', async () => {
  const limit = openCallLimit({ max_delay_ms: 100, threads: 1 });
  after(() => limit.close());
  const turn = limit.begin();
  await nextTurn();
  assert.equal(limit.calls, 1);
  limit.end(turn);
  assert.equal(limit.calls, 0);
});

test('in a crowd, a call that has waited longer than the delay of the setting is refused', async () => {
  const calls = openCalls({ max_delay_ms: 50, threads: 1 });
  after(() => calls.close());
  const run = (ms: number) => calls.run(() => work(ms) ?? 'served', 'refused');
  const patient = Array.from({ length: USUAL_CALLS }, (_, i) => run(i < 20 ? LONG_MS : 0));
  assert.equal(run(0), 'refused', 'there are too many');
  const results = await Promise.all(patient);
  assert.equal(results[0], 'served');
  assert.equal(results.at(-1), 'refused');
});

test('without a limit of the delay no call is refused', async () => {
  const calls = openCalls({ max_delay_ms: null, threads: 1 });
  after(() => calls.close());
  const results = Array.from({ length: 3 * USUAL_CALLS }, () => calls.run(() => 'served', 'refused'));
  assert.deepEqual(new Set(await Promise.all(results)), new Set(['served']));
});

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
