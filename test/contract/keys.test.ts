import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKeyLimit } from '../../src/accounts/keys.ts';
import { addPerson, withStore } from '../support/accounts.ts';
import { startServer, type TestServer } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

const server = await startServer();
const path = '/v1/games/2?format=id';
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const refused = { code: 401, error: 'Authorization required' };

const ACCEPTED: [name: string, query: string, headers: Record<string, string>][] = [
  ['in the query', `&api_key=${server.key}`, {}],
  ['as a bearer token', '', { authorization: `Bearer ${server.key}` }],
  ['as a bearer token with a lower-case scheme', '', { authorization: `bearer ${server.key}` }],
  ['as the user name of HTTP Basic', '', { authorization: basic(`${server.key}:`) }],
  ['as the user name of HTTP Basic with any password', '', { authorization: basic(`${server.key}:x:y`) }],
  ['as X-API-Key', '', { 'x-api-key': server.key }],
  ['in two ways that agree', `&api_key=${server.key}`, { 'x-api-key': server.key }],
  ['twice in the query, the same', `&api_key=${server.key}&api_key=${server.key}`, {}],
  ['under an encoded name', `&api%5Fkey=${server.key}`, {}],
];

test('a key is accepted in each of these ways (contract gap 35)', async () => {
  for (const [name, query, headers] of ACCEPTED)
    assert.equal((await server.fetch(path + query, { headers })).status, 200, name);
});

const REFUSED: [name: string, query: string, headers: Record<string, string>][] = [
  ['none', '', {}],
  ['an empty one', '&api_key=', {}],
  ['an unknown key', '&api_key=ludex_00000000000000000000000000000000', {}],
  ['a key with one letter changed', `&api_key=${server.key.slice(0, -1)}-`, {}],
  ['a key in another case', `&api_key=${server.key.toUpperCase()}`, {}],
  ['a very long key', `&api_key=${'k'.repeat(3000)}`, {}],
  ['a key that cannot be decoded', '&api_key=%ff', {}],
  ['two different keys, one of them valid', `&api_key=${server.key}`, { 'x-api-key': 'another' }],
  ['two different keys in the query', `&api_key=${server.key}&api_key=another`, {}],
  ['a bearer token that is empty', '', { authorization: 'Bearer' }],
  ['another scheme', '', { authorization: `Digest ${server.key}` }],
  ['broken HTTP Basic', '', { authorization: 'Basic !!!' }],
  ['the key as password of HTTP Basic', '', { authorization: basic(`user:${server.key}`) }],
];

test('anything else is 401 (contract gap 35)', async () => {
  for (const [name, query, headers] of REFUSED) {
    const { status, body, headers: sent } = await server.fetch(path + query, { headers });
    assert.deepEqual([status, body.code, body.error], [401, refused.code, refused.error], name);
    assert.match(body.message, /API key is needed/);
    assert.match(sent.get('www-authenticate') ?? '', /^Bearer/);
  }
});

test('without a key, the message names the header of the samples and the parameter of the contract', async () => {
  const { body } = await server.fetch(path);
  const message = 'An API key is needed. Send it in the header X-API-Key, or as api_key in the query.';
  assert.deepEqual(body, { ...refused, message });
});

test('401 is reported before every other error (contract gap 16)', async () => {
  for (const asked of ['/v1/games?limit=abc', '/v1/games?title=%', '/v1/games/999999', '/v1/nothing']) {
    assert.equal((await server.fetch(asked)).status, 401, asked);
  }
});

test('an issued key has a prefix and 160 random bits of letters and digits (contract gap 36)', async () => {
  const keys = new Set<string>();
  for (let i = 0; i < 20; i++) keys.add(await server.addKey('free'));
  assert.equal(keys.size, 20);
  for (const key of keys) assert.match(key, /^ludex_[A-Za-z0-9]{32}$/);
});

test('a key with + / = works encoded, and not unencoded (contract gap 36)', async () => {
  const key = await server.addKey('unlimited', 'legacy+key/with=signs');
  assert.equal((await server.fetch(`${path}&api_key=${encodeURIComponent(key)}`)).status, 200);
  assert.equal((await server.fetch(`${path}&api_key=${key}`)).status, 401);
  assert.equal((await server.fetch(path, { headers: { 'x-api-key': key } })).status, 200);
});

const inPath = (key: string, rest = path) => `/k/${encodeURIComponent(key)}${rest}`;

test('a key is accepted at the beginning of the path, for programs that have a setting for the address only', async () => {
  const key = await server.addKey('unlimited', 'key+in/the&path;#?%');
  for (const sent of [server.key, key]) {
    const { status, body } = await server.fetch(inPath(sent));
    assert.deepEqual([status, body], [200, 2]);
  }
  assert.equal((await server.fetch(inPath(key), { method: 'HEAD' })).status, 200);
  assert.equal((await server.fetch(inPath(key, '/v1/openapi.json'))).status, 200);
  assert.equal((await server.fetch(inPath(key), { headers: { 'x-api-key': key } })).status, 200);
  const files = { files: [{ crc: '00000000' }] };
  const { body } = await server.fetch(inPath(key, '/v1/identify'), { method: 'POST', body: JSON.stringify(files) });
  assert.deepEqual(body, { matches: [null] });
});

test('a key in the path has the limits that it has elsewhere', async () => {
  const key = await server.addKey('free');
  assert.equal((await server.fetch(inPath(key))).headers.get('ratelimit-remaining'), '359');
  assert.equal((await server.fetch(path, { headers: { 'x-api-key': key } })).status, 429);
  assert.equal((await server.fetch(inPath(key))).status, 429);
});

test('a path with a wrong key, several keys or none is 401', async () => {
  const paths = [
    inPath('another'),
    inPath(`${server.key}x`),
    `/k/%ff${path}`,
    inPath(server.key, inPath('another')),
    '/k/',
  ];
  for (const asked of [...paths, `/k/${path}`, `${inPath('another')}&api_key=${server.key}`])
    assert.equal((await server.fetch(asked)).status, 401, asked);
});

test('a key in the path is in no link, no error and no other header', async () => {
  const asked = [
    '/v1/games?limit=1',
    '/v1/games/999',
    '/v1/nothing',
    '/nothing',
    '',
    '/v1/games?limit=x',
    '/v1/games?some=1',
  ];
  for (const rest of asked) {
    const { headers, text } = await server.fetch(inPath(server.key, rest));
    assert.ok(!`${text}${JSON.stringify([...headers])}`.includes(server.key), rest);
  }
  const { text } = await server.get(`/v1${inPath('misplaced', '')}`);
  assert.ok(!text.includes('misplaced'), text);
});

/** An account with a key, and a way to change it. */
async function addAccount(to: TestServer = server) {
  const { accountId, key } = await addPerson(to, `${crypto.randomUUID()}@example.org`);
  const changeAccount = (change: { suspendedAt: number | null }) =>
    withStore(to.config, ({ accounts }) => accounts.changeAccount(accountId, change));
  const changeKey = (change: { expiresAt?: number; perSecond?: number | null }) =>
    withStore(to.config, async ({ accounts }) => {
      const [stored] = await accounts.listKeys(accountId);
      await accounts.changeKey(stored?.keyId as number, change);
    });
  const expireKey = (expiresAt: number) => changeKey({ expiresAt });
  const remove = () => withStore(to.config, ({ accounts }) => accounts.removeAccount(accountId));
  return { key, changeAccount, changeKey, expireKey, remove };
}

const ask = (key: string) => server.fetch(`${path}&api_key=${key}`);

test('a revoked key, and the keys of a removed account, stop working within two seconds', async () => {
  const people = [await addAccount(), await addAccount()] as const;
  const statuses = async () => Promise.all(people.map(async ({ key }) => (await ask(key)).status));
  assert.deepEqual(await statuses(), [200, 200]);
  await people[0].expireKey(server.now);
  await people[1].remove();
  await until(async () => (await statuses()).join() === '401,401', 2000);
});

test('a 401 tells the holder of a key that it was revoked, that its account is suspended, or that its limit is 0', async () => {
  const [revoked, suspended, limited] = [await addAccount(), await addAccount(), await addAccount()];
  await revoked.expireKey(server.now);
  await suspended.changeAccount({ suspendedAt: server.now });
  await limited.changeKey({ perSecond: parseKeyLimit('0') ?? null });
  const cases: [key: string, message: string][] = [
    [revoked.key, `This key was revoked or replaced: your current keys are at ${server.url}/profile.`],
    [limited.key, 'The limit of this key is 0, so it may send no requests: please contact the operator of this site.'],
    [suspended.key, 'The account of this key is suspended: please contact the operator of this site.'],
    [`${suspended.key.slice(0, -1)}-`, 'This key does not exist: check it, and that it is URL-encoded.'],
  ];
  for (const [key, message] of cases) {
    const { status, headers, body } = await ask(key);
    assert.equal(status, 401);
    assert.match(headers.get('www-authenticate') ?? '', /^Bearer/);
    assert.deepEqual(body, { ...refused, message: `A valid API key is needed. ${message}` });
  }
  await suspended.changeAccount({ suspendedAt: null });
  await until(async () => (await ask(suspended.key)).status === 200, 2000);
});

test('the 401 of a suspended account names the contact of the operator, if set; so does that of a plan without calls', async () => {
  const other = await startServer({ contact: 'operator@example.org', 'commercial-per-hour': '0' });
  const { key, changeAccount } = await addAccount(other);
  await changeAccount({ suspendedAt: other.now });
  const { body } = await other.fetch(`${path}&api_key=${key}`);
  assert.match(body.message, / is suspended: please contact operator@example\.org\.$/);
  const none = await other.fetch(`${path}&api_key=${await other.addKey('commercial')}`);
  assert.match(none.body.message, /limit of this key is 0, so it may send no requests: please contact operator@/);
});

test('a key with an expiry works until then', async () => {
  const { key, expireKey } = await addAccount();
  await expireKey(server.now + 1000);
  assert.equal((await ask(key)).status, 200);
  server.now += 1000;
  assert.equal((await ask(key)).status, 401);
});

test('the database contains no key in plain text', async () => {
  const [key] = await withStore(server.config, async ({ accounts }) =>
    accounts.listKeys((await accounts.listAccounts())[0]?.accountId ?? 0),
  );
  assert.ok(key && !key.encrypted.includes(server.key) && !key.digest.includes(server.key));
});
