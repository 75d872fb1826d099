import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeResetToken } from '../../src/accounts/change-password.ts';
import { openSecret } from '../../src/accounts/secret.ts';
import { addPerson, PASSWORD, signIn, withStore } from '../support/accounts.ts';
import { openBrowser } from '../support/browser.ts';
import { startServer } from '../support/server.ts';

const server = await startServer();
const MINUTE_MS = 60_000;

async function guess(email: string, address: string, password = 'a wrong password') {
  const browser = openBrowser(server.url, { 'x-forwarded-for': address });
  await browser.open('/signin');
  return browser.submit('/signin', { email, password });
}

test('too many failed sign-ins get 429 with a waiting time, and the form keeps its text', async () => {
  await addPerson(server, 'ada@example.org');
  for (let i = 0; i < 6; i++) assert.equal((await guess('ada@example.org', '192.0.2.1')).status, 422);
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

test('unknown accounts are throttled the same way', async () => {
  for (let i = 0; i < 6; i++) assert.equal((await guess('nobody@example.org', '192.0.2.2')).status, 422);
  assert.equal((await guess('nobody@example.org', '192.0.2.2')).status, 429);
});

test('the owner can sign in from another IP address, and always from a known browser', async () => {
  await addPerson(server, 'bob@example.org');
  const owner = await signIn(server, 'bob@example.org');
  for (let i = 0; i < 7; i++) await guess('bob@example.org', '192.0.2.3');
  assert.equal((await guess('bob@example.org', '192.0.2.4', PASSWORD)).path, '/profile');

  for (let i = 0; i < 45; i++) await guess('bob@example.org', `198.51.100.${i}`);
  assert.equal((await guess('bob@example.org', '192.0.2.5', PASSWORD)).status, 429, 'an unknown browser is throttled');
  await owner.open('/profile');
  await owner.submit('/signout');
  assert.ok(owner.cookies.has('ludex_device'));
  const back = await owner.submit('/signin', { email: 'bob@example.org', password: PASSWORD });
  assert.equal(back.path, '/profile');
});

test('after a password reset by link, the throttle does not apply to that browser', async () => {
  const hope = await addPerson(server, 'hope@example.org');
  for (let i = 0; i < 45; i++) await guess(hope.email, `198.51.100.${i}`);
  const token = await withStore(server.config, async (store) => {
    const secret = await openSecret(server.config, store.accounts);
    return makeResetToken({ store, secret, clock: () => server.now }, hope, false);
  });
  const browser = openBrowser(server.url, { 'x-forwarded-for': '192.0.2.40' });
  await browser.open(`/reset?token=${token}`);
  await browser.submit('/reset/password', { password: 'known to nobody else' });
  assert.ok(browser.cookies.has('ludex_device') && browser.cookies.has('ludex_session'));
  await browser.open('/profile');
  await browser.submit('/signout');
  await browser.open('/signin');
  const page = await browser.submit('/signin', { email: hope.email, password: 'known to nobody else' });
  assert.equal(page.path, '/profile');
});

test('a device cookie is valid for one account only and cannot be forged', async () => {
  await addPerson(server, 'carol@example.org');
  const eve = await signIn(server, (await addPerson(server, 'eve@example.org')).email);
  for (let i = 0; i < 7; i++) await guess('carol@example.org', '127.0.0.1');
  await eve.open('/profile');
  await eve.submit('/signout');
  assert.equal((await eve.submit('/signin', { email: 'carol@example.org', password: PASSWORD })).status, 429);
  eve.cookies.set('ludex_device', `ludex_${'x'.repeat(32)}.AAAA`);
  assert.equal((await eve.submit('/signin', { email: 'carol@example.org', password: PASSWORD })).status, 429);
});

test('one IP address cannot try many accounts', async () => {
  for (let i = 0; i < 30; i++) assert.equal((await guess(`somebody${i}@example.org`, '192.0.2.9')).status, 422);
  assert.equal((await guess('somebody99@example.org', '192.0.2.9')).status, 429);
  assert.equal((await guess('somebody99@example.org', '192.0.2.10')).status, 422);
});

test('an IPv6 /64 network counts as one address', async () => {
  for (let i = 0; i < 6; i++) assert.equal((await guess('dora@example.org', `2001:db8:1:2::${i}`)).status, 422);
  assert.equal((await guess('dora@example.org', '2001:db8:1:2:9:9:9:9')).status, 429);
  assert.equal((await guess('dora@example.org', '2001:db8:1:3::1')).status, 422);
});

const SPELLINGS = [
  [
    '192.0.2.77',
    '192.0.2.77:1',
    '192.0.2.77:50001',
    '"192.0.2.77:2"',
    '::ffff:192.0.2.77',
    '::FFFF:c000:24d',
    '[::ffff:192.0.2.77]:9',
  ],
  [
    '2001:db8:7::1',
    '2001:DB8:7::2',
    '[2001:db8:7::3]',
    '[2001:db8:7::4]:443',
    '2001:0db8:0007:0:0:0:0:5',
    '2001:db8:7:0::6',
    '"[2001:db8:7::7]:80"',
  ],
];
for (const [i, spellings] of SPELLINGS.entries())
  test(`${spellings[0]} is one address in every spelling, with and without a port`, async () => {
    const answers = [];
    for (const address of spellings) answers.push((await guess(`spelt${i}@example.org`, address)).status);
    assert.deepEqual(answers, [422, 422, 422, 422, 422, 422, 429]);
  });

test('texts in X-Forwarded-For that are no addresses make no new address', async () => {
  const answers = [];
  for (let i = 0; i < 7; i++) answers.push((await guess('garbage@example.org', `unknown${i}`)).status);
  assert.deepEqual(answers, [422, 422, 422, 422, 422, 422, 429]);
});

test('concurrent attempts are all counted', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => guess('fred@example.org', '192.0.2.20')));
  assert.equal(answers.filter(({ status }) => status === 422).length, 6);
});

test('sign-ups from one IP address are limited, and the form keeps its text', async () => {
  const signUp = async (email: string) => {
    const browser = openBrowser(server.url, { 'x-forwarded-for': '192.0.2.30' });
    await browser.open('/signup');
    return browser.submit('/signup', { email, password: PASSWORD, terms: 'yes' });
  };
  for (let i = 0; i < 10; i++) assert.equal((await signUp(`new${i}@example.org`)).path, '/profile?done=welcome');
  const refused = await signUp('new10@example.org');
  assert.equal(refused.status, 429);
  assert.match(refused.text, /value="new10@example\.org"/);
});
