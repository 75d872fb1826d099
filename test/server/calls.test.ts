import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Calls, openCalls, readCpuMs } from '../../src/server/calls.ts';

/** Calls at a time that never wait, that a quiet thread accepts, and that are always accepted. */
const [FEW, USUAL, ALWAYS] = [16, 128, 32];
/** Longer than the calls of one turn may ever take. */
const LONG_MS = 60;
const UNLIMITED = { max_delay_ms: null, threads: 1 };

/** Uses so much CPU time, however busy the machine is. */
function work(milliseconds: number): void {
  const endAt = readCpuMs() + milliseconds;
  while (readCpuMs() < endAt);
}

/** With so many calls that have begun, and end when the test does. */
async function openCrowded(count = FEW): Promise<Calls & { release(): void }> {
  const calls = openCalls(UNLIMITED);
  const { promise, resolve } = Promise.withResolvers<void>();
  for (let i = 0; i < count; i++) void calls.run(() => promise, undefined);
  after(() => resolve());
  // The next call begins a turn.
  await nextTurn();
  return { ...calls, release: resolve };
}

/** How many of so many calls at once, of so much CPU time each, are accepted. */
async function countServed(calls: Calls, count: number, milliseconds: number): Promise<number> {
  const results = Array.from({ length: count }, () => calls.run(() => work(milliseconds) ?? 1, 0));
  return (await Promise.all(results)).reduce((sum, served) => sum + served, 0);
}

test('a quiet thread accepts its usual number of calls at once, also of those that end at once', async () => {
  const calls = openCalls({ max_delay_ms: 10_000, threads: 1 });
  assert.equal(await countServed(calls, 2 * USUAL, 0), USUAL);
  await nextTurn();
  assert.equal(await countServed(calls, 2 * USUAL, 0), USUAL, 'and again in a later turn');
});

const CROWDS: [milliseconds: number, limit: number][] = [
  [0.2, 500],
  [2, 50],
  [100, ALWAYS],
];

for (const [milliseconds, limit] of CROWDS)
  test(`of calls that take ${milliseconds} ms each, ${limit} are accepted for a delay of 100 ms`, async () => {
    let usedMs = 0;
    const startTimer =
      (startedMs = usedMs) =>
      () =>
        usedMs - startedMs;
    const calls = openCalls({ max_delay_ms: 100, threads: 1 }, startTimer);
    const last = Promise.withResolvers<void>();
    for (let i = 0; i <= FEW; i++) void calls.run(() => last.promise, undefined);
    let begun: (Promise<number> | number)[] = [];
    for (let round = 0; round < 20; round++, await nextTurn()) {
      begun = [];
      for (let result: Promise<number> | number = 1; result !== 0; begun.push(result))
        result = calls.run(async () => (usedMs += milliseconds), 0);
      await Promise.all(begun);
    }
    const accepted = FEW + begun.length;
    assert.ok(Math.abs(accepted - limit) <= 1, `${accepted} calls`);
    last.resolve();
    await nextTurn();
    await nextTurn();
    assert.equal(await countServed(calls, 2 * USUAL, 0), USUAL, 'a quiet thread returns to the usual limit');
  });

test('in a crowd, a call that has waited longer than the delay of the setting is refused', async () => {
  const calls = openCalls({ max_delay_ms: 50, threads: 1 });
  const run = (ms: number) => calls.run(() => work(ms) ?? 'served', 'refused');
  const patient = Array.from({ length: USUAL }, (_, i) => run(i <= FEW ? LONG_MS : 0));
  assert.equal(run(0), 'refused', 'there are too many');
  const results = await Promise.all(patient);
  assert.deepEqual([results[0], results.at(-1)], ['served', 'refused']);
});

test('the CPU time of other threads makes no call late', async () => {
  const calls = openCalls({ max_delay_ms: 10_000, threads: 1 }, () => () => 100_000);
  const run = () => calls.run(() => work(1) ?? 'served', 'refused');
  const patient = Array.from({ length: USUAL }, run);
  assert.equal(run(), 'refused', 'there are too many');
  assert.deepEqual([...new Set(await Promise.all(patient))], ['served']);
});

test('without a limit of the delay no call is refused', async () => {
  assert.equal(await countServed(openCalls(UNLIMITED), 3 * USUAL, 0), 3 * USUAL);
});

test('work that comes when calls have taken a turn long enough waits for later turns, in its order', async () => {
  const calls = await openCrowded();
  const done: string[] = [];
  const start = (name: string, milliseconds: number) =>
    calls.run(async () => {
      work(milliseconds);
      done.push(name);
      return name;
    }, 'refused');
  const results = [start('a', LONG_MS), start('b', LONG_MS), start('c', 0)];
  const seen = new Set<string>();
  // The first one waits, too, if the machine stalled before it.
  for (; done.length < 3; await nextTurn()) if (done.length > 0) seen.add(done.join());
  assert.deepEqual([...seen], ['a', 'a,b'], 'each in a turn of its own');
  assert.deepEqual(await Promise.all(results), ['a', 'b', 'c']);
});

test('calls that wait get a part of the time, however long other work takes', async () => {
  const calls = await openCrowded();
  let done = 0;
  for (let i = 0; i < 10; i++) void calls.run(async () => work(LONG_MS) ?? done++, 0);
  for (let i = 0; i < 6; i++) {
    work(LONG_MS);
    await nextTurn();
  }
  assert.ok(done >= 5, `${done} calls in 6 turns`);
});

test('answers to calls that waited are sent between the others of their turn', async () => {
  const calls = await openCrowded();
  const events: string[] = [];
  const make = (name: string) => events.push(`made ${name}`);
  const send = (name: string) => () => events.push(`sent ${name}`);
  void calls.run(() => work(LONG_MS), undefined);
  const answers = [
    calls.run(() => make('a'), 0),
    calls.run(async () => make('b'), 0),
    calls.run(() => make('c'), 0),
  ] as Promise<number>[];
  await Promise.all(answers.map((answer, i) => answer.then(send('abc'[i] as string))));
  assert.deepEqual(events, ['made a', 'sent a', 'made b', 'sent b', 'made c', 'sent c']);
});

test('few calls at a time never wait, and no call overtakes another', async () => {
  const few = await openCrowded(FEW - 3);
  for (let i = 0; i < 3; i++)
    assert.equal(
      few.run(() => work(LONG_MS) ?? 'at once', ''),
      'at once',
    );
  const calls = await openCrowded();
  assert.equal(
    calls.run(() => work(LONG_MS) ?? 'at once', ''),
    'at once',
  );
  const long = calls.run(() => work(LONG_MS) ?? 'long', '');
  const late = calls.run(() => 'late', '');
  calls.release();
  await nextTurn();
  const later = calls.run(() => 'later', '');
  assert.ok(late instanceof Promise && later instanceof Promise);
  assert.deepEqual(await Promise.all([long, late, later]), ['long', 'late', 'later']);
  await nextTurn();
  assert.equal(
    calls.run(() => 'short work is done at once', ''),
    'short work is done at once',
  );
});
