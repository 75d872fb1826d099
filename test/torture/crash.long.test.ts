import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crash } from '../../torture/crash/crash.ts';
import { ENGINES, type Engine } from '../support/servers/engines.ts';
import { newDatabase, startPostgres } from '../support/servers/postgres.ts';

const [ROUNDS, FEW_ROUNDS] = [3, 1];
const databaseOf = async (engine: Engine) => (engine === 'postgres' ? newDatabase() : undefined);

for (const [i, engine] of ENGINES.entries()) {
  test(`killed commands damage nothing and lose nothing acknowledged, on ${engine}`, async () => {
    const { killed, finished } = await crash({
      seed: 5 + i,
      rounds: ROUNDS,
      databaseUrl: await databaseOf(engine),
    });
    assert.equal(killed + finished, ROUNDS);
  });
}

test('a killed PostgreSQL keeps what was acknowledged, and the command ends with a sentence', async () => {
  const killedDatabase = await startPostgres({ synchronous_commit: 'on' });
  const { killed, finished } = await crash({
    seed: 9,
    rounds: FEW_ROUNDS,
    databaseUrl: killedDatabase.url,
    killedDatabase,
  });
  assert.equal(killed + finished, FEW_ROUNDS);
  await killedDatabase.stop();
});
