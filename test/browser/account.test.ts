import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addPerson, PASSWORD } from '../support/accounts.ts';
import { assertAccessible, assertAccessibleAndFits, assertFits, openPage } from '../support/chromium.ts';
import { linkIn, openMailbox } from '../support/mailbox.ts';
import { startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const mailbox = await openMailbox();
const server = await startServer({ 'smtp-url': mailbox.url, 'mail-from': 'Ludex <ludex@example.org>' });

test('sign up, copy the key, send a request in the explorer, and see it in the chart', async (t) => {
  const page = await openPage(t, server.url);
  await page.goto('/');
  await page.getByRole('link', { name: 'Get an API key' }).click();
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill('password12');
  await page.getByText('“password” is a common word in passwords').waitFor();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByText('Strong.').waitFor();
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

for (const javaScript of [true, false]) {
  test(`the link of a sign-up signs in on the phone, ${javaScript ? 'with' : 'without'} JavaScript`, async (t) => {
    const email = `phone${javaScript ? 1 : 2}@example.org`;
    const desk = await openPage(t, server.url);
    await desk.goto('/signup');
    await desk.getByLabel('Email').fill(email);
    await desk.getByLabel('Password').fill(PASSWORD);
    await desk.getByLabel(/accept the terms/).check();
    await desk.getByRole('button', { name: 'Get my API key' }).click();
    await desk.getByRole('heading', { name: 'Check your email' }).waitFor();
    const phone = await openPage(t, server.url, { width: 360, javaScript });
    await phone.goto(linkIn(await mailbox.next(email), '/verify'));
    await phone.getByText('You signed up in another browser.').waitFor();
    if (javaScript) await assertAccessible(phone);
    await assertFits(phone);
    await phone.getByRole('button', { name: 'Confirm and sign in' }).click();
    await phone.getByText('Welcome! Your API key is ready.').waitFor();
    await phone.getByRole('link', { name: 'Set a password' }).click();
    if (javaScript) await assertAccessible(phone);
    await phone.getByLabel('New password').fill('a quite different password');
    await phone.getByRole('button', { name: 'Set password' }).click();
    await phone.getByText('Password set.').waitFor();
    await signIn(desk, email, 'a quite different password');
  });
}

test('a key is rotated, and both keys can be copied', async (t) => {
  await addPerson(server, 'grace@example.org');
  const page = await openPage(t, server.url, { width: 360 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'grace@example.org');
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

test('on a phone, recent errors are read without scrolling sideways', async (t) => {
  const { key } = await addPerson(server, 'erna@example.org');
  const path = `/v1/games?platform=none&title=${'a'.repeat(100)}`;
  assert.equal((await fetch(`${server.url}${path}&api_key=${key}`)).ok, false);
  const page = await openPage(t, server.url, { width: 360 });
  await signIn(page, 'erna@example.org');
  const table = page.locator('.data-table[aria-label="Refused requests"]');
  await until(async () => {
    await page.goto('/profile');
    return (await table.count()) === 1;
  });
  await assertTablesFit(page);
  await assertAccessible(page);
});

test('a code sample can be copied without the clipboard API', async (t) => {
  const { key } = await addPerson(server, 'hedy@example.org');
  const page = await openPage(t, server.url);
  // As over http from another machine.
  await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await signIn(page, 'hedy@example.org');
  await page.getByText('Show code with my key').click();
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const message = page.getByLabel('Message to the operator');
  await message.focus();
  await page.keyboard.press('Control+V');
  const pasted = await message.inputValue();
  assert.ok(pasted.startsWith('curl ') && pasted.includes(key), pasted);
});

test('a password is reset by email without JavaScript', async (t) => {
  await addPerson(server, 'bob@example.org');
  const page = await openPage(t, server.url, { javaScript: false });
  await page.goto('/signin');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill('bob@example.org');
  await page.getByLabel('Email').press('Enter');
  await page.waitForURL('**/reset/sent');
  await page.goto(linkIn(await mailbox.next('bob@example.org'), '/reset'));
  await page.getByLabel(/password/i).fill('quite another password');
  await page.getByLabel(/password/i).press('Enter');
  await page.waitForURL('**/profile?done=password');
  await page.getByText('Password set. You are signed in.').waitFor();
});

const OPEN = ['/terms', '/signup', '/signup/sent', '/signin', '/reset', '/reset/sent', '/verify?token=stale'];
const OWN = ['/profile', '/profile/settings', '/operator', '/operator/accounts', '/operator/accounts/1'];
const OPERATOR = [
  '/operator/usage',
  '/operator/imports',
  '/operator/messages',
  '/operator/invites',
  '/operator/settings',
];

test('account and operator pages are accessible and fit, small and dark, wide and light', async (t) => {
  await addPerson(server, 'operator@example.org', 'operator');
  const page = await openPage(t, server.url, { expected: /status of 410 .*\/verify/ });
  for (const path of OPEN) await assertAccessibleAndFits(page, path);
  await signIn(page, 'operator@example.org');
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
  const page = await openPage(t, server.url, { expected: /status of 4(22|03) / });
  await page.goto('/signup');
  await page.evaluate("document.querySelector('form.form').noValidate = true");
  await page.getByRole('button', { name: 'Get my API key' }).click();
  await page.getByText('Enter a valid email address').waitFor();
  const email = page.getByLabel('Email');
  assert.equal(await email.getAttribute('aria-invalid'), 'true');
  const problem = page.locator(`#${(await email.getAttribute('aria-describedby')) ?? ''}`);
  assert.match(await problem.innerText(), /Enter a valid email address/);
  await assertAccessible(page);
  await page.context().clearCookies();
  await page.getByLabel('Email').fill('late@example.org');
  await page.evaluate("document.querySelector('form.form').noValidate = true");
  await page.getByRole('button', { name: 'Get my API key' }).click();
  await page.getByRole('heading', { name: 'This form has expired' }).waitFor();
  await page.getByText('late@example.org').waitFor();
  await assertAccessible(page);
});

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
}

async function showKey(page: Page): Promise<string> {
  await page.getByText('Show key').first().click();
  return page
    .getByText(/^ludex_\w{32}$/)
    .first()
    .innerText();
}
