import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRefusalPace } from '../../src/server/refusal-pace.ts';

test('an address that sends many calls without a key gets its answers later; others do not', async () => {
  let now = 0;
  const waitForPace = openRefusalPace(() => now);
  const ask = (address: string) => {
    const waiting = waitForPace(address);
    return waiting === undefined ? 'at once' : 'later';
  };
  const first = Array.from({ length: 1000 }, () => ask('192.0.2.1'));
  assert.deepEqual(new Set(first), new Set(['at once']));
  assert.deepEqual([ask('192.0.2.1'), ask('192.0.2.1')], ['at once', 'later']);
  assert.equal(ask('192.0.2.2'), 'at once');
  for (let i = 0; i < 1002; i++) ask(`2001:db8::${i}`);
  assert.equal(ask('2001:db8::ffff'), 'later', 'an IPv6 network counts as one address');
  now = 60_000;
  assert.equal(ask('192.0.2.1'), 'at once');
});
