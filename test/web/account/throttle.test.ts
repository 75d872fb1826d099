import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeResetToken } from '../../../src/accounts/accounts.ts';
import { openSecret } from '../../../src/accounts/secret.ts';
import { addPerson, addSignedIn, PASSWORD, signIn, withStore } from '../../support/accounts.ts';
import { openBrowser } from '../../support/browser.ts';
import { startServer } from '../../support/servers/server.ts';

const server = await startServer();
const MINUTE_MS = 60_000;

async function guess(email: string, address: string, password = 'a wrong password') {
  const browser = openBrowser(server.url, { 'x-forwarded-for': address });
  return browser.send('/signin', '/signin', { email, password });
}

test('too many failed sign-ins, of an unknown account too, get 429 with a waiting time, and the form keeps its text', async () => {
  await addPerson(server, 'ada@example.org');
  for (const email of ['nobody@example.org', 'ada@example.org'])
    for (let i = 0; i < 6; i++) assert.equal((await guess(email, '192.0.2.1')).status, 422);
  assert.equal((await guess('nobody@example.org', '192.0.2.1')).status, 429);
  const refused = await guess('ada@example.org', '192.0.2.1');
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '120');
  assert.match(refused.text, /Please wait 2 minutes/);
  assert.match(refused.text, /value="ada@example\.org"/);
  assert.equal((await guess('ada@example.org', '192.0.2.1', PASSWORD)).status, 429, 'also with the right password');
  server.now += 2 * MINUTE_MS;
  assert.equal((await guess('ada@example.org', '192.0.2.1')).status, 422);
  assert.equal((await guess('ada@example.org', '192.0.2.1')).status, 429);
});

test('the owner can sign in from another IP address, and always from a known browser', async () => {
  const { browser: owner } = await addSignedIn(server, 'bob@example.org');
  for (let i = 0; i < 7; i++) await guess('bob@example.org', '192.0.2.3');
  assert.equal((await guess('bob@example.org', '192.0.2.4', PASSWORD)).path, '/profile');

  for (let i = 0; i < 45; i++) await guess('bob@example.org', `198.51.100.${i}`);
  assert.equal((await guess('bob@example.org', '192.0.2.5', PASSWORD)).status, 429, 'an unknown browser is throttled');
  await owner.send('/profile', '/signout');
  assert.ok(owner.cookies.has('ludex_device'));
  const back = await owner.submit('/signin', { email: 'bob@example.org', password: PASSWORD });
  assert.equal(back.path, '/profile');
});

test('after a password reset by link, the throttle does not apply to that browser', async () => {
  const hope = await addPerson(server, 'hope@example.org');
  for (let i = 0; i < 45; i++) await guess(hope.email, `198.51.100.${i}`);
  const token = await withStore(server.config, async (store) => {
    const secret = await openSecret(server.config, store.accounts);
    return makeResetToken({ store, secret, clock: () => server.now }, hope);
  });
  const browser = openBrowser(server.url, { 'x-forwarded-for': '192.0.2.40' });
  await browser.send(`/reset?token=${token}`, '/reset/password', { password: 'known to nobody else' });
  assert.ok(browser.cookies.has('ludex_device') && browser.cookies.has('ludex_session'));
  await browser.send('/profile', '/signout');
  const page = await browser.send('/signin', '/signin', { email: hope.email, password: 'known to nobody else' });
  assert.equal(page.path, '/profile');
});

test('a device cookie is valid for one account only and cannot be forged', async () => {
  await addPerson(server, 'carol@example.org');
  const eve = await signIn(server, (await addPerson(server, 'eve@example.org')).email);
  for (let i = 0; i < 7; i++) await guess('carol@example.org', '127.0.0.1');
  await eve.send('/profile', '/signout');
  assert.equal((await eve.submit('/signin', { email: 'carol@example.org', password: PASSWORD })).status, 429);
  eve.cookies.set('ludex_device', `ludex_${'x'.repeat(32)}.AAAA`);
  assert.equal((await eve.submit('/signin', { email: 'carol@example.org', password: PASSWORD })).status, 429);
});

test('an IPv6 /64 network counts as one address', async () => {
  for (let i = 0; i < 6; i++) assert.equal((await guess('dora@example.org', `2001:db8:1:2::${i}`)).status, 422);
  assert.equal((await guess('dora@example.org', '2001:db8:1:2:9:9:9:9')).status, 429);
  assert.equal((await guess('dora@example.org', '2001:db8:1:3::1')).status, 422);
});
