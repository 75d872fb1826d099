import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrokenPromise, type OverloadResult, overload } from '../../torture/overload/overload.ts';

/** Not for its speed, which depends on the machine: who is served, and who is refused. */
test('a key is served while others ask for too much, and they are refused', async () => {
  const { attacks, crowd } = await overload({
    seed: 3,
    seconds: 1,
    connections: 60,
    slowClients: { idle: 200, slowHeaders: 20, slowReaders: 20 },
    only: ['search', 'thumbnails', 'correct passwords', 'slow clients', 'crowd'],
    settings: { LUDEX_SITE_QUEUE: '5' },
  });
  for (const { name, attackedMs, attacker, health } of attacks) {
    assert.ok(attackedMs.length > 0, name);
    assert.equal(health, 200, name);
    assert.equal(attacker.statuses[500], undefined, name);
  }
  assert.ok((attacks[0]?.attacker.statuses[503] ?? 0) > 0, 'pages are refused with 503');
  assert.ok((crowd?.offered.servedMs.length ?? 0) > 0, 'some calls of a crowd are served');
  assert.equal(crowd?.offered.withoutRetryAfter, 0);
  for (const [path, { statuses }] of Object.entries(crowd?.watched ?? {}))
    assert.deepEqual(Object.keys(statuses), ['200'], path);
});

/** A measurement that keeps all promises, narrowly. */
const KEPT = { quiet: 5, attacked: 15, times: 9, crowd: 250, other: 250, recoveredMs: 5000, plain: 0, health: 200 };

/** A measurement whose p99 has these values. */
function makeResult(p99: typeof KEPT): OverloadResult {
  const calls = (ms: number) => Array.from({ length: 2000 }, () => ms);
  const attacker = { sent: 0, unsent: 0, statuses: {}, withoutRetryAfter: 0, servedMs: [] };
  const offered = { ...attacker, sent: p99.times * 20 * 100, servedMs: calls(p99.crowd), withoutRetryAfter: p99.plain };
  const watched = { '/readyz': { statuses: { [p99.health]: 70 }, slowestMs: 1 } };
  const measured = { servedMs: calls(p99.other), refused: 0 };
  const { recoveredMs } = p99;
  return {
    attacks: [{ name: 'search', quietMs: calls(p99.quiet), attackedMs: calls(p99.attacked), attacker, health: 200 }],
    leftOut: [],
    crowd: {
      capacity: 100,
      seconds: 20,
      isPinned: true,
      offered,
      quietMs: [],
      measured,
      watched,
      recoveredMs,
      residentMb: 1,
    },
  };
}

test('a broken promise is one sentence, and short measurements are not judged', () => {
  assert.equal(findBrokenPromise(makeResult(KEPT)), undefined);
  const broken = [{ attacked: 16 }, { crowd: 251 }, { other: 251 }, { times: 8.9 }, { plain: 2 }, { health: 503 }];
  for (const change of [...broken, { recoveredMs: 5100 }])
    assert.match(
      findBrokenPromise(makeResult({ ...KEPT, ...change })) ?? '',
      /^A promise is broken: [^;]+: [\d.]+, at/,
    );
  const short = makeResult({ ...KEPT, attacked: 500 });
  short.attacks[0]!.attackedMs.length = 200;
  assert.equal(findBrokenPromise(short), undefined);
});
