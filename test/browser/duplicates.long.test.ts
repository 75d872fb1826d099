import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addPerson } from '../support/accounts.ts';
import { assertAccessibleAndFits, assertFits, openPage, signInPage } from '../support/chromium.ts';
import { TWINS, TWINS_CATALOG } from '../support/samples/entries.ts';
import { startServer } from '../support/servers/server.ts';

async function openQueue(page: Page): Promise<void> {
  await signInPage(page, 'boss@example.org');
  await page.getByRole('banner').getByRole('link', { name: 'Operator' }).click();
  await page.getByRole('link', { name: 'Duplicates' }).click();
}

const pairOf = (page: Page, title = '') => page.getByRole('columnheader', { name: title }).first();

test('one key merges a pair, one keeps it apart, others skip', async (t) => {
  const server = await startServer({}, TWINS_CATALOG);
  await addPerson(server, 'boss@example.org', 'operator');
  const page = await openPage(t, server.url);
  await openQueue(page);
  // It reloads until the games are compared.
  await pairOf(page, TWINS[0]).waitFor();
  // A longer title on a phone.
  await page.evaluate(
    "document.querySelector('.pair th:last-child .label').textContent = 'Adventures of somebody with a long name'",
  );
  await page.setViewportSize({ width: 360, height: 800 });
  await assertFits(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await assertAccessibleAndFits(page, '/operator/duplicates');
  await page.keyboard.press('s');
  await pairOf(page, TWINS[1]).waitFor();
  await page.keyboard.press('b');
  await pairOf(page, TWINS[0]).waitFor();
  await page.keyboard.press('m');
  await page.getByText(/^Merged .* into /).waitFor();
  await pairOf(page, TWINS[1]).waitFor();
  await page.keyboard.press('d');
  await page.getByText('are different.').waitFor();
  await pairOf(page, TWINS[2]).waitFor();
  await page.getByLabel('Keys').uncheck();
  await page.keyboard.press('m');
  await page.reload();
  await page.keyboard.press('m');
  await pairOf(page, TWINS[2]).waitFor();
});
