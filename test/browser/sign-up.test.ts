import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD } from '../support/accounts.ts';
import { assertAccessible, openPage } from '../support/chromium.ts';
import { linkIn, openMailbox } from '../support/servers/mailbox.ts';
import { startServer } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

const mailbox = await openMailbox();
const server = await startServer({ 'smtp-url': mailbox.url, 'mail-from': 'Ludex <ludex@example.org>' });

test('sign up, copy the key, send a request in the explorer, and see it in the chart', async (t) => {
  const page = await openPage(t, server.url);
  await page.goto('/');
  await page.getByRole('link', { name: 'Get an API key' }).click();
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Show password' }).click();
  assert.equal(await page.getByLabel('Password').getAttribute('type'), 'text');
  await assertAccessible(page);
  await page.getByLabel(/accept the terms/).check();
  await page.getByRole('button', { name: 'Get my API key' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.goto(linkIn(await mailbox.next('ada@example.org'), '/verify'));
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  const key = await page.locator('#new-key').innerText();
  await assertAccessible(page);

  await page.goto('/docs/reference');
  await page.getByText('Your key is filled in').waitFor();
  await page.getByRole('button', { name: /Test Request.*games\)/ }).click();
  const sent = page.waitForRequest((request) => request.url().startsWith(`${server.url}/v1/games?`));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send get request/ })
    .click();
  assert.equal((await sent).headers()['x-api-key'], key);
  await page.getByRole('dialog').getByText('200 OK').waitFor();
  await page.getByRole('dialog').getByText('"Super Example Bros."').waitFor();

  // Threads flush their usage counts every few seconds.
  const today = page.getByRole('img', { name: /^Today: 1 request\./ });
  await until(async () => {
    await page.goto('/profile');
    return (await today.count()) === 1;
  });
});
