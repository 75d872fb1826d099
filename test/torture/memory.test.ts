import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFuzzedServer } from '../../torture/fuzz/server.ts';
import { assertFlat, settleMemory } from '../../torture/memory.ts';
import { until } from '../support/until.ts';

const REQUESTS = 300;
const LEAK_BYTES = 200_000;

/** A run whose memory rises for a quarter, and then by this share until the end. */
function makeSamples(growth: number) {
  return Array.from({ length: 100 }, (_, i) => {
    const mb = 100 * (i < 25 ? i / 25 : 1 + (growth * (i - 25)) / 75);
    return { ownMb: mb + 100, usedMb: mb };
  });
}

test('memory may grow during the warm-up, and by 5 % after it', () => {
  assertFlat(settleMemory(makeSamples(0)));
  assertFlat(settleMemory(makeSamples(0.05)));
  assert.throws(() => assertFlat(settleMemory(makeSamples(0.1))), /memory is not flat.*in use by JavaScript/);
  const falling = makeSamples(0).map(({ ownMb, usedMb }, i) => ({ ownMb: ownMb - i, usedMb }));
  assertFlat(settleMemory(falling));
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
