import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { packBundle } from '../../src/bundle/archive.ts';
import { openImportProgress } from '../../src/merging/load/import-progress.ts';
import { openStore } from '../../src/store/open.ts';
import { addPerson } from '../support/accounts.ts';
import {
  assertAccessible,
  assertAccessibleAndFits,
  assertFits,
  inEachWindow,
  openPage,
  signInPage,
  type Visit,
} from '../support/chromium.ts';
import { manyTitles, temporaryFolder, writeBundle, writeGames } from '../support/samples/bundle.ts';
import { GAME, PLATFORM } from '../support/samples/catalog.ts';
import { on, platforms } from '../support/samples/entries.ts';
import { png } from '../support/samples/pictures.ts';
import { startServer } from '../support/servers/server.ts';

const server = await startServer();
await addPerson(server, 'boss@example.org', 'operator');

async function openEditor(t: TestContext, gameId: number, visit?: Visit): Promise<Page> {
  const page = await openPage(t, server.url, visit);
  await signInPage(page, 'boss@example.org');
  await page.goto(`/operator/games/${gameId}`);
  return page;
}

test('an operator finds the editor on the page of a game, saves, and reverts', async (t) => {
  const page = await openEditor(t, GAME.everything, { width: 360 });
  await page.goto(`/games/${GAME.everything}`);
  await page.getByRole('link', { name: 'Edit this game' }).click();
  await page.getByLabel('Title', { exact: true }).fill('A better title');
  await page.getByLabel('Why').first().fill('On the box');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. The site and the API show it').waitFor();
  await page.getByRole('button', { name: 'Revert' }).click();
  await page.getByText('Change reverted.').waitFor();
  const line = { key: 'own:chess', title: 'Chess for Three', platforms: [on('nes')], ids: { key: ['test:b'] } };
  await server.import(writeBundle({ platforms: platforms('NES'), games: [line] }, { source: 'own' }));
  const paths = [
    `/operator/games/${GAME.everything}`,
    `/operator/games/${GAME.everything}/platforms/${PLATFORM.nes}`,
    `/operator/games/${GAME.everything}/merge`,
    `/operator/games/${GAME.everything}/merge?with=${GAME.chess}`,
    `/operator/games/${GAME.chess}/split`,
    '/operator/proposals',
    '/operator/corrections',
    '/operator/imports/undo',
  ];
  for (const path of paths) await assertAccessibleAndFits(page, path);
});

const file = async (name: string, colour: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await png({ colour, width: 300, height: 400 }),
});

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
  const page = await openEditor(t, GAME.chess);
  await page.getByRole('link', { name: 'Pictures' }).last().click();
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

test('the page of imports follows one that is running', async (t) => {
  const page = await openEditor(t, GAME.chess);
  const { status, close } = await openStore(server.config);
  const progress = await openImportProgress(status, { action: 'import', source: 'mame' }, () => server.now);
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

test('a large file is sent in pieces and imported', async (t) => {
  const page = await openEditor(t, GAME.chess);
  const bundle = writeGames(manyTitles(350), 'large', () => ({ description: randomBytes(50_000).toString('hex') }));
  const file = join(temporaryFolder('large'), 'large.tar.gz');
  await packBundle(bundle, file);
  assert.ok(statSync(file).size > 2_000_000, 'more than one piece');
  await page.goto('/operator/imports');
  await page.getByText('Import a file').click();
  await assertAccessible(page);
  await page.getByLabel('File').setInputFiles(file);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.waitForURL('**/operator/imports?done=importing');
  await page.getByRole('cell', { name: 'large', exact: true }).waitFor();
  await page.getByRole('cell', { name: '350', exact: true }).waitFor();
});
