import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD } from '../support/accounts.ts';
import { assertAccessible, openPage } from '../support/chromium.ts';
import { linkIn, openMailbox } from '../support/servers/mailbox.ts';
import { startServer } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

const mailbox = await openMailbox();
const server = await startServer({ 'smtp-url': mailbox.url, 'mail-from': 'Ludex <ludex@example.org>' });

test('sign up, send a request with the key, and see it in the chart', async (t) => {
  const page = await openPage(t, server.url);
  await page.goto('/');
  await page.getByRole('link', { name: 'Get an API key' }).click();
  await page.getByLabel('Email').fill('ada@example.org');
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Get my API key' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.goto(linkIn(await mailbox.next('ada@example.org'), '/verify'));
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Show password' }).click();
  assert.equal(await page.getByLabel('Password').getAttribute('type'), 'text');
  await assertAccessible(page);
  await page.getByLabel(/accept the terms/).check();
  await page.getByRole('button', { name: 'Create my account' }).click();
  const key = (await page.locator('code[id^=key-]').textContent()) ?? '';
  await assertAccessible(page);

  const { status } = await fetch(`${server.url}/v1/games?limit=1`, { headers: { 'x-api-key': key } });
  assert.equal(status, 200);

  // Threads flush their usage counts every few seconds.
  const today = page.getByRole('img', { name: /^Today: 1 request\./ });
  await until(async () => {
    await page.goto('/profile');
    return (await today.count()) === 1;
  });
});
