import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overload } from '../../torture/overload/overload.ts';

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
