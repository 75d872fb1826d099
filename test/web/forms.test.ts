import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, PASSWORD, signIn, signUp } from '../support/accounts.ts';
import { hiddenFields, openBrowser, readable } from '../support/browser.ts';
import { sendBytes } from '../support/servers/raw.ts';
import { startServer } from '../support/servers/server.ts';

const server = await startServer();
const ada = await addPerson(server, 'ada@example.org');
await addPerson(server, 'bob@example.org');
const right = { email: ada.email, password: PASSWORD };

const STALE: [name: string, send: () => Promise<{ status: number; text: string }>][] = [
  ['without a token', () => openBrowser(server.url).post('/signin', right)],
  ['with a made-up token', () => openBrowser(server.url).post('/signin', { ...right, form_token: 'abc.def' })],
  [
    'with a token of another browser',
    async () => {
      const other = await openBrowser(server.url).open('/signin');
      const browser = openBrowser(server.url);
      await browser.open('/signin');
      return browser.post('/signin', { ...right, ...hiddenFields(other, '/signin') });
    },
  ],
  [
    'with a token from before signing in',
    async () => {
      const browser = openBrowser(server.url);
      const before = await browser.open('/signin');
      await browser.submit('/signin', right);
      const { form_token } = hiddenFields(before, '/signin');
      return browser.post('/profile/keys', { name: 'planted', form_token: form_token ?? '' });
    },
  ],
  [
    'with the token of another account',
    async () => {
      const bob = await signIn(server, 'bob@example.org');
      const { form_token } = hiddenFields(await bob.open('/profile'), '/profile/keys');
      const browser = await signIn(server, ada.email);
      return browser.post('/profile/keys', { name: 'planted', form_token: form_token ?? '' });
    },
  ],
  ['from another site', () => sendKey({ origin: 'https://evil.example' })],
  ['from another site with a null origin', () => sendKey({ origin: 'null' })],
  ['with a cross-site Sec-Fetch-Site header', () => sendKey({ 'sec-fetch-site': 'cross-site' })],
];

async function sendKey(headers: Record<string, string>) {
  const browser = await signIn(server, ada.email);
  const fields = hiddenFields(await browser.open('/profile'), '/profile/keys');
  return browser.post('/profile/keys', { ...fields, name: 'planted' }, headers);
}

for (const [name, send] of STALE) {
  test(`a form ${name} is rejected and changes nothing`, async () => {
    const page = await send();
    assert.equal(page.status, 403);
    assert.match(page.text, /This form has expired/);
    const profile = await (await signIn(server, ada.email)).open('/profile');
    assert.doesNotMatch(profile.text, /planted/);
  });
}

test('the page for an expired form shows the submitted text, unless another site sent it', async () => {
  const browser = await signIn(server, ada.email);
  const fields = { message: 'a <long> letter\r\nof mine', form_token: 'stale', delete_password: PASSWORD };
  const own = await browser.post('/profile/messages', fields);
  assert.equal(own.status, 403);
  assert.ok(readable(own.text).includes('a <long> letter\nof mine') && !own.text.includes('<long>'));
  assert.ok(!own.text.includes(PASSWORD));
  const foreign = await browser.post('/profile/messages', fields, { origin: 'https://evil.example' });
  assert.equal(foreign.status, 403);
  assert.ok(!readable(foreign.text).includes('letter'));
});

const HOSTILE = [
  '"><script>alert(1)</script>',
  "' OR 1=1; DROP TABLE accounts; --",
  'nul \0 and bell \x07',
  'turned \u202e around',
  `${'long '.repeat(1000)}`,
  'x@y@z',
  'ada@example..org',
  'ada@example.org.',
  ' ',
];

for (const text of HOSTILE) {
  test(`${JSON.stringify(text.slice(0, 30))} is rejected as an email address and shown escaped`, async () => {
    const { page } = await signUp(server, text);
    assert.equal(page.status, 422);
    assert.match(page.text, /id="email-problem"/);
    assert.ok(!page.text.includes('<script>alert'));
    assert.ok(!page.text.includes('\u202e') && !page.text.includes('\x07'));
    assert.ok(!page.text.includes(PASSWORD), 'passwords are never shown again');
    assert.match(page.text, / checked/, 'the box stays checked');
  });
}

test('hostile names and messages are rejected, or stored and shown escaped', async () => {
  const browser = await signIn(server, ada.email);
  for (const text of ['turned \u202e around', 'x'.repeat(61), '', 'bell \x07']) {
    const page = await browser.submit('/profile/keys', { name: text });
    assert.equal(page.status, 422, text);
    assert.match(page.text, /id="name-problem"/);
  }
  const page = await browser.submit('/profile/keys', { name: '<i>"mine"</i>' });
  assert.equal(page.status, 200);
  assert.ok(!page.text.includes('<i>') && readable(page.text).includes('<i>"mine"</i>'));
  const long = await browser.submit('/profile/messages', { message: `<b>${'x'.repeat(20_000)} the end` });
  assert.equal(long.status, 422);
  assert.match(long.text, /Use at most 2000 characters\. You entered 20011\./);
  assert.ok(!long.text.includes('<b>') && readable(long.text).includes('<b>xxx'));
  assert.ok(long.text.includes('xxx the end</textarea>'), 'the field keeps the whole text');
});

const SIGN_UPS: [name: string, fields: Record<string, string>, message: RegExp][] = [
  ['without terms', { email: 'n@example.org', password: PASSWORD }, /Please accept the terms/],
  ['with a short password', { email: 'n@example.org', password: 'short', terms: 'yes' }, /at least 10 characters/],
  ['with empty fields', {}, /Enter a valid email address/],
];

for (const [name, fields, message] of SIGN_UPS) {
  test(`signing up ${name} gets 422 and an error at the field`, async () => {
    const browser = openBrowser(server.url);
    const page = await browser.send('/signup', '/signup', fields);
    assert.equal(page.status, 422);
    assert.match(page.text, message);
    if (fields.email) assert.match(page.text, new RegExp(`value="${fields.email}"`));
    if (fields.password === 'short')
      assert.match(page.text, /aria-invalid="true" autofocus aria-describedby="password-hint password-problem"/);
  });
}

test('cookies are HttpOnly and SameSite, and over https Secure with the __Host- prefix', async () => {
  const lines = (await fetch(`${server.url}/signin`)).headers.getSetCookie();
  assert.match(lines[0] ?? '', /^ludex_forms=ludex_\w+; Path=\/; HttpOnly; SameSite=Lax$/);
  const secure = await startServer({ 'public-url': 'https://games.example.org' });
  const [line = ''] = (await fetch(`${secure.url}/signin`)).headers.getSetCookie();
  assert.match(line, /^__Host-ludex_forms=ludex_\w+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
});

test('cookies are Secure if a trusted proxy forwards https', async () => {
  const behind = { 'x-forwarded-proto': 'https' };
  const browser = openBrowser(server.url, behind);
  assert.equal((await browser.send('/signin', '/signin', right)).path, '/profile');
  assert.deepEqual([...browser.cookies.keys()].sort(), ['__Host-ludex_device', '__Host-ludex_session']);
  await browser.submit('/signout');
  assert.ok(!browser.cookies.has('__Host-ludex_session'));
  const untrusting = await startServer({ 'trusted-proxies': 'none' });
  const [line = ''] = (await fetch(`${untrusting.url}/signin`, { headers: behind })).headers.getSetCookie();
  assert.match(line, /^ludex_forms=/, 'an untrusted proxy is ignored');
});

test('pages with secrets are neither cached nor compressed', async () => {
  const browser = await signIn(server, ada.email);
  const { headers } = await browser.open('/profile');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('content-encoding'), null);
});

test('signing in redirects to the requested path, but never to another host', async () => {
  for (const [next, path] of [
    ['/profile/settings', '/profile/settings'],
    ['//evil.example', '/profile'],
    ['https://evil.example', '/profile'],
    ['/\\evil.example', '/profile'],
    ['/a\nb', '/profile'],
  ] as const) {
    const browser = openBrowser(server.url);
    assert.equal((await browser.send(`/signin?next=${encodeURIComponent(next)}`, '/signin', right)).path, path);
  }
});

const FORM =
  'POST /signin HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n';

function whole(body: string): string {
  return `${FORM}Content-Length: ${body.length}\r\n\r\n${body}`;
}

/** Sends each part in its own chunk. */
function chunked(parts: string[]): string {
  const chunks = [...parts, ''].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);
  return `${FORM}Transfer-Encoding: chunked\r\n\r\n${chunks.join('')}`;
}

/** A form that was read gets 403, because it has no CSRF token. */
const BODIES: [name: string, bytes: string, status: number][] = [
  ['no body', `${FORM}\r\n`, 403],
  ['32 KB', whole('a'.repeat(32 * 1024)), 403],
  ['a byte more than 32 KB', whole('a'.repeat(32 * 1024 + 1)), 413],
  ['32 KB in chunks of a byte', chunked(Array.from({ length: 32 * 1024 }, () => 'a')), 403],
  ['more than 32 KB in chunks', chunked(['a'.repeat(32 * 1024), 'a']), 413],
  ['200 fields', whole('a&'.repeat(199)), 403],
  ['201 fields', whole('a&'.repeat(200)), 400],
];

for (const [name, bytes, status] of BODIES) {
  test(`a form with ${name} gets ${status}`, async () => {
    assert.match(await sendBytes(server.url, bytes), new RegExp(`^HTTP/1\\.1 ${status} `));
  });
}

test('a message of maximum length fits, even if every character takes 12 bytes', async () => {
  const browser = await signIn(server, ada.email);
  const page = await browser.submit('/profile/messages', { message: '🎮'.repeat(2000) });
  assert.equal(page.status, 200);
  assert.ok(page.text.includes('🎮'.repeat(2000)));
});
