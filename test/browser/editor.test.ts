import { test } from 'node:test';
import { addPerson, PASSWORD } from '../support/accounts.ts';
import { GAME, PLATFORM } from '../support/catalog.ts';
import { assertAccessibleAndFits, openPage } from '../support/chromium.ts';
import { startServer } from '../support/server.ts';

const server = await startServer();
await addPerson(server, 'boss@example.org', 'operator');

test('an operator finds the editor on the page of a game, saves, and reverts', async (t) => {
  const page = await openPage(t, server.url, { width: 360 });
  await page.goto('/signin');
  await page.getByLabel('Email').fill('boss@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Password').press('Enter');
  await page.waitForURL('**/profile');
  await page.goto(`/games/${GAME.everything}`);
  await page.getByRole('link', { name: 'Edit this game' }).click();
  await page.getByLabel('Title', { exact: true }).fill('A better title');
  await page.getByLabel('Why').first().fill('On the box');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. The site and the API show it').waitFor();
  await page.getByRole('button', { name: 'Revert' }).click();
  await page.getByText('Change reverted.').waitFor();
  const paths = [
    `/operator/games/${GAME.everything}`,
    `/operator/games/${GAME.everything}/platforms/${PLATFORM.nes}`,
    `/operator/games/${GAME.everything}/merge`,
    `/operator/games/${GAME.everything}/merge?with=${GAME.chess}`,
    `/operator/games/${GAME.everything}/split`,
    `/report/${GAME.everything}`,
  ];
  for (const path of paths) {
    await assertAccessibleAndFits(page, path);
  }
});
