import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD } from '../../support/accounts.ts';
import { hiddenFields, openBrowser, readable } from '../../support/browser.ts';
import { startServer } from '../../support/servers/server.ts';

const server = await startServer({ 'sign-up': 'closed' });

test('with sign-up closed, the page and a submitted form get 403', async () => {
  const browser = openBrowser(server.url);
  const closed = await browser.open('/signup');
  assert.equal(closed.status, 403);
  assert.match(closed.text, /<h1>Sign-up is closed<\/h1>/);
  const page = await browser.open('/signin');
  assert.doesNotMatch(page.text, /href="\/signup"/);
  const fields = { ...hiddenFields(page, '/signin'), email: 'x@example.org', password: PASSWORD, terms: 'yes' };
  assert.equal((await browser.post('/signup', fields)).status, 403);
});

test('the terms state the configured limits', async () => {
  const terms = async (settings: Record<string, string>) =>
    readable((await openBrowser((await startServer(settings)).url).open('/terms')).text);
  assert.match(
    await terms({}),
    /limits of your plan: on the free plan 360 requests per hour and 1 request per second\. Do/,
  );
  assert.match(await terms({ 'free-per-hour': 'none' }), /your plan: on the free plan 1 request per second\. Do/);
  assert.match(await terms({ 'free-per-hour': 'none', 'free-per-second': 'none' }), /limits of your plan\. Do/);
});

test('without a mail server the reset page refers to the operator', async () => {
  const page = await openBrowser(server.url).open('/reset');
  assert.match(page.text, /This site sends no email/);
});
