import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzz } from '../../torture/fuzz/fuzz.ts';

test('generated requests and bytes get no 5xx and no undocumented answer, and end no server', async () => {
  const { requests, byKind } = await fuzz({ seed: 3, count: 600, settings: { LUDEX_THREADS: '1' } });
  assert.ok(requests > 600);
  assert.equal(byKind.size, 8);
});
