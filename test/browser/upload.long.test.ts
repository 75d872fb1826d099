import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addPerson } from '../support/accounts.ts';
import { assertAccessibleAndFits, openPage, signInPage } from '../support/chromium.ts';
import { GAME } from '../support/samples/catalog.ts';
import { png } from '../support/samples/pictures.ts';
import { startServer } from '../support/servers/server.ts';

const server = await startServer();
await addPerson(server, 'boss@example.org', 'operator');
const file = async (name: string, colour: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await png({ colour, width: 300, height: 400 }),
});

async function openPictures(page: Page, gameId: number): Promise<void> {
  await signInPage(page, 'boss@example.org');
  await page.goto(`/operator/games/${gameId}`);
  await page.getByRole('link', { name: 'Pictures' }).click();
}

/** Gives a file to the page as dropping or pasting it does. */
const give = (page: Page, kind: 'drop' | 'paste', name: string, bytes: Buffer) =>
  page.evaluate(`{
    const data = new DataTransfer();
    const content = Uint8Array.from(atob('${bytes.toString('base64')}'), (one) => one.charCodeAt(0));
    data.items.add(new File([content], '${name}', { type: 'image/png' }));
    const about = { dataTransfer: data, clipboardData: data, bubbles: true, cancelable: true };
    document.body.dispatchEvent(${kind === 'drop' ? "new DragEvent('drop', about)" : "new ClipboardEvent('paste', about)"});
  }`);

test('pictures are dropped, pasted and chosen, added together, and one is made the main one', async (t) => {
  const page = await openPage(t, server.url);
  await openPictures(page, GAME.chess);
  await page.getByText('You can also drop or paste them here.').waitFor();
  await page.getByLabel('Add pictures').setInputFiles([await file('chosen.png', 'red')]);
  await give(page, 'drop', 'dropped.png', (await file('', 'green')).buffer);
  await give(page, 'paste', 'pasted.png', (await file('', 'blue')).buffer);
  for (const name of ['chosen.png', 'dropped.png', 'pasted.png']) await page.getByText(name).waitFor();
  await page.getByLabel('They show').selectOption('Front Cover');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Added. The site and the API show it').waitFor();
  assert.equal(await page.locator('.gallery img').count(), 3);
  const last = await page.locator('.gallery img').last().getAttribute('src');
  await page.getByRole('button', { name: 'Make main' }).last().click();
  await page.getByText('This is the main picture now.').waitFor();
  assert.equal(await page.locator('.gallery img').first().getAttribute('src'), last);
  await assertAccessibleAndFits(page, `/operator/games/${GAME.chess}/pictures`);
  await assertAccessibleAndFits(page, `/operator/games/${GAME.everything}/pictures`);
  await assertAccessibleAndFits(page, `/operator/games/${GAME.chess}`);
});
