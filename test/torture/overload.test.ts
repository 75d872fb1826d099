import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OverloadResult, overload } from '../../torture/overload/overload.ts';
import { findBrokenPromise } from '../../torture/overload/report.ts';

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
});

/** A measurement whose p99 has these values. */
function makeResult(p99: { quiet: number; attacked: number; crowd: number; recoveredMs: number }): OverloadResult {
  const calls = (ms: number) => Array.from({ length: 2000 }, () => ms);
  const attacker = { sent: 0, unsent: 0, statuses: {}, servedMs: [] };
  const measured = { servedMs: calls(p99.crowd), refused: 0 };
  const { recoveredMs } = p99;
  return {
    attacks: [{ name: 'search', quietMs: calls(p99.quiet), attackedMs: calls(p99.attacked), attacker, health: 200 }],
    leftOut: [],
    crowd: { capacity: 1, seconds: 20, offered: attacker, measured, recoveredMs, residentMb: 1 },
  };
}

test('a broken promise is one sentence, and short measurements are not judged', () => {
  const kept = { quiet: 5, attacked: 15, crowd: 249, recoveredMs: 5000 };
  assert.equal(findBrokenPromise(makeResult(kept)), undefined);
  for (const [change, sentence] of [
    [
      { attacked: 16 },
      /^A promise is broken: during "search" the p99 of the key was 3\.2 times the quiet one, more than 3 \(/,
    ],
    [
      { crowd: 250 },
      /^A promise is broken: with ten times the capacity the p99 of served calls was 250 ms, not under 250/,
    ],
    [
      { recoveredMs: 5100 },
      /^A promise is broken: calls were served again only after 5\.1 s, more than 5 \(other work/,
    ],
  ] as const)
    assert.match(findBrokenPromise(makeResult({ ...kept, ...change })) ?? '', sentence);
  const short = makeResult({ ...kept, attacked: 500 });
  short.attacks[0]!.attackedMs.length = 200;
  assert.equal(findBrokenPromise(short), undefined);
});
