import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addPerson, signUp } from '../support/accounts.ts';
import { assertAccessible, assertAccessibleAndFits, openPage, signInPage } from '../support/chromium.ts';
import { linkIn, openMailbox } from '../support/servers/mailbox.ts';
import { startServer } from '../support/servers/server.ts';

const mailbox = await openMailbox();
const server = await startServer({ 'smtp-url': mailbox.url, 'mail-from': 'Ludex <ludex@example.org>' });

test('a key is rotated, and both keys can be copied', async (t) => {
  await addPerson(server, 'grace@example.org');
  const page = await openPage(t, server.url, { width: 360 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInPage(page, 'grace@example.org');
  const old = await showKey(page);
  await page.getByText('Rotate', { exact: true }).click();
  await page.getByText('This key works for 24 more hours').waitFor();
  await page.getByRole('button', { name: 'Rotate key' }).click();
  await page.getByText('Rotated. Still works for').waitFor();
  const copies = page.getByRole('button', { name: 'Copy key' });
  // The script shows the buttons.
  await copies.nth(1).waitFor();
  assert.equal(await copies.count(), 2);
  const copied = new Set<string>();
  for (const copy of await copies.all()) {
    await copy.click();
    copied.add(await page.evaluate<string>('navigator.clipboard.readText()'));
  }
  assert.ok(copied.has(old) && copied.size === 2);
});

test('a code sample can be copied without the clipboard API', async (t) => {
  const { key } = await addPerson(server, 'hedy@example.org');
  const page = await openPage(t, server.url);
  // As over http from another machine.
  await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await signInPage(page, 'hedy@example.org');
  await page.goto('/profile?done=welcome');
  await page.getByRole('button', { name: 'Copy', exact: true }).last().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const message = page.getByLabel('Message to the operator');
  await message.focus();
  await page.keyboard.press('Control+V');
  const pasted = await message.inputValue();
  assert.ok(pasted.startsWith('curl ') && pasted.includes(key), pasted);
});

test('a request is sent in the explorer with the key of who is signed in', async (t) => {
  const { email, key } = await addPerson(server, 'mary@example.org');
  const page = await openPage(t, server.url);
  await signInPage(page, email);
  await page.goto('/docs/reference');
  await page.getByText('Your key is filled in').waitFor();
  await page.getByText('Selected Auth Type').first().waitFor();
  const covered = page.getByTestId('auth-indicator').filter({ visible: true });
  assert.equal(await covered.count(), 0, 'a label that another one covers');
  await page.getByRole('button', { name: /Test Request.*games\)/ }).click();
  const sent = page.waitForRequest((request) => request.url().startsWith(`${server.url}/v1/games?`));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send get request/ })
    .click();
  assert.equal((await sent).headers()['x-api-key'], key);
  await page.getByRole('dialog').getByText('200 OK').waitFor();
  await page.getByRole('dialog').getByText('"Super Example Bros."').waitFor();
});

const OPEN = ['/terms', '/signup', '/signup/sent', '/signin', '/reset', '/reset/sent', '/verify?token=stale'];
const OWN = ['/profile', '/profile/settings', '/operator', '/operator/accounts', '/operator/accounts/1'];
const OPERATOR = [
  '/operator/usage',
  '/operator/imports',
  '/operator/pictures',
  '/operator/messages',
  '/operator/invites',
];

test('account and operator pages are accessible and fit, small and dark, wide and light', async (t) => {
  await addPerson(server, 'operator@example.org', 'operator');
  const page = await openPage(t, server.url, { expected: /status of 410 .*\/verify/ });
  await signUp(server, 'a@example.org');
  const verify = linkIn(await mailbox.next('a@example.org'), '/verify');
  for (const path of [...OPEN, verify]) await assertAccessibleAndFits(page, path);
  await signInPage(page, 'operator@example.org');
  for (const path of [...OWN, ...OPERATOR]) {
    await assertAccessibleAndFits(page, path);
    await assertTablesFit(page);
  }
});

/** On a phone, no table has columns out of sight. */
async function assertTablesFit(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  const wide = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.data-table')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel)",
  );
  assert.deepEqual(wide, [], page.url());
}

test('form errors are shown at each field and accessible', async (t) => {
  const page = await openPage(t, server.url, { expected: /status of 422 / });
  await page.goto('/signup');
  await page.evaluate("document.querySelector('form.form').noValidate = true");
  await page.getByRole('button', { name: 'Get my API key' }).click();
  await page.getByText('Enter a valid email address').waitFor();
  const email = page.getByLabel('Email');
  assert.equal(await email.getAttribute('aria-invalid'), 'true');
  const problem = page.locator(`#${(await email.getAttribute('aria-describedby')) ?? ''}`);
  assert.match(await problem.innerText(), /Enter a valid email address/);
  await assertAccessible(page);
});

async function showKey(page: Page): Promise<string> {
  await page.getByText('Show key').first().click();
  return page
    .getByText(/^ludex_\w{32}$/)
    .first()
    .innerText();
}
