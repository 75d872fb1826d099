import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { soak } from '../../torture/soak/soak.ts';
import { ENGINES } from '../support/servers/engines.ts';
import { newDatabase } from '../support/servers/postgres.ts';

/** Other tests run beside this one, and need the CPU. */
const READER_PAUSE_MS = 100;

describe('twenty seconds of mild traffic', { concurrency: true }, () => {
  for (const engine of ENGINES)
    test(`${engine}: every answer is as the model says, during imports, edits, new keys and sign-ins`, async () => {
      const place = engine === 'postgres' ? { LUDEX_DATABASE_URL: await newDatabase() } : {};
      const settings = { LUDEX_THREADS: '2', ...place };
      const { done } = await soak({ seed: 7, minutes: 1 / 3, readerPauseMs: READER_PAUSE_MS, settings });
      for (const [work, count] of Object.entries(done)) assert.ok(count > 0, work);
    });
});
