import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, addSignedIn, PASSWORD, signIn, signUp, withStore } from '../../support/accounts.ts';
import { openBrowser, readable } from '../../support/browser.ts';
import { linkIn, openMailbox } from '../../support/servers/mailbox.ts';
import { startServer } from '../../support/servers/server.ts';

const mailbox = await openMailbox();
const server = await startServer({ 'smtp-url': mailbox.url, 'mail-from': 'Ludex <ludex@example.org>' });

const HOUR_MS = 3600 * 1000;
/** What the page of the emailed link asks for. */
const CHOSEN = { password: PASSWORD, terms: 'yes' };

test('signing up with email: confirm the address, get an account with a key', async () => {
  const { browser: signedUp, page } = await signUp(server, 'ada@example.org');
  assert.equal(page.path, '/signup/sent');
  const letter = await mailbox.next('ada@example.org');
  assert.match(letter, /^From: Ludex <ludex@example\.org>$/m);
  assert.match(letter, /^Subject: Ludex: Confirm your address$/m);
  assert.match(letter, /^Content-Type: text\/plain/m);
  assert.equal(await accountOf('ada@example.org'), undefined, 'no account before confirmation');

  const link = linkIn(letter, '/verify');
  await openBrowser(server.url).open(link);
  assert.equal(await accountOf('ada@example.org'), undefined, 'a mail scanner that opens the link changes nothing');
  await signedUp.open(link);
  const profile = await signedUp.submit('/verify', CHOSEN);
  assert.equal(profile.path, '/profile?done=welcome');
  assert.match(profile.text, /<code id="key-\d+">ludex_/);
  assert.equal((await signedUp.open(link)).status, 410, 'a link works once');
});

test('the emailed link leads to the page that was asked for before signing up, never to another host', async () => {
  for (const [next, path] of [
    ['/propose/1?from=a;b', '/propose/1?from=a;b'],
    ['//evil.example', '/profile?done=welcome'],
  ] as const) {
    const email = `next-${next.length}@example.org`;
    const browser = openBrowser(server.url);
    await browser.send(`/signup?next=${encodeURIComponent(next)}`, '/signup', { email });
    const link = linkIn(await mailbox.next(email), '/verify');
    assert.equal((await openBrowser(server.url).send(link, '/verify', CHOSEN)).path, path);
  }
});

test('emailed links lead to this site, whatever host the request claims', async () => {
  const evil = 'evil.example';
  const browser = openBrowser(server.url, { host: evil, 'x-forwarded-host': evil, forwarded: `host=${evil}` });
  await addPerson(server, 'victim@example.org');
  await browser.send('/reset', '/reset', { email: 'victim@example.org' });
  await browser.send('/signup', '/signup', { email: 'host@example.org' });
  for (const email of ['victim@example.org', 'host@example.org']) {
    const letter = await mailbox.next(email);
    assert.ok(letter.includes(`${server.url}/`) && !letter.includes(evil), letter);
  }
});

test('whoever opens the link chooses the password; what the sign-up sent besides the address is not used', async () => {
  const { browser: stranger } = await signUp(server, 'eve@example.org', 'known to a stranger');
  const link = linkIn(await mailbox.next('eve@example.org'), '/verify');
  const browser = openBrowser(server.url);
  const confirm = await browser.open(link);
  assert.match(readable(confirm.text), /You signed up as eve@example\.org/);
  for (const [fields, problem] of [
    [{ password: 'short', terms: 'yes' }, /at least 10 characters/],
    [{ password: 'eve@example.org 1', terms: 'yes' }, /Do not use your email address/],
    [{ password: PASSWORD }, /Please accept the terms/],
  ] as const) {
    const refused = await browser.submit('/verify', fields);
    assert.equal(refused.status, 422);
    assert.match(readable(refused.text), problem);
  }
  assert.equal(await accountOf('eve@example.org'), undefined);
  assert.equal((await browser.submit('/verify', CHOSEN)).path, '/profile?done=welcome');
  assert.equal((await stranger.open(link)).status, 410, 'a link works once');
  const fields = { email: 'eve@example.org', password: 'known to a stranger' };
  assert.equal((await stranger.send('/signin', '/signin', fields)).status, 422);
  await signIn(server, 'eve@example.org');
});

test('of two people with links for one address only the first one gets the account', async () => {
  const links = [];
  for (let i = 0; i < 2; i++) {
    await signUp(server, 'two@example.org');
    links.push(linkIn(await mailbox.next('two@example.org'), '/verify'));
  }
  const browsers = links.map(() => openBrowser(server.url));
  const paths = [];
  for (const [i, browser] of browsers.entries()) paths.push(await browser.send(links[i] as string, '/verify', CHOSEN));
  assert.deepEqual(
    paths.map(({ status }) => status),
    [200, 410],
  );
});

test('a link that confirms a sign-up works for a day', async () => {
  const { browser } = await signUp(server, 'late@example.org');
  const link = linkIn(await mailbox.next('late@example.org'), '/verify');
  const before = server.now;
  server.now += 23 * HOUR_MS;
  assert.equal((await browser.open(link)).status, 200);
  server.now += 2 * HOUR_MS;
  assert.equal((await browser.open(link)).status, 410);
  server.now = before;
});

test('resetting a password by email: the link works once, expires, and ends all sessions', async () => {
  const { browser: before } = await addSignedIn(server, 'bob@example.org');
  const browser = openBrowser(server.url);
  const ask = async () => {
    assert.equal((await browser.send('/reset', '/reset', { email: 'Bob@example.org ' })).path, '/reset/sent');
    return linkIn(await mailbox.next('bob@example.org'), '/reset');
  };
  const late = await ask();
  server.now += 3 * HOUR_MS;
  assert.equal((await browser.open(late)).status, 410);

  const link = await ask();
  const short = await browser.send(link, '/reset/password', { password: 'short' });
  assert.equal(short.status, 422);
  assert.match(short.text, /at least 10 characters/);
  const set = await browser.submit('/reset/password', { password: 'my new password' });
  assert.equal(set.path, '/profile?done=password');
  assert.match(set.text, /Password set\. You are signed in\.[\s\S]*bob@example\.org/);
  assert.match(await mailbox.next('bob@example.org'), /Your password was changed/);
  assert.equal((await browser.open(link)).status, 410);
  assert.match((await before.open('/profile')).path, /^\/signin/);
  await signIn(server, 'bob@example.org', 'my new password');
});

test('sign-up and reset pages are identical for known and unknown addresses; only the email differs', async () => {
  await addPerson(server, 'known@example.org');
  const pages = [];
  for (const email of ['known@example.org', 'nobody@example.org']) {
    const { browser, page } = await signUp(server, email);
    const reset = await browser.send('/reset', '/reset', { email });
    pages.push([page.status, page.path, page.text, reset.status, reset.path, reset.text]);
  }
  assert.deepEqual(pages[0], pages[1]);
  assert.match(await mailbox.next('known@example.org'), /You already have an account/);
  assert.match(await mailbox.next('known@example.org'), /Set a new password/);
  assert.match(await mailbox.next('nobody@example.org'), /Confirm your address/);
  assert.ok(!mailbox.letters.some(({ to }) => to === 'nobody@example.org'));
});

test('an address whose account was deleted today gets an email instead of a link, and the same page', async () => {
  const elsewhere = { 'x-forwarded-for': '203.0.113.20' };
  await signUp(server, 'left@example.org', PASSWORD, elsewhere);
  const link = linkIn(await mailbox.next('left@example.org'), '/verify');
  const { browser } = await addSignedIn(server, 'left@example.org');
  await browser.send('/profile/settings', '/profile/delete', { delete_password: PASSWORD, sure: 'yes' });
  await openBrowser(server.url).send(link, '/verify', CHOSEN);
  assert.equal(await accountOf('left@example.org'), undefined, 'an earlier link makes no new account');
  const { page } = await signUp(server, 'left@example.org', PASSWORD, elsewhere);
  assert.equal(page.path, '/signup/sent');
  assert.match(await mailbox.next('left@example.org'), /You can sign up again a day after that/);
});

test('changing the email address needs confirmation while signed in, and notifies the old address', async () => {
  await addPerson(server, 'old@example.org');
  await addPerson(server, 'other@example.org');
  const browser = await signIn(server, 'old@example.org');
  const wrong = await browser.send('/profile/settings', '/profile/email', {
    email: 'no address',
    email_password: 'not it either',
  });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /value="no address"/);
  const asked = await browser.submit('/profile/email', { email: 'new@example.org', email_password: PASSWORD });
  assert.equal(asked.path, '/profile/settings?done=email-sent');
  const link = linkIn(await mailbox.next('new@example.org'), '/profile/email');
  await browser.send('/reset', '/reset', { email: 'old@example.org' });
  const reset = linkIn(await mailbox.next('old@example.org'), '/reset');

  const stranger = await signIn(server, 'other@example.org');
  assert.equal((await stranger.open(link)).status, 410, 'the link is bound to the account');
  assert.equal((await browser.send(link, '/profile/email/confirm')).path, '/profile/settings?done=email');
  assert.match(await mailbox.next('old@example.org'), /is now new@example\.org/);
  await signIn(server, 'new@example.org');
  assert.equal((await browser.open(reset)).status, 410, 'links sent to the old address no longer work');

  await browser.send('/profile/settings', '/profile/email', { email: 'other@example.org', email_password: PASSWORD });
  assert.match(await mailbox.next('other@example.org'), /already has an account/);
});

test('invalid links get a clear page', async () => {
  for (const path of ['/verify', '/verify?token=', '/reset?token=x', '/verify?token=ludex_0', '/invite/ludex_0']) {
    const page = await openBrowser(server.url).open(path);
    assert.equal(page.status, 410, path);
    assert.match(page.text, /This link has expired/);
  }
});

test('an address gets at most four emails per hour; further ones are dropped silently', async () => {
  await addPerson(server, 'flooded@example.org');
  for (let i = 0; i < 8; i++) {
    const browser = openBrowser(server.url, { 'x-forwarded-for': `203.0.113.${i}` });
    assert.equal((await browser.send('/reset', '/reset', { email: 'flooded@example.org' })).path, '/reset/sent');
  }
  for (let i = 0; i < 4; i++) await mailbox.next('flooded@example.org');
  await signUp(server, 'after@example.org', PASSWORD, { 'x-forwarded-for': '203.0.113.9' });
  await mailbox.next('after@example.org');
  assert.ok(!mailbox.letters.some(({ to }) => to === 'flooded@example.org'));
});

function accountOf(email: string) {
  return withStore(server.config, (store) => store.accounts.findAccount(email));
}
