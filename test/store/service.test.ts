import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOwnKey, MAX_KEYS, rotateOwnKey } from '../../src/accounts/keys.ts';
import { openSecret } from '../../src/accounts/secret.ts';
import { startSession } from '../../src/accounts/sign-in.ts';
import type { NewAccount } from '../../src/store/accounts.ts';
import type { AttemptCounter } from '../../src/store/attempts.ts';
import { openStore } from '../../src/store/open.ts';
import type { Account, StoredKey } from '../../src/store/service-tables.ts';
import { keepRandomList } from '../../src/store/status.ts';
import type { Store, Usage } from '../../src/store/store.ts';
import { storedKey } from '../support/samples/rows.ts';
import { ENGINES, newPlace, testStores } from '../support/servers/engines.ts';

async function addAccount(store: Store, email: string, more: Partial<NewAccount> = {}): Promise<Account> {
  return (await store.accounts.addAccount({ email, plan: 'free', createdAt: 1, ...more })) as Account;
}

const addKey = async (store: Store, accountId: number, digest: string) =>
  (await store.accounts.addKey(storedKey(accountId, digest))) as StoredKey;

testStores('a rotation that began earlier does not restore a revoked key', async (store, config) => {
  const secret = await openSecret(config, store.accounts);
  const { accountId } = await addAccount(store, 'a@b');
  const key = await addKey(store, accountId, 'digest');
  await store.accounts.changeKey(key.keyId, { expiresAt: 5 });
  await rotateOwnKey({ store, secret, clock: () => 5 }, key);
  assert.equal((await store.accounts.findKey(key.keyId))?.expiresAt, 5);
});

testStores('values of a status are listed by kind until they are removed', async (store) => {
  await store.accounts.setValueOnce('importance', 'x');
  await store.status.put('import', { id: 'b', value: '1' });
  await store.status.put('import', { id: 'a', value: '2' });
  await store.status.put('import', { id: 'b', value: '3' });
  assert.deepEqual(await store.status.list('import'), [
    { id: 'a', value: '2' },
    { id: 'b', value: '3' },
  ]);
  await store.status.remove('import', 'a');
  assert.deepEqual(await store.status.list('import'), [{ id: 'b', value: '3' }]);
});

testStores('the first random list of a slot is kept', async (store) => {
  assert.deepEqual(await keepRandomList(store.status, 5, [3, 1, 2]), [3, 1, 2]);
  assert.deepEqual(await keepRandomList(store.status, 5, [9]), [3, 1, 2]);
  assert.deepEqual(await keepRandomList(store.status, 6, [9]), [9]);
  assert.equal((await store.status.list('random')).length, 1);
});

testStores('concurrent requests create one account per address', async (store) => {
  const twice = await Promise.all(
    [1, 2].map(() => store.accounts.addAccount({ email: 'a@b', plan: 'free', createdAt: 1 })),
  );
  assert.equal(twice.filter(Boolean).length, 1);
  const [one, two] = [await addAccount(store, 'one@b'), await addAccount(store, 'two@b')];
  assert.equal(await store.accounts.setEmail(one.accountId, 'two@b'), false);
  const taken = await Promise.all([one, two].map(({ accountId }) => store.accounts.setEmail(accountId, 'new@b')));
  assert.deepEqual(taken.toSorted(), [false, true]);
});

testStores('the id of a removed account is never given again', async (store) => {
  const first = await addAccount(store, 'first@example.org');
  const last = await addAccount(store, 'last@example.org');
  await store.accounts.removeAccount(last.accountId);
  const next = await addAccount(store, 'next@example.org');
  assert.ok(next.accountId > last.accountId, `${first.accountId}, ${last.accountId}, ${next.accountId}`);
});

testStores('accounts and keys are read as they were stored, and each change raises the revision', async (store) => {
  const { accountId } = await addAccount(store, 'Ä_%@b', { password: 'hash', role: 'operator', termsAt: 7 });
  const key = await addKey(store, accountId, 'digest');
  assert.deepEqual(await store.accounts.findKey(key.keyId), key);
  assert.deepEqual(await store.accounts.listKeys(accountId), [key]);
  assert.equal(await addKey(store, accountId, 'digest'), undefined);
  assert.equal((await store.readRevisions()).accounts, 0);
  await store.accounts.changeKey(key.keyId, { perHour: 5, expiresAt: 2 ** 45 });
  await store.accounts.changeAccount(accountId, { plan: 'commercial', suspendedAt: null });
  assert.equal((await store.readRevisions()).accounts, 2);
  assert.deepEqual(await store.accounts.findKeyByDigest(Buffer.from('digest')), {
    keyId: key.keyId,
    expiresAt: 2 ** 45,
    perHour: 5,
    perSecond: null,
    plan: 'commercial',
    firstKeyId: key.keyId,
    isSuspended: false,
  });
  assert.equal((await store.accounts.searchAccounts('_%@', 5)).length, 1);
  for (const text of ['x_', '__', 'Ä%b', '!'])
    assert.equal((await store.accounts.searchAccounts(text, 5)).length, 0, text);
  assert.deepEqual(await store.accounts.searchAccounts('\0', 5), []);
  assert.equal(await store.accounts.findAccount('Ä_%@b\0'), undefined);
  await store.accounts.changeAccount(accountId, { suspendedAt: 9 });
  assert.equal((await store.accounts.findKeyByDigest(Buffer.from('digest')))?.isSuspended, true);
  await store.accounts.removeAccount(accountId);
  assert.equal(await store.accounts.findKeyByDigest(Buffer.from('digest')), undefined);
  assert.deepEqual(await store.accounts.listAccounts(), []);
  assert.equal((await store.readRevisions()).accounts, 4);
});

testStores('of several values that are set once concurrently, all get the first', async (store) => {
  const values = await Promise.all(['a', 'b', 'c'].map((value) => store.accounts.setValueOnce('name', value)));
  assert.equal(new Set(values).size, 1);
});

testStores('an account has at most 50 sessions, the ones that were used last', async (store, config) => {
  const secret = await openSecret(config, store.accounts);
  const { accountId: many } = await addAccount(store, 'many@example.org');
  const { accountId: one } = await addAccount(store, 'one@example.org');
  const start = (accountId: number, now: number) =>
    startSession({ store, secret, config, clock: () => now }, accountId, '');
  await start(one, 1);
  for (let i = 1; i <= 53; i++) await start(many, i);
  const seen = (await store.sessions.list(many)).map(({ seenAt }) => seenAt);
  assert.deepEqual([seen.length, seen[0], seen.at(-1)], [50, 53, 4]);
  assert.equal((await store.sessions.list(one)).length, 1);
});

testStores('sessions and tokens are found by their digest until they expire', async (store) => {
  const { accountId } = await addAccount(store, 'a@b');
  const session = { accountId, seenAt: 2, agent: 'Firefox' };
  await store.sessions.add(Buffer.from('s'), session);
  const found = await store.sessions.find(Buffer.from('s'));
  assert.deepEqual(found, { ...session, sessionId: found?.sessionId });
  await store.sessions.renew(found?.sessionId as number, 5);
  await store.sessions.removeUnused(4);
  assert.equal((await store.sessions.list(accountId))[0]?.seenAt, 5);
  await store.sessions.removeUnused(5);
  assert.equal(await store.sessions.find(Buffer.from('s')), undefined);

  const token = { purpose: 'invite' as const, accountId: null, createdAt: 1, expiresAt: 9, content: '{"a":"ä"}' };
  await store.tokens.add(Buffer.from('t'), token);
  const { tokenId } = (await store.tokens.find(Buffer.from('t'))) ?? { tokenId: 0 };
  assert.deepEqual(await store.tokens.list('invite'), [{ ...token, tokenId }]);
  const used = await Promise.all([1, 2].map(() => store.tokens.remove(tokenId, 'invite')));
  assert.deepEqual(used.toSorted(), [false, true]);
});

testStores('attempts are counted and uncounted', async (store) => {
  const limit = { burst: 3, intervalMs: 1000 };
  const [attempt, other, unknown] = [[0, 200], [1], [2]].map((bytes) => ({ name: Buffer.from(bytes), limit })) as [
    AttemptCounter,
    AttemptCounter,
    AttemptCounter,
  ];
  const waits = [];
  for (let i = 0; i < 4; i++) waits.push(await store.attempts.count(attempt, 5000));
  assert.deepEqual(waits, [0, 0, 0, 1000]);
  assert.equal(await store.attempts.getWaitMs([other, unknown], 5000), 0);
  assert.equal(await store.attempts.getWaitMs([other, attempt], 5000), 1000);
  await store.attempts.uncount(attempt);
  assert.equal(await store.attempts.getWaitMs([other, attempt], 5000), 0);
  assert.equal(await store.attempts.count(attempt, 5000), 0);
  const many = await Promise.all(Array.from({ length: 9 }, () => store.attempts.count(other, 5000)));
  assert.equal(many.filter((wait) => wait === 0).length, 3);
  assert.equal(await store.attempts.removeExpired(8000), 0);
  assert.equal(await store.attempts.removeExpired(8001), 2);
  assert.equal(await store.attempts.count(attempt, 5000), 0);
});

testStores('messages are answered, and counted until then', async (store) => {
  const { accountId } = await addAccount(store, 'a@b');
  await store.messages.add({ accountId, sentAt: 3, text: 'Why?' });
  assert.equal(await store.messages.countUnanswered(), 1);
  const [message] = await store.messages.list(10);
  await store.messages.answer(message?.messageId as number, 'So.', 4);
  assert.equal(await store.messages.countUnanswered(), 0);
  const answered = { accountId, email: 'a@b', sentAt: 3, text: 'Why?', answeredAt: 4, answer: 'So.' };
  const [listed] = await store.messages.listByAccount(accountId);
  assert.deepEqual({ ...listed }, { ...answered, messageId: message?.messageId });
});

testStores('of several who decide a proposal at once one does', async (store) => {
  const { accountId } = await addAccount(store, 'a@b');
  const { proposals } = store;
  const picture = Buffer.from([0, 255, 13]);
  const own = { accountId, sentAt: 3, edit: '{"why":"ä"}', preview: '{}' };
  for (const one of [picture, null, null]) await proposals.add({ ...own, picture: one });
  const [first, second, third] = await proposals.listOpen(10);
  const ids = [first, second, third].map((one) => one?.proposalId as number) as [number, number, number];
  const open = { ...own, email: 'a@b', state: 'open', decidedAt: null, answer: null };
  assert.deepEqual({ ...(await proposals.find(ids[0])) }, { ...open, proposalId: ids[0] });
  assert.deepEqual(Buffer.from((await proposals.findPicture(ids[0])) ?? []), picture);
  assert.deepEqual([await proposals.countOpen(), await proposals.countPictures()], [3, 1]);

  const accepted = { state: 'accepted', answer: null, decidedAt: 4 } as const;
  const decided = await Promise.all([0, 1, 2].map(() => proposals.decide('proposal_id', ids[0], accepted)));
  assert.equal(decided.filter(Boolean).length, 1);
  assert.deepEqual([await proposals.countPictures(), await proposals.findPicture(ids[0])], [0, undefined]);

  assert.equal(
    await proposals.decide('account_id', accountId, { state: 'refused', answer: 'No.', decidedAt: 5 }),
    true,
  );
  assert.deepEqual(
    (await proposals.listByAccount(accountId, 10)).map(({ state, answer }) => [state, answer]),
    [
      ['refused', 'No.'],
      ['refused', 'No.'],
      ['accepted', null],
    ],
  );
  // It was refused while the accepted change was saved.
  assert.equal(await proposals.decide('proposal_id', ids[1], accepted), true);
  const { state, answer } = (await proposals.find(ids[1])) ?? {};
  assert.deepEqual([state, answer], ['accepted', null]);
  await store.accounts.removeAccount(accountId);
  assert.equal(await proposals.find(ids[0]), undefined);
});

testStores('concurrent usage counts add up', async (store) => {
  const counts = ['/games', '/genres'].flatMap((endpoint) =>
    [2, 1].flatMap((keyId) => [429, 200].map((status) => ({ keyId, hour: 48, endpoint, status, requests: 2 }))),
  );
  const others = [...counts.toReversed(), { keyId: 1, hour: 49, endpoint: '/games', status: 200, requests: 1 }];
  await Promise.all([store.usage.add(counts, 48), store.usage.add(others, 48), store.usage.add(counts, 48)]);
  assert.deepEqual(await store.usage.sum('key_id', 2), [
    { name: 1, requests: 25, errors: 12 },
    { name: 2, requests: 24, errors: 12 },
  ]);
  assert.deepEqual(await store.usage.sumHours(0, [1]), [
    { hour: 48, requests: 24, errors: 12 },
    { hour: 49, requests: 1, errors: 0 },
  ]);
  await store.usage.add([{ keyId: 3, hour: 99, endpoint: '/x', status: 200, requests: 1 }], 99);
  assert.deepEqual(await store.usage.sumHours(0, [1, 3]), [{ hour: 99, requests: 1, errors: 0 }]);
});

testStores('usage is kept by hour for two days and by day for 400', async (store) => {
  const count = (hour: number) => [{ keyId: 1, hour, endpoint: '/games', status: 200, requests: 1 }];
  const hours = async () => (await store.usage.sumHours(0, [1])).map(({ hour }) => hour);
  await store.usage.add(count(1000), 1000);
  await store.usage.add(count(1048), 1048);
  assert.deepEqual(await hours(), [1000, 1048]);
  await store.usage.add([], 1049);
  assert.deepEqual(await hours(), [1048]);
  const days = async () => (await store.usage.sum('day', 0)).map(({ name }) => name);
  await store.usage.add([], (41 + 400) * 24);
  assert.deepEqual(await days(), [41, 43]);
  await store.usage.add([], (42 + 400) * 24);
  assert.deepEqual(await days(), [43]);
});

for (const engine of ENGINES) {
  test(`${engine}: concurrent requests for keys of one account do not exceed the limit`, async () => {
    const config = await newPlace(engine);
    // A thread has one SQLite connection and would wait for itself.
    const count = engine === 'sqlite' ? 1 : 3;
    const stores = await Promise.all(Array.from({ length: count }, () => openStore(config)));
    const first = stores[0] as Store;
    const secret = await openSecret(config, first.accounts);
    const { accountId } = await addAccount(first, 'a@b');
    const add = (store: Store) => addOwnKey({ store, secret, clock: () => 5 }, accountId, 'mine');
    const added = await Promise.all(Array.from({ length: 12 }, (_, i) => add(stores[i % count] as Store)));
    assert.equal(added.filter(Boolean).length, MAX_KEYS);
    assert.equal((await first.accounts.listKeys(accountId)).length, MAX_KEYS);
    for (const store of stores) await store.close();
  });

  test(`${engine}: usage survives a restart`, async () => {
    const place = await newPlace(engine);
    const store = await openStore(place);
    const { accountId } = await addAccount(store, 'a@b');
    const { keyId } = await addKey(store, accountId, 'digest');
    await store.quota.update([keyId], () => ({ hour: 5, used: 17, nextRequestAt: 99.5 }));
    await store.close();
    const again = await openStore(place);
    let before: Usage | undefined;
    await again.quota.update([keyId], (_, usage) => {
      before = usage;
      return undefined;
    });
    for (const usage of [before, await again.quota.find(keyId)])
      assert.deepEqual(usage, { hour: 5, used: 17, nextRequestAt: 99.5 });
    await again.close();
  });

  test(`${engine}: no count of two concurrent processes is lost`, async () => {
    const place = await newPlace(engine);
    const stores = [await openStore(place), await openStore(place), await openStore(place)];
    const { accountId } = await addAccount(stores[0] as Store, 'a@b');
    const keys: number[] = [];
    for (const name of ['one', 'two', 'three']) keys.push((await addKey(stores[0] as Store, accountId, name)).keyId);
    const count = async (store: Store, list: readonly number[]) => {
      for (let i = 0; i < 50; i++)
        await store.quota.update(list, (_, usage) => ({ hour: 1, used: (usage?.used ?? 0) + 1, nextRequestAt: 0 }));
    };
    const orders = [keys, keys.toReversed(), keys];
    await Promise.all(stores.map((store, i) => count(store, orders[i] as number[])));
    for (const keyId of keys) assert.equal((await stores[0]?.quota.find(keyId))?.used, 150);
    for (const store of stores) await store.close();
  });
}
