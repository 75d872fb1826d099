import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD } from '../support/accounts.ts';
import { hiddenFields, openBrowser } from '../support/browser.ts';
import { startServer } from '../support/server.ts';

const server = await startServer({ 'sign-up': 'closed' });

test('with sign-up closed nobody gets in, not even by sending the form', async () => {
  const browser = openBrowser(server.url);
  const closed = await browser.open('/signup');
  assert.equal(closed.status, 403);
  assert.match(closed.text, /<h1>Sign-up is closed<\/h1>/);
  const page = await browser.open('/signin');
  assert.doesNotMatch(page.text, /href="\/signup"/);
  const fields = { ...hiddenFields(page, '/signin'), email: 'x@example.org', password: PASSWORD, terms: 'yes' };
  assert.equal((await browser.post('/signup', fields)).status, 403);
});

test('without a mail server the operator is the way to a new password', async () => {
  const page = await openBrowser(server.url).open('/reset');
  assert.match(page.text, /This site sends no mail/);
});
