import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openImportProgress } from '../../../src/merging/load/import-progress.ts';
import { openStore } from '../../../src/store/open.ts';
import { startWithOperator } from '../../support/accounts.ts';
import { readable } from '../../support/browser.ts';
import { until } from '../../support/until.ts';

const { server, boss } = await startWithOperator();

test('the page shows a running import, and none after its end', async () => {
  const { status, close } = await openStore(server.config);
  const progress = await openImportProgress(status, { action: 'import', source: 'large' }, () => server.now);
  progress.show(9000, 20_000, 'games');
  let page = '';
  await until(async () => {
    page = (await boss.open('/operator/imports')).text;
    return /<progress /.test(page);
  });
  assert.match(readable(page), /Importing large/);
  assert.match(readable(page), /Merging games: 9,000 of 20,000 games/);
  assert.match(page, /<noscript><meta http-equiv="refresh" content="5"><\/noscript>/);
  await progress.end();
  await close();
  page = (await boss.open('/operator/imports')).text;
  assert.doesNotMatch(page, /<progress |http-equiv="refresh"|running\.js/);
});

test('an import that stopped reporting is marked, and its source is shown as text', async () => {
  const { status, close } = await openStore(server.config);
  const what = { action: 'import', source: '<b>bold</b>', dryRun: true } as const;
  const progress = await openImportProgress(status, what, () => server.now - 30_000);
  const { text } = await boss.open('/operator/imports');
  assert.ok(!text.includes('<b>bold</b>'));
  assert.match(
    readable(text),
    /Importing <b>bold<\/b> \(dry run\)\s+Starting\. Started[\s\S]*No sign of life for 30 seconds/,
  );
  await progress.end();
  await close();
});
