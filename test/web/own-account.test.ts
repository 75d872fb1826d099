import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterPath, listPath, readListQuery } from '../../src/web/catalog/list-query.ts';
import { addPerson, PASSWORD, signIn, withStore } from '../support/accounts.ts';
import { startServer } from '../support/server.ts';

const server = await startServer();

test('signing out everywhere else keeps the current session', async () => {
  const { email } = await addPerson(server, 'ada@example.org');
  const [here, elsewhere] = [await signIn(server, email), await signIn(server, email)];
  await here.open('/profile/settings');
  const page = await here.submit('/profile/sessions/end', {});
  assert.equal(page.path, '/profile/settings?done=sessions');
  assert.equal((await here.open('/profile')).path, '/profile');
  assert.match((await elsewhere.open('/profile')).path, /^\/signin/);
});

test('deleting an account needs its password', async () => {
  const { accountId, email } = await addPerson(server, 'bob@example.org');
  const find = () => withStore(server.config, (store) => store.accounts.findAccountById(accountId));
  const browser = await signIn(server, email);
  for (const given of [
    { sure: 'yes', delete_password: '' },
    { sure: 'yes', delete_password: 'another password' },
    { delete_password: PASSWORD },
  ]) {
    await browser.open('/profile/settings');
    assert.equal((await browser.submit('/profile/delete', given)).status, 422);
    assert.equal((await find())?.email, email);
  }
  await browser.open('/profile/settings');
  const gone = await browser.submit('/profile/delete', { sure: 'yes', delete_password: PASSWORD });
  assert.equal(gone.path, '/signin?done=deleted');
  assert.equal(await find(), undefined);
});

test('the remaining requests reset with the hour', async () => {
  const { email, key } = await addPerson(server, 'una@example.org');
  const browser = await signIn(server, email);
  const remaining = async () => /Remaining this hour<\/dt><dd>(\d+)/.exec((await browser.open('/profile')).text)?.[1];
  assert.equal(await remaining(), '360');
  assert.equal((await server.fetch(`/v1/games/1?api_key=${key}`)).status, 200);
  assert.equal(await remaining(), '359');
  server.now += 3_600_000;
  assert.equal(await remaining(), '360');
});

test('a sixth unanswered message is rejected', async () => {
  const { accountId, email } = await addPerson(server, 'eve@example.org');
  const browser = await signIn(server, email);
  for (let i = 0; i < 5; i++) {
    await browser.open('/profile');
    assert.equal(
      (await browser.submit('/profile/messages', { message: `Message ${i}` })).path,
      '/profile?done=message',
    );
  }
  const refused = await browser.submit('/profile/messages', { message: 'One more' });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /You have 5 unanswered messages/);
  assert.match(refused.text, />\s*One more<\/textarea>/, 'the field keeps the text');
  const messages = await withStore(server.config, (store) => store.messages.listByAccount(accountId));
  assert.equal(messages.length, 5);
});

test('an operator can only change keys that belong to the account in the URL', async () => {
  const [one, other] = [await addPerson(server, 'one@example.org'), await addPerson(server, 'two@example.org')];
  await addPerson(server, 'boss@example.org', 'operator');
  const boss = await signIn(server, 'boss@example.org');
  const keyOf = ({ accountId }: { accountId: number }) =>
    withStore(server.config, async (store) => (await store.accounts.listKeys(accountId))[0]);
  const path = `/operator/accounts/${one.accountId}`;
  const limit = async (keyId: number | undefined) => {
    await boss.open(path);
    return boss.submit(`${path}/limits`, { key: String(keyId), per_hour: '7', per_second: 'none' });
  };
  assert.equal((await limit((await keyOf(other))?.keyId)).status, 404);
  assert.equal((await keyOf(other))?.perHour, null);
  assert.equal((await limit((await keyOf(one))?.keyId)).path, `${path}?done=saved`);
  assert.equal((await keyOf(one))?.perHour, 7);
});

const PATHS: [query: string, path: string][] = [
  ['', '/games'],
  ['page=1', '/games'],
  ['page=2', '/games?page=2'],
  ['page=0', '/games'],
  ['page=1000001', '/games'],
  ['decade=1990&decade=1985', '/games?decade=1990'],
  ['genre=3&genre=1&genre=3&match=any', '/games?genre=1&genre=3&match=any'],
  ['genre=3&match=any', '/games?genre=3'],
  ['sort=best', '/games'],
  ['title=hop&sort=best', '/games?title=hop'],
  ['title=hop&sort=title', '/games?title=hop&sort=title'],
];
for (const [query, path] of PATHS) {
  test(`the canonical path of ?${query} is ${path}`, () =>
    assert.equal(listPath(readListQuery(new URLSearchParams(query))), path));
}

test('a path with one filter has one parameter', () => {
  assert.equal(filterPath({ platform: [7] }), '/games?platform=7');
});
