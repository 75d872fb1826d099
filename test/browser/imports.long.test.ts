import { test } from 'node:test';
import { openImportProgress } from '../../src/merging/load/import-progress.ts';
import { openStore } from '../../src/store/open.ts';
import { addPerson } from '../support/accounts.ts';
import { assertAccessible, assertFits, inEachWindow, openPage, signInPage } from '../support/chromium.ts';
import { startServer } from '../support/servers/server.ts';

const server = await startServer();
await addPerson(server, 'boss@example.org', 'operator');
const IMPORT = { action: 'import', source: 'mame' } as const;

test('the page of imports follows one that is running', async (t) => {
  const page = await openPage(t, server.url);
  await signInPage(page, 'boss@example.org');
  const { status, close } = await openStore(server.config);
  const progress = await openImportProgress(status, IMPORT, () => server.now);
  progress.show(120, 47_000, 'lines');
  await page.goto('/operator/imports');
  await page.getByText('120 of 47,000 lines').waitFor();
  await inEachWindow(page, 360, async () => {
    await assertAccessible(page);
    await assertFits(page);
  });
  progress.show(9000, 20_000, 'games');
  await page.getByText('Merging games: 9,000 of 20,000 games').waitFor();
  await progress.end();
  await page.locator('.running').waitFor({ state: 'detached' });
  await close();
});
