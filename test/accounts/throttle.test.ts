import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSecret } from '../../src/accounts/secret.ts';
import { clearAttempts, countAttempt } from '../../src/accounts/throttle.ts';
import { serve } from '../../src/server/serve.ts';
import { startPurge } from '../../src/server/watch.ts';
import type { AttemptCounter } from '../../src/store/attempts.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { ENGINES, newPlace } from '../support/servers/engines.ts';
import { NOON } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

const LIMIT = { burst: 9, intervalMs: 1000 };
const TRIES = 200;
const LATER = NOON + 24 * 3600 * 1000;
const email = (i: number) => `somebody${i}@example.org`;
const address = (i: number) => `192.0.2.${i}`;

/** Rows that may stay: an allowed attempt has one for its account, one for its IP address, and one for the pair. */
const CASES = [
  { who: 'one address at many accounts', tried: (i: number) => [email(i), address(1)] as const, passed: 30, rows: 61 },
  { who: 'many addresses at one account', tried: (i: number) => [email(1), address(i)] as const, passed: 40, rows: 81 },
  { who: 'one address at one account', tried: () => [email(1), address(1)] as const, passed: 6, rows: 3 },
];

for (const engine of ENGINES) {
  const testThrottle = (name: string, work: (context: Parameters<typeof countAttempt>[0]) => Promise<void>) =>
    test(`${engine}: ${name}`, async () => {
      const config = await newPlace(engine);
      const store = await openStore(config);
      await work({ store, secret: await openSecret(config, store.accounts), clock: () => NOON });
      await store.close();
    });

  testThrottle('refused attempts leave no rows', async (context) => {
    for (const { who, tried, passed, rows } of CASES) {
      const waits = [];
      for (let i = 0; i < TRIES; i++) {
        const [email, address] = tried(i);
        waits.push(await countAttempt(context, { email, address }));
      }
      assert.equal(waits.filter((wait) => wait === 0).length, passed, who);
      assert.equal(await context.store.attempts.removeExpired(LATER), rows, who);
    }
  });

  testThrottle('correct passwords are counted, also those of a known browser', async (context) => {
    for (const device of [undefined, 'device']) {
      const attempt = { email: `${device}@example.org`, address: address(1), device };
      for (let i = 0; i < 30; i++) {
        assert.equal(await countAttempt(context, attempt), 0);
        await clearAttempts(context, attempt);
      }
      assert.equal(await countAttempt(context, attempt), 60_000);
    }
  });

  testThrottle(
    'concurrent attempts count for their IP address if they are allowed, and leave no more rows',
    async (context) => {
      const countPassed = async (emailOf: (i: number) => string) => {
        const all = Array.from({ length: TRIES }, (_, i) =>
          countAttempt(context, { email: emailOf(i), address: address(1) }),
        );
        return (await Promise.all(all)).filter((wait) => wait === 0).length;
      };
      assert.equal(await countPassed(() => email(0)), 6);
      assert.equal(await countPassed((i) => email(i + 1)), 30 - 6);
      assert.equal(await context.store.attempts.removeExpired(LATER), 1 + 2 * 25);
    },
  );

  test(`${engine}: the purge removes all expired attempts, repeatedly`, async () => {
    const store = await openStore(await newPlace(engine));
    let now = NOON;
    const errors: unknown[] = [];
    const stopPurge = startPurge(
      store,
      () => now,
      (error) => errors.push(error),
      2,
    );
    // More than one statement can remove.
    for (const count of [1, 1200]) {
      const attempts = Array.from({ length: count }, (_, i) => ({ name: Buffer.from(`${i}`), limit: LIMIT }));
      await Promise.all(attempts.map((attempt) => store.attempts.count(attempt, now)));
      assert.equal(await isThere(store, attempts), true);
      now += LIMIT.intervalMs + 1;
      await until(async () => !(await isThere(store, attempts)));
    }
    stopPurge();
    assert.deepEqual(errors, []);
    await store.close();
  });
}

test('a server removes expired attempts when it starts', async () => {
  const config = await newPlace('sqlite');
  const store = await openStore(config);
  const old = { name: Buffer.from('old'), limit: LIMIT };
  await store.attempts.count(old, NOON);
  const serving = await serve(config, () => NOON + LIMIT.intervalMs + 1);
  await until(async () => !(await isThere(store, [old])));
  await serving.close();
  await store.close();
});

/** A rate that allows nothing: every existing row has to wait. */
async function isThere(store: Store, attempts: readonly AttemptCounter[]): Promise<boolean> {
  const closed = attempts.map(({ name }) => ({ name, limit: { burst: 0, intervalMs: LATER } }));
  return (await store.attempts.getWaitMs(closed, NOON)) > 0;
}
