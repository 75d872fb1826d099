import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openImportProgress } from '../../src/merging/load/import-progress.ts';
import { openStore } from '../../src/store/open.ts';
import { addPerson, PASSWORD } from '../support/accounts.ts';
import { writeBundle } from '../support/bundle.ts';
import { assertAccessible, assertFits, inEachWindow, openPage } from '../support/chromium.ts';
import { startServer } from '../support/server.ts';

const server = await startServer();
await addPerson(server, 'boss@example.org', 'operator');
const IMPORT = { action: 'import', source: 'mame' } as const;

async function signIn(page: Page): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill('boss@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Password').press('Enter');
  await page.waitForURL('**/profile');
}

for (const javaScript of [true, false]) {
  const how = javaScript ? 'with a script' : 'by loading the page again';
  test(`the page of imports follows one that is running, ${how}`, async (t) => {
    const page = await openPage(t, server.url, { javaScript });
    await signIn(page);
    const { status, close } = await openStore(server.config);
    const progress = await openImportProgress(status, IMPORT, () => server.now);
    progress.show(120, 47_000, 'lines');
    await page.goto('/operator/imports');
    await page.getByText('120 of 47,000 lines').waitFor();
    if (javaScript) {
      await inEachWindow(page, 360, async () => {
        await assertAccessible(page);
        await assertFits(page);
      });
    }
    progress.show(9000, 20_000, 'games');
    await page.getByText('Merging games: 9,000 of 20,000 games').waitFor();
    await progress.end();
    await page.locator('.running').waitFor({ state: 'detached' });
    await close();
  });
}

test('an operator undoes the last import without JavaScript, on the phone', async (t) => {
  const games = [{ key: 'new:1', title: 'New', platforms: [{ platform: 'platform:nes' }] }];
  const platforms = [{ key: 'platform:nes', platform_name: 'NES' }];
  await server.import(writeBundle({ platforms, games }, { source: 'new' }));
  const page = await openPage(t, server.url, { width: 360, javaScript: false });
  await signIn(page);
  await page.goto('/operator/imports');
  await page.getByRole('link', { name: 'Undo the last import' }).click();
  await page.getByText('1 game that it added will be removed.').waitFor();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.goto('/operator/imports/undo');
  await page.getByRole('button', { name: 'Undo this import' }).click();
  // A loaded machine may take longer than the answer waits.
  await page.getByText(/^The import (was|is being) undone\./).waitFor();
  await page.locator('.running').waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('link', { name: 'Undo the last import' }).count(), 0);
});

test('the page that asks before an undo is accessible and fits', async (t) => {
  const games = [{ key: 'more:1', title: 'More', platforms: [{ platform: 'platform:nes' }] }];
  const platforms = [{ key: 'platform:nes', platform_name: 'NES' }];
  await server.import(writeBundle({ platforms, games }, { source: 'more' }));
  const page = await openPage(t, server.url);
  await signIn(page);
  await page.goto('/operator/imports/undo');
  await inEachWindow(page, 1280, async () => {
    await assertAccessible(page);
    await assertFits(page);
  });
});
