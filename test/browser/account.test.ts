import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFits, openPage } from '../support/chromium.ts';
import { startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = await startServer();
const PASSWORD = 'a long enough passphrase';

test('sign up, take the key, make the first call in the explorer, and see it in the chart', async (t) => {
  const page = await openPage(t, server.url);
  await signUp(page, 'ada@example.org');
  await page.getByText('Show the key').click();
  const key = await page.getByText(/^ludex_\w{32}$/).innerText();

  await page.goto('/docs/reference');
  await page.getByText('Your own key is filled in').waitFor();
  await page.getByRole('button', { name: /Test Request.*genres\b/ }).click();
  const sent = page.waitForRequest(`${server.url}/v1/genres`);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send get request/ })
    .click();
  assert.equal((await sent).headers()['x-api-key'], key);
  await page.getByRole('dialog').getByText('200 OK').waitFor();
  await page.getByRole('dialog').getByText('"Jump and run."').waitFor();

  // Threads write down what they have counted every few seconds.
  const today = page.getByRole('img', { name: /^Today: 1 request/ });
  await until(async () => {
    await page.goto('/profile');
    return (await today.count()) === 1;
  });
});

test('the pages of an account read well and fit', async (t) => {
  const page = await openPage(t, server.url, { width: 360, dark: true });
  for (const path of ['/terms', '/signup', '/signin', '/reset']) {
    await page.goto(path);
    await assertAccessible(page);
    await assertFits(page);
  }
  await signUp(page, 'grace@example.org');
  for (const path of ['/profile', '/profile/settings']) {
    await page.goto(path);
    await assertAccessible(page);
    await assertFits(page);
  }
});

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel(/accept the terms/).check();
  await page.getByRole('button', { name: 'Make an account' }).click();
  await page.waitForURL('**/signin**');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
}
