import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFuzzedServer } from '../../torture/fuzz/server.ts';
import { assertFlat, settleMemory } from '../../torture/memory.ts';
import { until } from '../support/until.ts';

const REQUESTS = 300;
const LEAK_BYTES = 200_000;

/** A run whose memory rises for a tenth, and then by this share until the end; that in use rises and falls all the time. */
function makeRun(growth: number) {
  return settleMemory(
    Array.from({ length: 100 }, (_, i) => {
      const mb = 100 * (i < 10 ? i / 10 : 1 + (growth * (i - 10)) / 90);
      return { ownMb: mb + 300, usedMb: mb + (i % 30) };
    }),
  );
}

test('memory may grow during the warm-up, and by a small share after it', () => {
  assertFlat(makeRun(0), 0.05);
  assertFlat(makeRun(0.05), 0.05);
  assert.throws(() => assertFlat(makeRun(0.15), 0.05), /memory is not flat.*in use by JavaScript: 10\d MB/);
});

test('a leak in a server is seen in the memory that is in use', async (t) => {
  const server = await startFuzzedServer({ LUDEX_THREADS: '1' }, LEAK_BYTES);
  t.after(() => server.stop());
  const usedMb = () => server.memory().usedMb;
  await until(() => usedMb() > 0);
  const before = usedMb();
  for (let i = 0; i < REQUESTS; i++) await (await fetch(`${server.url}/healthz`)).text();
  await until(() => usedMb() > before + (REQUESTS * LEAK_BYTES) / 2 ** 20 / 2);
});
