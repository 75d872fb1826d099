import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addPerson, PASSWORD } from '../support/accounts.ts';
import { assertAccessible, assertReadsWell, openPage } from '../support/chromium.ts';
import { linkIn, openMailbox } from '../support/mailbox.ts';
import { startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const mailbox = await openMailbox();
const server = await startServer({ 'smtp-url': mailbox.url, 'mail-from': 'Ludex <ludex@example.org>' });

test('sign up, take the key, make the first call in the explorer, and see it in the chart', async (t) => {
  const page = await openPage(t, server.url);
  await page.goto('/signup');
  await page.getByLabel('E-mail').fill('ada@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel(/accept the terms/).check();
  await page.getByRole('button', { name: 'Make an account' }).click();
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
  await page.goto(linkIn(await mailbox.next('ada@example.org'), '/verify'));
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Password').press('Enter');
  const key = await showKey(page);

  await page.goto('/docs/reference');
  await page.getByText('Your own key is filled in').waitFor();
  await page.getByRole('button', { name: /Test Request.*games\)/ }).click();
  const sent = page.waitForRequest((request) => request.url().startsWith(`${server.url}/v1/games?`));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send get request/ })
    .click();
  assert.equal((await sent).headers()['x-api-key'], key);
  await page.getByRole('dialog').getByText('200 OK').waitFor();
  await page.getByRole('dialog').getByText('"Super Example Bros."').waitFor();

  // Threads write down what they have counted every few seconds.
  const today = page.getByRole('img', { name: /^Today: 1 request\./ });
  await until(async () => {
    await page.goto('/profile');
    return (await today.count()) === 1;
  });
});

test('a key is replaced by a new one, and both are copied with one click', async (t) => {
  await addPerson(server, 'grace@example.org');
  const page = await openPage(t, server.url, { width: 360 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'grace@example.org');
  const old = await showKey(page);
  await page.getByRole('button', { name: 'Replace by a new key' }).click();
  await page.getByText('Was replaced, and still works for').waitFor();
  const copies = page.getByRole('button', { name: 'Copy the key' });
  // The page's script adds the buttons.
  await copies.nth(1).waitFor();
  assert.equal(await copies.count(), 2);
  const copied = new Set<string>();
  for (const copy of await copies.all()) {
    await copy.click();
    copied.add(await page.evaluate<string>('navigator.clipboard.readText()'));
  }
  assert.ok(copied.has(old) && copied.size === 2);
});

test('a first call is copied with one click, also where pages get no clipboard', async (t) => {
  const { key } = await addPerson(server, 'hedy@example.org');
  const page = await openPage(t, server.url);
  // As over http on another machine.
  await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await signIn(page, 'hedy@example.org');
  await page.getByText('Show them with my key').click();
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const message = page.getByLabel('Message to the operator');
  await message.focus();
  await page.keyboard.press('Control+V');
  const pasted = await message.inputValue();
  assert.ok(pasted.startsWith('curl ') && pasted.includes(key), pasted);
});

test('a forgotten password is set anew by mail, without JavaScript', async (t) => {
  await addPerson(server, 'bob@example.org');
  const page = await openPage(t, server.url, { javaScript: false });
  await page.goto('/signin');
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await page.getByLabel('E-mail').fill('bob@example.org');
  await page.getByLabel('E-mail').press('Enter');
  await page.waitForURL('**/reset/sent');
  await page.goto(linkIn(await mailbox.next('bob@example.org'), '/reset'));
  await page.getByLabel(/password/i).fill('quite another password');
  await page.getByLabel(/password/i).press('Enter');
  await page.waitForURL('**/signin?done=password');
  await signIn(page, 'bob@example.org', 'quite another password');
});

const OPEN = ['/terms', '/signup', '/signup/sent', '/signin', '/reset', '/reset/sent', '/verify?token=stale'];
const OWN = ['/profile', '/profile/settings', '/operator', '/operator/accounts', '/operator/accounts/1'];
const OPERATOR = ['/operator/usage', '/operator/imports', '/operator/messages', '/operator/invites'];

test('the pages of accounts and of the operator read well and fit, small and dark, wide and light', async (t) => {
  await addPerson(server, 'operator@example.org', 'operator');
  const page = await openPage(t, server.url, { expected: /status of 410 .*\/verify/ });
  for (const path of OPEN) await assertReadsWell(page, path);
  await signIn(page, 'operator@example.org');
  for (const path of [...OWN, ...OPERATOR]) await assertReadsWell(page, path);
});

test('a form with mistakes says at each field what is wrong, for everybody to read', async (t) => {
  const page = await openPage(t, server.url, { expected: /status of 4(22|03) / });
  await page.goto('/signup');
  await page.evaluate("document.querySelector('form.form').noValidate = true");
  await page.getByRole('button', { name: 'Make an account' }).click();
  await page.getByText('Write an e-mail address').waitFor();
  const email = page.getByLabel('E-mail');
  assert.equal(await email.getAttribute('aria-invalid'), 'true');
  const problem = page.locator(`#${(await email.getAttribute('aria-describedby')) ?? ''}`);
  assert.match(await problem.innerText(), /Write an e-mail address/);
  await assertAccessible(page);
  await page.context().clearCookies();
  await page.getByLabel('E-mail').fill('late@example.org');
  await page.evaluate("document.querySelector('form.form').noValidate = true");
  await page.getByRole('button', { name: 'Make an account' }).click();
  await page.getByRole('heading', { name: 'This form is too old' }).waitFor();
  await page.getByText('late@example.org').waitFor();
  await assertAccessible(page);
});

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
}

async function showKey(page: Page): Promise<string> {
  await page.getByText('Show the key').first().click();
  return page
    .getByText(/^ludex_\w{32}$/)
    .first()
    .innerText();
}
