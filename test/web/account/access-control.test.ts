import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import { PAGES } from '../../../src/web/routes.ts';
import { addPerson, signIn, withStore } from '../../support/accounts.ts';
import { hiddenFields, openBrowser } from '../../support/browser.ts';
import { startServer } from '../../support/servers/server.ts';

const server = await startServer({ 'free-per-second': 'none' });
const ada = await addPerson(server, 'ada@example.org');
const eve = await addPerson(server, 'eve@example.org');

test("an account can neither see nor change another account's keys, usage or messages", async () => {
  const adas = await signIn(server, ada.email);
  await adas.submit('/profile/messages', { message: 'a secret of mine' });
  assert.equal((await fetch(`${server.url}/v1/games/2?format=id&api_key=${ada.key}`)).status, 200);
  const [key] = await withStore(server.config, (store) => store.accounts.listKeys(ada.accountId));

  const eves = await signIn(server, eve.email);
  const page = await eves.open('/profile');
  for (const secret of [ada.key, ada.email, 'a secret of mine', '1 request']) {
    assert.ok(!page.text.includes(secret), secret);
  }
  const token = hiddenFields(page, '/profile/keys');
  for (const path of ['/profile/keys/rotate', '/profile/keys/revoke']) {
    for (const id of [String(key?.keyId), '0', '-1', '1e3', '999999', "1' OR '1'='1", '']) {
      const answer = await eves.post(path, { ...token, key: id });
      assert.equal(answer.status, 404, `${path} ${id}`);
      assert.match(answer.text, /You have no such key/);
    }
  }
  assert.equal((await fetch(`${server.url}/v1/games/2?format=id&api_key=${ada.key}`)).status, 200);
});

const OPERATOR_PAGES = PAGES.filter(({ path }) => path.startsWith('/operator')).map((page) => {
  const id = page.path.includes('accounts') ? String(eve.accountId) : '2';
  return { ...page, path: page.path.replace('{id}', id).replace('{platform}', '22') };
});

test('operator pages and forms are not found for other accounts', async () => {
  const eves = await signIn(server, eve.email);
  const token = hiddenFields(await eves.open('/profile'), '/profile/keys');
  for (const { method, path, isEditor } of OPERATOR_PAGES) {
    const isForm = method === 'POST';
    const fields = { ...token, plan: 'unlimited', role: 'operator' };
    const seen = isForm ? await eves.post(path, fields) : await eves.open(path);
    // Of a large form not even the token is read.
    assert.equal(seen.status, isForm && isEditor ? 403 : 404, `${method} ${path}`);
    if (!isForm) assert.match((await openBrowser(server.url).open(path)).path, /^\/signin\?next=/, path);
  }
  const after = await withStore(server.config, (store) => store.accounts.findAccountById(eve.accountId));
  assert.deepEqual([after?.plan, after?.role], ['free', 'member']);
});

/** Removes what legitimately differs between visits. */
const without = (text: string) =>
  text.replaceAll(/name="form_token" value="[^"]*"/g, '').replaceAll(/(known|nobody)@/g, '');

// With a mail server, a sign-up does not reveal it either: see mail.test.ts.
test('sign-in does not reveal whether an address has an account', async () => {
  await addPerson(server, 'known@example.org');
  const answers: Record<string, unknown>[] = [];
  for (const email of ['known@example.org', 'nobody@example.org']) {
    const browser = openBrowser(server.url);
    const signedIn = await browser.send('/signin', '/signin', { email, password: 'not the password' });
    answers.push({
      signIn: [signedIn.status, without(signedIn.text)],
      cookies: [...browser.cookies.keys()],
    });
  }
  assert.deepEqual(answers[0], answers[1]);
});

test('signing in computes one password hash for known and unknown addresses (timing)', async (t) => {
  await addPerson(server, 'timed@example.org');
  // The hash dominates: tens of milliseconds, the rest takes two.
  const hash = t.mock.method(crypto, 'argon2');
  syncBuiltinESMExports();
  t.after(syncBuiltinESMExports);
  const costs = [];
  for (const email of ['timed@example.org', 'nobody2@example.org']) {
    const browser = openBrowser(server.url);
    await browser.send('/signin', '/signin', { email, password: 'not the password' });
    costs.push(
      hash.mock.calls.map(({ arguments: [algorithm, { memory, passes, parallelism }] }) => {
        return { algorithm, memory, passes, parallelism };
      }),
    );
    hash.mock.resetCalls();
  }
  assert.deepEqual(costs[0], costs[1]);
  assert.equal(costs[0]?.length, 1);
});
