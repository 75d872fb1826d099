import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { reportSubstitute } from '../support/instead.ts';
import { readableCheckout } from '../support/servers/checkout.ts';
import { listRows } from './rows.ts';
import { runRow } from './run-row.ts';

/** Runs the program in different environments and compares its responses. */

const checkout = readableCheckout();
const ludex = [checkout.node, join(checkout.folder, 'bin', 'ludex.js')];
const usual = runRow(checkout, { name: 'this machine' }, ludex);

describe('an installation lives from its first start to a restored backup', { concurrency: 2 }, () => {
  test('on this machine unchanged', async () => {
    await usual;
  });
  for (const row of listRows()) {
    test(`with ${row.name}`, async (t) => {
      if (row.instead) reportSubstitute(t, row.instead);
      const report = await runRow(checkout, row, ludex);
      row.assertWorld?.(report);
      assert.deepEqual(report.answers, (await usual).answers);
    });
  }
});
