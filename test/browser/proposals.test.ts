import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson } from '../support/accounts.ts';
import { assertAccessible, assertAccessibleAndFits, openPage, signInPage } from '../support/chromium.ts';
import { GAME, PLATFORM } from '../support/samples/catalog.ts';
import { startServer } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

const server = await startServer();
await addPerson(server, 'ada@example.org');
await addPerson(server, 'boss@example.org', 'operator');

test('a visitor proposes a date, an operator accepts it, and the game shows it', async (t) => {
  const ada = await openPage(t, server.url, { width: 360 });
  await signInPage(ada, 'ada@example.org');
  await ada.goto(`/games/${GAME.chess}`);
  await ada.getByRole('link', { name: 'Propose a change' }).click();
  await ada.getByRole('link', { name: 'NES', exact: true }).click();
  await ada.getByLabel('Date').first().fill('1979-05-04');
  await ada.getByLabel('Source').fill('The box');
  await ada.getByRole('button', { name: 'Propose' }).click();
  await ada.getByText('Waiting for an operator').waitFor();
  for (const path of ['', `/platforms/${PLATFORM.nes}`, '/pictures', `/merge?with=${GAME.greek}`])
    await assertAccessibleAndFits(ada, `/propose/${GAME.chess}${path}`);
  await assertAccessibleAndFits(ada, '/profile/proposals');

  const boss = await openPage(t, server.url);
  await signInPage(boss, 'boss@example.org');
  await boss.goto('/operator/proposals');
  await boss.getByText('Refuse', { exact: true }).first().click();
  await assertAccessible(boss);
  await boss.getByRole('button', { name: 'Accept' }).click();
  await boss.getByText('Accepted. The site and the API show it').waitFor();
  await until(async () => {
    await ada.goto(`/games/${GAME.chess}`);
    return (await ada.getByText('4 May 1979').count()) > 0;
  });
  await ada.goto('/profile/proposals');
  assert.equal(await ada.getByText('Accepted', { exact: true }).count(), 1);
});
