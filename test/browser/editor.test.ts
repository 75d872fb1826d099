import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addPerson, PASSWORD } from '../support/accounts.ts';
import { writeBundle } from '../support/bundle.ts';
import { GAME, PLATFORM } from '../support/catalog.ts';
import { assertAccessibleAndFits, openPage } from '../support/chromium.ts';
import { startServer } from '../support/server.ts';

const server = await startServer();
await addPerson(server, 'boss@example.org', 'operator');

async function signIn(page: Page): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill('boss@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Password').press('Enter');
  await page.waitForURL('**/profile');
}

test('an operator finds the editor on the page of a game, saves, and reverts', async (t) => {
  const page = await openPage(t, server.url, { width: 360 });
  await signIn(page);
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
    '/operator/corrections',
    '/operator/imports/undo',
  ];
  for (const path of paths) {
    await assertAccessibleAndFits(page, path);
  }
});

test('without JavaScript, an operator splits a game and sees the history of the new one', async (t) => {
  const line = {
    key: 'own:chess',
    title: 'Chess for Three',
    platforms: [{ platform: 'platform:nes', releases: [] }],
    ids: { key: ['test:b'] },
  };
  const platforms = [{ key: 'platform:nes', platform_name: 'NES' }];
  await server.import(writeBundle({ platforms, games: [line] }, { source: 'own' }));
  const page = await openPage(t, server.url, { javaScript: false, width: 360 });
  await signIn(page);
  await page.goto(`/operator/games/${GAME.chess}`);
  await page.getByRole('link', { name: 'Split' }).click();
  await page.getByLabel('own:chess').check();
  await page.getByLabel('Why').fill('Another game');
  await page.getByRole('button', { name: 'Split off' }).click();
  await page.getByText('Split off. This is the new game.').waitFor();
  await page.getByText('Another game', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Revert' }).click();
  await page.getByText('Change reverted.').waitFor();
  const checked = await openPage(t, server.url);
  await signIn(checked);
  await assertAccessibleAndFits(checked, `/operator/games/${GAME.chess}/split`);
});
