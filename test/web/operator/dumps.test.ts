import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDumps } from '../../../src/merging/export/data-dumps.ts';
import { claimDump } from '../../../src/merging/export/dump-claim.ts';
import { startWithOperator, withStore } from '../../support/accounts.ts';
import { hiddenFields, readable } from '../../support/browser.ts';
import { until } from '../../support/until.ts';

const { server, boss } = await startWithOperator();
const overview = async () => readable((await boss.open('/operator')).text).replaceAll(/\s+/g, ' ');

test('an operator makes a dump, sees its progress, and why one failed', async () => {
  assert.match(await overview(), /Data dumps Make dump The whole catalog as files/);
  assert.match((await boss.submit('/operator/dumps')).path, /^\/operator\?done=dump(ing|ed)$/);
  await until(async () => (await listDumps(server.config)).length === 1);
  await until(async () => /The last one was made/.test(await overview()));

  const before = await boss.open('/operator');
  await withStore(server.config, async ({ status: states }) => {
    server.now = Date.now();
    const claim = await claimDump(states, Date.now);
    claim.show(1200, 5000);
    await claim.confirm();
    const { text } = await boss.open('/operator');
    assert.match(readable(text), /Making a dump on \S+: 1,200 of 5,000 lines\. Started/);
    assert.match(text, /<progress [^>]*value="1200"/);
    assert.doesNotMatch(text, /Make dump/);
    // Pressed on a page that was open before. On a busy machine the answer does not wait for the process.
    const { status, text: refused } = await boss.post('/operator/dumps', hiddenFields(before, '/operator/dumps'));
    assert.ok(status === 303 || /Another data dump is being made; wait until it has finished/.test(refused));
    await claim.end('The disk is full');
  });
  assert.match(await overview(), /failed: The disk is full\. Make dump/);
  assert.equal((await listDumps(server.config)).length, 1);
});
