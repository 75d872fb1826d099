import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_KEYS } from '../../../src/accounts/keys.ts';
import { filterPath, listPath, readListQuery } from '../../../src/web/catalog/lists/list-query.ts';
import { addPerson, addSignedIn, PASSWORD, signIn, withStore } from '../../support/accounts.ts';
import { startServer } from '../../support/servers/server.ts';

const server = await startServer();

test('signing out everywhere else keeps the current session', async () => {
  const { email } = await addPerson(server, 'ada@example.org');
  const [here, elsewhere] = [await signIn(server, email), await signIn(server, email)];
  const page = await here.send('/profile/settings', '/profile/sessions/end', {});
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
    assert.equal((await browser.send('/profile/settings', '/profile/delete', given)).status, 422);
    assert.equal((await find())?.email, email);
  }
  const gone = await browser.send('/profile/settings', '/profile/delete', { sure: 'yes', delete_password: PASSWORD });
  assert.equal(gone.path, '/signin?done=deleted');
  assert.equal(await find(), undefined);
});

test('the remaining requests reset with the hour', async () => {
  const { browser, key } = await addSignedIn(server, 'una@example.org');
  const remaining = async () => /Remaining this hour<\/dt><dd>(\d+)/.exec((await browser.open('/profile')).text)?.[1];
  assert.equal(await remaining(), '360');
  assert.equal((await server.fetch(`/v1/games/1?api_key=${key}`)).status, 200);
  assert.equal(await remaining(), '359');
  server.now += 3_600_000;
  assert.equal(await remaining(), '360');
});

/** The HTML of each key on the profile page, newest first. */
const keyItems = (text: string) => Array.from(text.matchAll(/<li class="key">[\s\S]*?<\/li>/g), ([item]) => item);
const keyIdIn = (text: string) => /name="key" value="(\d+)"/.exec(text)?.[1] ?? '';

test('a rotation over the limit is refused at its key, with what to do', async () => {
  const { browser } = await addSignedIn(server, 'rota@example.org');
  let page = await browser.open('/profile');
  for (let keys = 1; keys < 2 * MAX_KEYS; keys++) {
    page = await browser.submit('/profile/keys/rotate', { key: keyIdIn(page.text) });
    assert.match(page.path, /^\/profile\?done=key-rotated&key=(\d+)#key-\1$/);
  }
  const refused = await browser.submit('/profile/keys/rotate', { key: keyIdIn(page.text) });
  assert.equal(refused.status, 422);
  const [newest = '', ...others] = keyItems(refused.text);
  assert.match(
    newest,
    /role="alert">Too many of your rotated keys still work\. Revoke one and try again in an hour\.</,
  );
  assert.ok(others.every((item) => !item.includes('role="alert"')));
  assert.match(refused.text, /<details><summary>Create a key</);
});

test('a key is rotated once, also by two requests at a time', async () => {
  const { browser } = await addSignedIn(server, 'otto@example.org');
  const key = keyIdIn((await browser.open('/profile')).text);
  const rotate = () => browser.submit('/profile/keys/rotate', { key });
  const pages = [...(await Promise.all([rotate(), rotate()])), await rotate()];
  assert.deepEqual(pages.map(({ status }) => status).toSorted(), [200, 422, 422]);
  assert.match(pages.at(-1)?.text ?? '', /role="alert">This key was rotated or revoked before\./);
  assert.equal(keyItems((await browser.open('/profile')).text).length, 2);
});

test('a revoked key is listed as an old key, and rotating it is refused there', async () => {
  const { email } = await addPerson(server, 'rene@example.org');
  const [browser, other] = [await signIn(server, email), await signIn(server, email)];
  await other.open('/profile');
  const key = keyIdIn((await browser.open('/profile')).text);
  const revoked = await browser.submit('/profile/keys/revoke', { key });
  assert.match(revoked.text, /Key revoked\. It stops working within a second\./);
  assert.match(revoked.text, /<details><summary>Old keys<\/summary>[\s\S]*Stopped working/);
  const refused = await other.submit('/profile/keys/rotate', { key });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /<details open><summary>Old keys</);
  assert.match(
    keyItems(refused.text)[0] ?? '',
    /This key was rotated or revoked before\. Rotate the newest key, or create another one\./,
  );
});

test('a sixth unanswered message is rejected', async () => {
  const { accountId, browser } = await addSignedIn(server, 'eve@example.org');
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
    return boss.send(path, `${path}/limits`, { key: String(keyId), per_hour: '7', per_second: 'none' });
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
