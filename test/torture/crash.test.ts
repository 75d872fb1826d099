import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crash } from '../../torture/crash/crash.ts';
import { ENGINES } from '../support/engines.ts';
import { newDatabase } from '../support/postgres.ts';

const ROUNDS = 4;

for (const [i, engine] of ENGINES.entries()) {
  test(`killed commands damage nothing and lose nothing acknowledged, on ${engine}`, async () => {
    const databaseUrl = engine === 'postgres' ? await newDatabase() : undefined;
    const { killed, finished } = await crash({ seed: 5 + i, rounds: ROUNDS, databaseUrl });
    assert.equal(killed + finished, ROUNDS);
  });
}
