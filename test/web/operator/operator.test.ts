import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, PASSWORD, signIn, startWithOperator, withStore } from '../../support/accounts.ts';
import { openBrowser, readable } from '../../support/browser.ts';
import { until } from '../../support/until.ts';

const { server, boss } = await startWithOperator({
  'sign-up': 'invite',
  'free-per-second': 'none',
  'commercial-per-second': 'none',
});
const ada = await addPerson(server, 'ada@example.org');
const account = `/operator/accounts/${ada.accountId}`;
const ask = (key: string, path = '/games/2?format=id') => fetch(`${server.url}/v1${path}&api_key=${key}`);

test('the overview shows the size of the catalog and the last import, and all pages work', async () => {
  const page = await boss.open('/operator');
  assert.match(readable(page.text), /games137/);
  assert.match(readable(page.text), /last importtest, \d+ minutes? ago/);
  assert.match(readable(page.text), /version\d+\.\d+\.\d+[\s\S]*running for[\s\S]*memory[\d,]+ MB[\s\S]*GB free of/);
  for (const path of ['/operator/imports', '/operator/usage', '/operator/messages', '/operator/invites']) {
    assert.equal((await boss.open(path)).status, 200, path);
  }
  assert.match(readable((await boss.open('/operator/imports')).text), /import\s*test/);
});

test('the overview shows requests by route and the busiest keys', async () => {
  const eve = await addPerson(server, 'eve@example.org');
  await ask(eve.key, '/games?title=mario');
  await ask(eve.key, '/games?title=mario');
  await ask(eve.key, '/games?platform=wrong');
  const { text } = await boss.open('/operator');
  assert.ok(!text.includes(eve.key), 'no key');
  const page = readable(text);
  assert.match(page, /\/v1\/games310(≤ [\d.,]+ ms|over 5 s){2}/);
  assert.match(page, /Busiest keys[\s\S]*first key \(\d+\)eve@example\.org31/);
  const later = server.now;
  server.now += 25 * 3600 * 1000;
  assert.doesNotMatch(readable((await boss.open('/operator')).text), /first key/);
  server.now = later;
});

test('the header links to the operator pages for operators only', async () => {
  const operatorLink = /<header[\s\S]*href="\/operator"[\s\S]*<\/header>/;
  assert.match((await boss.open('/')).text, operatorLink);
  assert.doesNotMatch((await (await signIn(server, ada.email)).open('/')).text, operatorLink);
});

test('names of Object.prototype in URL parameters are ignored', async () => {
  const paths = ['/profile?done=', '/profile/settings?done=', '/operator?done=', '/operator/usage?since='];
  for (const word of ['constructor', '__proto__', 'toString']) {
    for (const path of paths) assert.equal((await boss.open(path + word)).status, 200, path + word);
    assert.equal((await openBrowser(server.url).open(`/signin?done=${word}`)).status, 200, word);
    assert.equal((await boss.open(`/static/${word}`)).status, 404, word);
  }
});

test('accounts are found by a part of their email address; LIKE wildcards are escaped', async () => {
  assert.match((await boss.open('/operator/accounts?q=ADA')).text, /ada@example\.org/);
  const none = await boss.open('/operator/accounts?q=%25');
  assert.doesNotMatch(none.text, /ada@example\.org/);
  const hostile = await boss.open('/operator/accounts?q=%22%3E%3Cscript%3E');
  assert.ok(!hostile.text.includes('"><script>'));
  for (const id of ['0', 'x', '99999', '-1', '1e3']) {
    assert.equal((await boss.open(`/operator/accounts/${id}`)).status, 404, id);
  }
});

test('the plan and the limits of a key can be changed; invalid limits get an error at the field', async () => {
  const page = await boss.open(account);
  assert.match(page.text, /<a href="\/operator\/accounts" aria-current="true">Accounts/, 'the parent tab is current');
  const saved = await boss.submit(account, { plan: 'commercial', role: 'member' });
  assert.equal(saved.path, `${account}?done=saved`);
  await until(async () => (await ask(ada.key)).headers.get('ratelimit-limit') === '36000', 3000);

  const wrong = await boss.submit(`${account}/limits`, { per_hour: 'many', per_second: 'none' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /value="many"/);
  assert.match(wrong.text, /Enter a whole number/);
  await boss.submit(`${account}/limits`, { per_hour: '7777', per_second: 'none' });
  await until(async () => (await ask(ada.key)).headers.get('ratelimit-limit') === '7777', 3000);
  assert.equal((await boss.submit(account, { plan: 'gold', role: 'member' })).status, 422);
});

test('usage is shown by key and by endpoint, and errors by status', async () => {
  await ask(ada.key, '/games/999999?x=1');
  await ask('ludex_unknown');
  const page = readable((await boss.open('/operator/usage?since=today')).text);
  assert.match(page, /first key \(\d+\)ada@example\.org\d+1/);
  assert.match(page, /\/games\/\{game_id\}\d+2/);
  assert.match(page, /401Unauthorized1/);
  assert.match(page, /404Not Found1/);
  assert.match(readable((await boss.open(account)).text), /This month \d+ requests/);
});

test('a suspended account can neither sign in nor use its keys until it is resumed', async () => {
  const adas = await signIn(server, ada.email);
  assert.match(
    (await boss.open(account)).text,
    /<details><summary>Suspend account<\/summary><p>Its keys and its password stop working[\s\S]*?<button>Suspend ada@/,
  );
  await boss.submit(`${account}/suspend`);
  await until(async () => (await ask(ada.key)).status === 401, 3000);
  assert.match((await adas.open('/profile')).path, /^\/signin/);
  const refused = await adas.submit('/signin', { email: ada.email, password: PASSWORD });
  assert.match(refused.text, /This account is suspended/);
  const wrong = await adas.submit('/signin', { email: ada.email, password: 'wrong password' });
  assert.doesNotMatch(wrong.text, /suspended/);
  await boss.submit(`${account}/resume`);
  await until(async () => (await ask(ada.key)).status === 200, 3000);
  await signIn(server, ada.email);
});

test('a key with the limit 0 is refused, and a key is revoked beside its usage', async () => {
  const none = await boss.send(account, `${account}/limits`, { per_hour: '0', per_second: 'none' });
  assert.match(none.text, /name="per_hour"[^>]* value="0"/);
  await until(async () => (await ask(ada.key)).status === 401, 3000);
  assert.match((await (await signIn(server, ada.email)).open('/profile')).text, /it may send no requests/);
  await boss.submit(`${account}/limits`, { per_hour: 'plan', per_second: 'plan' });
  await until(async () => (await ask(ada.key)).status === 200, 3000);

  const max = await addPerson(server, 'max@example.org');
  await ask(max.key);
  const revoked = await boss.send('/operator', `/operator/accounts/${max.accountId}/revoke`);
  assert.match(readable(revoked.text), /Key revoked[\s\S]*, no longer works/);
  await until(async () => (await ask(max.key)).status === 401, 3000);
});

test('an operator signs an account out everywhere; its own browser stays signed in', async () => {
  const adas = await signIn(server, ada.email);
  assert.equal((await boss.send(account, `${account}/sign-out`)).path, `${account}?done=signed-out`);
  assert.match((await adas.open('/profile')).path, /^\/signin/);
  assert.equal((await ask(ada.key)).status, 200, 'keys keep working');
  const own = await withStore(server.config, (store) => store.accounts.findAccount('boss@example.org'));
  const other = await signIn(server, 'boss@example.org');
  const path = `/operator/accounts/${own?.accountId}`;
  assert.equal((await boss.send(path, `${path}/sign-out`)).path, `${path}?done=signed-out`);
  assert.match((await other.open('/profile')).path, /^\/signin/);
});

test('the imports have their notes', async () => {
  await withStore(server.config, ({ catalog }) =>
    catalog.write((writer) =>
      writer.addImport({
        action: 'import',
        source: 'noted',
        version: '1',
        added: 1,
        changed: 0,
        unchanged: 0,
        removed: 0,
        merged: 0,
        notes: ['Note <1>', 'game 2 Hop: title was Hop, is Jump'],
        startedAt: 1,
        finishedAt: 2,
      }),
    ),
  );
  const page = readable((await boss.open('/operator/imports')).text);
  assert.match(page, /Report/);
  assert.match(page, /2 notes/);
  const path =
    /<a href="(\/operator\/imports\/\d+)">2 notes/.exec((await boss.open('/operator/imports')).text)?.[1] ?? '';
  const { text } = await boss.open(path);
  assert.match(readable(text), /Import of noted[\s\S]*Note <1>[\s\S]*game 2 Hop: title was Hop, is Jump/);
  assert.match(text, /game <a href="\/operator\/games\/2">2<\/a> Hop/);
  assert.equal((await boss.open('/operator/imports/999')).status, 404);
});

test('operators cannot suspend or demote themselves', async () => {
  const own = await withStore(server.config, (store) => store.accounts.findAccount('boss@example.org'));
  const path = `/operator/accounts/${own?.accountId}`;
  assert.equal((await boss.send(path, `${path}/suspend`)).status, 422);
  assert.equal((await boss.submit(path, { plan: 'free', role: 'member' })).status, 422);
});

test('an operator answers a message, and the profile shows the answer', async () => {
  const adas = await signIn(server, ada.email);
  await adas.submit('/profile/messages', { message: 'May we sell <it>?' });
  const page = await boss.open('/operator/messages');
  assert.ok(!page.text.includes('<it>') && readable(page.text).includes('May we sell <it>?'));
  const action = /action="(\/operator\/messages\/\d+)"/.exec(page.text)?.[1] ?? '';
  const empty = await boss.submit(action, { answer: ' ' });
  assert.equal(empty.status, 422);
  await boss.submit(action, { answer: 'Yes & gladly.' });
  assert.match(readable((await adas.open('/profile')).text), /Yes & gladly\./);
});

test('unanswered messages are listed before answered ones', async () => {
  await withStore(server.config, async ({ messages }) => {
    const add = (text: string) => messages.add({ accountId: ada.accountId, sentAt: server.now, text });
    await add('I still wait');
    const [waiting] = await messages.listByAccount(ada.accountId);
    for (let i = 0; i < 101; i++) await add(`number ${i}`);
    for (const { messageId } of await messages.listByAccount(ada.accountId)) {
      if (messageId !== waiting?.messageId) await messages.answer(messageId, 'yes', server.now);
    }
  });
  assert.match(readable((await boss.open('/operator/messages')).text), /I still wait/);
});

test('an operator creates a password reset link', async () => {
  const page = await boss.send(account, `${account}/reset`);
  const link = /(\/reset\?token=ludex_\w{32})/.exec(readable(page.text))?.[1] ?? '';
  const browser = openBrowser(server.url);
  await browser.send(link, '/reset/password', { password: 'handed over in person' });
  await signIn(server, ada.email, 'handed over in person');
});

test('an invitation works once and sets the plan', async () => {
  const stranger = openBrowser(server.url);
  assert.equal((await stranger.open('/signup')).status, 403);
  const made = await boss.send('/operator/invites', '/operator/invites', { note: 'for Fred', plan: 'commercial' });
  const link = /(\/invite\/ludex_\w+)/.exec(made.text)?.[1] ?? '';
  assert.match(made.text, /copy\.js[\s\S]*data-copy="link"/, 'has a copy button');
  assert.match((await boss.open('/operator/invites')).text, /for Fred/);

  const page = await stranger.open(link);
  const wrong = await stranger.submit('/signup', { email: 'fred', password: 'x', terms: 'yes' });
  assert.equal(wrong.status, 422);
  for (const { text } of [page, wrong]) {
    assert.match(readable(text), /Your invitation is for the commercial plan\./);
    assert.match(readable(text), /I accept the terms/);
    assert.doesNotMatch(text, /profit/);
  }
  const profile = await stranger.submit('/signup', { email: 'fred@example.org', password: PASSWORD, terms: 'yes' });
  assert.equal(profile.path, '/profile?done=welcome');
  assert.match(readable(profile.text), /on the commercial plan/);
  assert.equal((await openBrowser(server.url).open(link)).status, 410);
  assert.doesNotMatch((await boss.open('/operator/invites')).text, /for Fred/);
});

test('an invitation can be removed', async () => {
  const made = await boss.send('/operator/invites', '/operator/invites', { note: 'for nobody', plan: 'free' });
  const link = /(\/invite\/ludex_\w+)/.exec(made.text)?.[1] ?? '';
  assert.match(
    readable((await openBrowser(server.url).open(link)).text),
    /My use is non-commercial, and I accept the terms/,
  );
  const page = await boss.open('/operator/invites');
  await boss.submit(/action="(\/operator\/invites\/\d+\/remove)"/.exec(page.text)?.[1] ?? '');
  assert.equal((await openBrowser(server.url).open(link)).status, 410);
});
