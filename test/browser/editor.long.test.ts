import { test } from 'node:test';
import { addPerson } from '../support/accounts.ts';
import { assertAccessibleAndFits, openPage, signInPage } from '../support/chromium.ts';
import { writeBundle } from '../support/samples/bundle.ts';
import { GAME, PLATFORM } from '../support/samples/catalog.ts';
import { on, platforms } from '../support/samples/entries.ts';
import { startServer } from '../support/servers/server.ts';

const server = await startServer();
await addPerson(server, 'boss@example.org', 'operator');

test('an operator finds the editor on the page of a game, saves, and reverts', async (t) => {
  const page = await openPage(t, server.url, { width: 360 });
  await signInPage(page, 'boss@example.org');
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
    `/report/${GAME.everything}`,
    '/operator/corrections',
    '/operator/imports/undo',
  ];
  for (const path of paths) await assertAccessibleAndFits(page, path);
});
