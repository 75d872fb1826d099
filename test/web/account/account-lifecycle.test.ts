import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, addSignedIn, PASSWORD, signIn, signUp, withStore } from '../../support/accounts.ts';
import { hiddenFields, openBrowser, readable } from '../../support/browser.ts';
import { startServer } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';

const server = await startServer({ 'free-per-second': 'none' });

const keysOf = (text: string) =>
  Array.from(text.matchAll(/<code id="key-\d+">(ludex_\w+)<\/code>/g), ([, key]) => key as string);
const shownKeys = (text: string) =>
  Array.from(
    text.matchAll(/<details open><summary>Show key<\/summary>\s*<code id="key-\d+">(ludex_\w+)/g),
    ([, key]) => key,
  );
const ask = async (key: string) => (await fetch(`${server.url}/v1/games/2?format=id&api_key=${key}`)).status;

test('account lifecycle: sign up, sign in, use a key, see usage, rotate, revoke, delete', async () => {
  assert.equal((await openBrowser(server.url).open('/profile')).path, '/signin?next=%2Fprofile');
  const { browser, page: profile } = await signUp(server, 'Ada@Example.org');
  assert.equal(profile.path, '/profile?done=welcome', 'signed in at once');
  assert.match(profile.text, /ada@example\.org/);
  const [key = ''] = keysOf(profile.text);
  assert.match(readable(profile.text), /on the free plan/);
  assert.match(readable(profile.text), /Commercial plan/);
  assert.match(profile.text, /Remaining this hour<\/dt><dd>360/);

  assert.equal(await ask(key), 200);
  const once = (await browser.open('/profile')).text;
  assert.match(once, /aria-label="Today: 1 request\. A table/);
  assert.match(readable(once), /Today 1 request,\s0 errors/);
  assert.equal((await fetch(`${server.url}/v1/games/999999?api_key=${key}`)).status, 404);
  const used = await browser.open('/profile');
  assert.match(used.text, /Remaining this hour<\/dt><dd>358/);
  assert.match(used.text, /12:00 to 12:59 UTC: 2 requests, 1 error</);
  assert.match(used.text, /2026-11-15: 2 requests, 1 error</);

  const added = await browser.submit('/profile/keys', { name: 'my launcher' });
  assert.match(added.text, /my launcher/);
  assert.equal(keysOf(added.text).length, 2);
  assert.equal(shownKeys(added.text).length, 1, 'the new key is shown');

  const keyId = /id="key-(\d+)">/.exec(profile.text)?.[1] ?? '';
  const rotated = await browser.submit('/profile/keys/rotate', { key: keyId });
  assert.match(rotated.text, /Still works for 24 hours/);
  const names = Array.from(rotated.text.matchAll(/<li class="key"><h3>(.*?)<\/h3>/g), ([, name]) => name);
  assert.equal(new Set(names).size, names.length, `each key has its own name: ${names}`);
  assert.ok(
    names.includes('first key (old, of <time datetime="2026-11-15T12:02:00.000Z">2026-11-15 12:02 UTC</time>)'),
    `${names}`,
  );
  assert.equal(keysOf(rotated.text).length, 3);
  const [fresh = ''] = shownKeys(rotated.text);
  assert.ok(!keysOf(added.text).includes(fresh) && (await ask(fresh)) === 200, 'the new key is shown and works');
  assert.deepEqual(shownKeys((await browser.open('/profile')).text), [], 'only once');
  assert.equal(await ask(key), 200);

  await browser.submit('/profile/keys/revoke', { key: keyId });
  await until(async () => (await ask(key)) === 401, 3000);

  const asked = await browser.submit('/profile/messages', { message: 'We sell a <b>launcher</b>.\nMay we?' });
  assert.match(readable(asked.text), /We sell a <b>launcher<\/b>\.\nMay we\?/);

  const other = keysOf(asked.text)[0] ?? '';
  const gone = await browser.send('/profile/settings', '/profile/delete', { delete_password: PASSWORD, sure: 'yes' });
  assert.equal(gone.path, '/signin?done=deleted');
  await until(async () => (await ask(other)) === 401, 3000);
  const again = await browser.submit('/signin', { email: 'ada@example.org', password: PASSWORD });
  assert.equal(again.status, 422);
});

test('the profile shows usage by endpoint and status', async () => {
  const { email, key } = await addPerson(server, 'errors@example.org');
  const send = (path: string) => fetch(`${server.url}/v1${path}`, { headers: { 'x-api-key': key } });
  await send('/genres');
  for (let i = 0; i < 3; i++) await send('/games/999999');
  await send(`/${key}`);
  const { text } = await (await signIn(server, email)).open('/profile');
  const page = readable(text);
  assert.match(page, /This month by endpoint[\s\S]*\/games\/\{game_id\}33/);
  assert.match(page, /This month by status[\s\S]*404Not Found4/);
});

test('a new account lands on its key with a first request that works', async () => {
  const { browser, page } = await signUp(server, 'new@example.org');
  const { text } = page;
  const key = /<code id="key-\d+">(ludex_\w+)</.exec(text)?.[1] ?? '';
  const request = readable(/<code id="first-request">([^<]*)</.exec(text)?.[1] ?? '');
  const [, header, url] = /^curl -H '(.*)' '(.*)'$/.exec(request) ?? [];
  assert.equal(header, `X-API-Key: ${key}`);
  assert.equal((await fetch(url ?? '', { headers: { 'x-api-key': key } })).status, 200);
  const link = readable(/<a href="([^"]*)">try it</.exec(text)?.[1] ?? '');
  assert.equal((await fetch(link)).status, 200);
  assert.doesNotMatch((await browser.open('/profile')).text, /id="first-request"/);
});

test('signing up twice signs in with the same password only', async () => {
  const send = async (password: string) => (await signUp(server, 'twice@example.org', password)).page;
  const first = await send(PASSWORD);
  const again = await send(PASSWORD);
  assert.equal(again.path, '/profile?done=welcome');
  assert.deepEqual(keysOf(again.text), keysOf(first.text));
  const stranger = await send('somebody else guesses');
  assert.equal(stranger.status, 422);
  assert.match(stranger.text, /This address already has an account/);
  for (let i = 0; i < 6; i++) await send('somebody else guesses');
  assert.equal((await send(PASSWORD)).status, 429, 'guesses are throttled as at the sign-in');
});

test('changing the password signs out all other sessions and invalidates the old password', async () => {
  const { browser: here } = await addSignedIn(server, 'bob@example.org');
  const there = await signIn(server, 'bob@example.org');
  const wrong = await here.send('/profile/settings', '/profile/password', {
    old_password: 'not it at all',
    new_password: 'short',
  });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /Wrong password\./);
  assert.match(wrong.text, /at least 10 characters/);
  const changed = await here.submit('/profile/password', { old_password: PASSWORD, new_password: 'another long one' });
  assert.equal(changed.path, '/profile/settings?done=password');
  assert.equal((await there.open('/profile')).path, '/signin?next=%2Fprofile');
  assert.equal((await here.open('/profile')).status, 200);
  await assert.rejects(signIn(server, 'bob@example.org'), /could not sign in/);
  await signIn(server, 'bob@example.org', 'another long one');
});

test('a session ends when signing out, and expires after 30 days without a visit', async () => {
  const { browser } = await addSignedIn(server, 'carol@example.org');
  const session = browser.cookies.get('ludex_session') as string;
  assert.equal((await browser.send('/profile', '/signout')).path, '/signin?done=signout');
  assert.ok(!browser.cookies.has('ludex_session'));
  browser.cookies.set('ludex_session', session);
  assert.equal((await browser.open('/profile')).path, '/signin?next=%2Fprofile');

  const later = await signIn(server, 'carol@example.org');
  const day = 24 * 3600 * 1000;
  const start = server.now;
  server.now = start + 20 * day;
  assert.equal((await later.open('/profile')).status, 200);
  server.now = start + 45 * day;
  assert.equal((await later.open('/profile')).status, 200, 'a visit extends the session');
  server.now = start + 80 * day;
  assert.equal((await later.open('/profile')).path, '/signin?next=%2Fprofile');
  server.now = start;
});

test('signing in never reuses a session id that was already in the browser (session fixation)', async () => {
  await addPerson(server, 'dora@example.org');
  const browser = openBrowser(server.url);
  browser.cookies.set('ludex_session', `ludex_${'a'.repeat(32)}`);
  browser.cookies.set('ludex_forms', `ludex_${'b'.repeat(32)}`);
  const fields = hiddenFields(await browser.open('/signin'), '/signin');
  const { headers } = await browser.post('/signin', { ...fields, email: 'dora@example.org', password: PASSWORD });
  const line = headers.getSetCookie().find((cookie) => cookie.startsWith('ludex_session='));
  assert.match(line ?? '', /; Max-Age=34560000$/, '400 days, the longest that browsers allow');
  const session = browser.cookies.get('ludex_session');
  assert.match(session ?? '', /^ludex_\w{32}$/);
  assert.notEqual(session, `ludex_${'a'.repeat(32)}`);
  await withStore(server.config, async (store) => {
    const account = await store.accounts.findAccount('dora@example.org');
    const sessions = await store.sessions.list(account?.accountId ?? 0);
    assert.equal(sessions.length, 1);
  });
});
