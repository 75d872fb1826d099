import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askRaw, sendBytes } from '../support/servers/raw.ts';
import { sharedServer } from '../support/servers/server.ts';

const { url, key } = await sharedServer();
const EVIL = 'evil.example';
const PAGES = [
  '/',
  '/games',
  '/games/1',
  '/platforms',
  '/signin',
  '/signup',
  '/reset',
  '/docs/api',
  '/sitemap.xml',
  '/robots.txt',
  '/login',
  '/nothing/here',
  '/v1/games?limit=2',
  '/v1/games/1?include=covers,screenshots',
  '/v1/openapi.json',
];
/** What a client may claim about the host and the address that it asked for. */
const CLAIMS: Record<string, string>[] = [
  { host: EVIL },
  {
    'x-forwarded-host': EVIL,
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '1234',
    'x-forwarded-prefix': `/${EVIL}`,
  },
  { forwarded: `host=${EVIL};proto=https`, 'x-host': EVIL, 'x-forwarded-server': EVIL, 'x-http-host-override': EVIL },
  { 'x-original-url': `/${EVIL}`, 'x-rewrite-url': `/${EVIL}`, 'x-http-method-override': 'DELETE' },
  { origin: `https://${EVIL}`, referer: `https://${EVIL}/` },
];
const withKey = { 'x-api-key': key };

for (const claims of CLAIMS)
  test(`no answer repeats what a client says in ${Object.keys(claims).join(', ')}`, async () => {
    for (const path of PAGES) {
      const { headers, body } = await askRaw(url, path, { ...withKey, ...claims });
      assert.ok(!`${JSON.stringify(headers)}${body}`.includes(EVIL), path);
    }
  });

test('what one client claims changes no answer that others get from a cache', async () => {
  const ask = async (path: string, headers: Record<string, string>) => {
    const answer = await askRaw(url, path, { ...withKey, ...headers });
    const { date: _, 'x-request-id': __, 'set-cookie': ___, ...lasting } = answer.headers;
    return {
      status: answer.status,
      lasting,
      body: answer.body.toString().replaceAll(/name="form_token" value="[^"]*"/g, ''),
    };
  };
  for (const [i, claims] of CLAIMS.entries())
    for (const path of [`/games?title=first${i}`, `/v1/games?limit=1&offset=${i}`, `/v1/games/search?q=first${i}`]) {
      const poisoned = await ask(path, claims);
      assert.deepEqual(await ask(path, {}), await ask(path, {}), path);
      assert.equal((await ask(path, {})).body, poisoned.body, path);
    }
});

test('no answer that a shared cache may store sets a cookie or belongs to a person', async () => {
  for (const path of PAGES) {
    const { headers } = await askRaw(url, path);
    const isShared = /public|s-maxage/.test(String(headers['cache-control']));
    assert.ok(!(isShared && headers['set-cookie']), path);
  }
  for (const path of ['/v1/games?limit=2', '/v1/games/1']) {
    const { headers } = await askRaw(url, path, withKey);
    assert.doesNotMatch(String(headers['cache-control']), /public|s-maxage/, `${path} needs a key`);
  }
});

const BREAK = '%0d%0ax-injected:%20yes%0d%0a%0d%0a';
const INJECTING = [
  `/games/${BREAK}`,
  `/${BREAK}/`,
  `/games?title=${BREAK}`,
  `/search?q=${BREAK}`,
  `/login?next=/${BREAK}`,
  `/signin?next=/${BREAK}`,
  `/series?name=${BREAK}`,
  `/v1/games?title=${BREAK}`,
  `/v1/games/${BREAK}`,
  `/covers/${BREAK}.png`,
  `/media/${BREAK}`,
  `/games/1/${BREAK}//`,
  '/games?title=%E5%98%8A%E5%98%8Dx-injected:%20yes',
];

test('line breaks in a URL add no header to the answer', async () => {
  for (const path of INJECTING) {
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`;
    const [head = ''] = (await sendBytes(url, request)).split('\r\n\r\n', 1);
    assert.match(head, /^HTTP\/1\.1 \d+ /, path);
    assert.doesNotMatch(head, /^x-injected/im, path);
  }
});
