import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countRequest } from '../../src/quota/quota.ts';
import type { Usage } from '../../src/store/store.ts';

const HOUR = 3600 * 1000;
const FREE = { perHour: 360, perSecond: 1 };
const START = Date.UTC(2026, 10, 15, 11, 59, 30);

/** Counts requests at these times and returns the admitted ones. */
function admitted(times: readonly number[], limits: { perHour: number | null; perSecond: number | null }): number[] {
  let usage: Usage | undefined;
  return times.filter((now) => {
    const { decision, after } = countRequest(usage, limits, now);
    usage = after;
    return decision.admitted;
  });
}

const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 40_000 })), {
  maxLength: 1500,
});
const timesOf = (list: readonly number[]) => {
  let now = START;
  return list.map((gap) => {
    now += gap;
    return now;
  });
};

test('no clock hour ever admits more than the plan allows (contract gap 38)', () => {
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 50 }), (list, perHour) => {
      const hours = Map.groupBy(admitted(timesOf(list), { perHour, perSecond: null }), (now) => Math.floor(now / HOUR));
      for (const times of hours.values()) assert.ok(times.length <= perHour);
    }),
  );
});

test('the long-term rate never exceeds one request per second (contract gap 39)', () => {
  fc.assert(
    fc.property(gaps, (list) => {
      const times = admitted(timesOf(list), { perHour: null, perSecond: 1 });
      times.forEach((now, i) => {
        // From the first to any later request: one per second, plus the tolerance of half a second.
        assert.ok(i * 1000 <= now - (times[0] as number) + 500);
      });
    }),
  );
});

test('a client that sends every 1.000 s ± 250 ms is never refused (contract gap 39)', () => {
  const jitter = fc.array(fc.integer({ min: -250, max: 250 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(jitter, (shifts) => {
      const times = shifts.map((shift, i) => START + i * 1000 + shift);
      assert.equal(admitted(times, FREE).length, times.length);
    }),
  );
});

test('a request passes after Retry-After, and not a second earlier (contract gap 40)', () => {
  fc.assert(
    fc.property(gaps, (list) => {
      let usage: Usage | undefined;
      for (const now of timesOf(list)) {
        const { decision, after } = countRequest(usage, { perHour: 20, perSecond: 1 }, now);
        usage = after;
        if (decision.admitted) continue;
        const wait = decision.retryAfterSeconds * 1000;
        assert.ok(countRequest(usage, { perHour: 20, perSecond: 1 }, now + wait).decision.admitted);
        assert.ok(!countRequest(usage, { perHour: 20, perSecond: 1 }, now + wait - 1000).decision.admitted);
      }
    }),
  );
});

test('counts of a node whose clock is slightly ahead are kept', () => {
  const hour = Math.floor(START / HOUR);
  const { decision } = countRequest({ hour: hour + 1, used: 360, nextRequestAt: 0 }, FREE, START);
  assert.equal(decision.admitted, false);
  assert.equal(decision.retryAfterSeconds, 30 + 3600);
});

test('a clock that is set back keeps the count, and locks no key for longer than an hour', () => {
  const hour = Math.floor(START / HOUR);
  const ahead = { hour: hour + 9000, used: 359, nextRequestAt: START + 9000 * HOUR };
  const last = countRequest(ahead, FREE, START);
  assert.deepEqual([last.decision.admitted, last.decision.remaining], [true, 0]);
  const refused = countRequest({ ...ahead, used: 360 }, FREE, START).decision;
  assert.deepEqual([refused.admitted, refused.retryAfterSeconds], [false, 30]);
  assert.ok(countRequest({ ...ahead, used: 360 }, FREE, START + 30_000).decision.retryAfterSeconds <= 3600);
  const sameHour = { hour, used: 3, nextRequestAt: START + 20_000 };
  assert.ok(countRequest(sameHour, FREE, START).decision.admitted);
});

test('a clock that is set forward over the hour starts one new hour, and setting it back gives no other', () => {
  const hour = Math.floor(START / HOUR);
  for (const hours of [1, 2, 9000]) {
    const used = { hour, used: 300, nextRequestAt: START };
    const jumped = countRequest(used, FREE, START + hours * HOUR);
    assert.deepEqual([jumped.decision.admitted, jumped.decision.remaining], [true, 359]);
    assert.equal(jumped.after.hour, hour + hours);
    const exhausted = { ...jumped.after, used: 360 };
    assert.equal(countRequest(exhausted, FREE, START + hours * HOUR + 1000).decision.admitted, false);
    assert.equal(countRequest(exhausted, FREE, START).decision.admitted, false, `back by ${hours} hours`);
  }
});
