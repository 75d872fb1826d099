import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CorrectionLine } from '../../src/bundle/lines.ts';
import type { Store } from '../../src/store/store.ts';
import { edit, save } from '../support/samples/edits.ts';
import { copyOf, correct, gameOf, listGames, load, newStore } from '../support/samples/layers.ts';

const games = [
  { key: 'hop', title: 'Hop', description: 'A hop.' },
  { key: 'skip', title: 'Skip' },
];

const lineOf = async (store: Store, key: string) =>
  store.catalog.read(async (reader) => JSON.parse((await reader.findLayer(key))?.line ?? 'null') as CorrectionLine);

test('an edit survives the import of a file of corrections, and is reverted and restored on its own', async () => {
  const store = await newStore();
  await load(store, 'mame', games);
  await correct(store, { game: 1, title: 'From the file' });
  const first = await save(store, { action: 'correct', gameId: 1, change: { title: 'First' } }, { now: 500 });
  const second = await save(store, { action: 'correct', gameId: 1, change: { title: 'Second', description: null } });
  await correct(store);
  assert.deepEqual(
    [(await gameOf(store, 'mame:hop')).title, (await gameOf(store, 'mame:hop')).description],
    ['Second', null],
  );
  const before = { title: 'From the file' };
  assert.deepEqual((await lineOf(store, first)).made, { at: 500, by: 3, why: 'It is so.', before });
  assert.deepEqual((await lineOf(store, second)).made?.before, { title: 'First', description: 'A hop.' });
  await save(store, { action: 'revert', key: second });
  assert.deepEqual(
    [(await gameOf(store, 'mame:hop')).title, (await gameOf(store, 'mame:hop')).description],
    ['First', 'A hop.'],
  );
  assert.equal((await lineOf(store, second)).reverted?.by, 3);
  await save(store, { action: 'restore', key: second });
  assert.equal((await gameOf(store, 'mame:hop')).title, 'Second');
  const unknown = await edit(store, { action: 'revert', key: 'correction:0' });
  assert.equal(unknown.status, 'refused');
});

test('of two edits of one field the later one applies, even if the clock stands still', async () => {
  const store = await newStore();
  await load(store, 'mame', games);
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
    await edit(store, { action: 'correct', gameId: 1, change: { title } }, { now: 500 });
  assert.equal((await gameOf(store, 'mame:hop')).title, 'Five');
});

test('games that an operator calls different are never merged by an import', async () => {
  const other = { key: 'hop', title: 'Hopper', platforms: [{ platform: 'platform:snes', releases: [] }] };
  const same = { key: 'hop', title: 'Hop' };
  for (const isDifferent of [false, true]) {
    const store = await newStore();
    await load(store, 'mame', games);
    await load(store, 'starter', [other]);
    assert.equal((await listGames(store)).length, 3);
    if (isDifferent) await save(store, { action: 'different', gameIds: [1, 3] });
    await load(store, 'starter', [same]);
    assert.equal((await listGames(store)).length, isDifferent ? 3 : 2);
  }
});

test('a company or group that edits added is there while one of them is in effect, always with the same id', async () => {
  const store = await newStore();
  await load(store, 'mame', games);
  const { platforms } = await gameOf(store, 'mame:hop');
  const platform_id = platforms[0]?.platform_id as number;
  const companies = [{ company_name: 'New Soft', role: 'Published by' }];
  const releases = [{ release_date: '1991', countries: [], companies, description: null, product_codes: [] }];
  const change = { groups: ['New series'], platforms: [{ platform_id, releases }] };
  const add = (gameId: number) => save(store, { action: 'correct', gameId, change }, { allowNew: true });
  const listNew = () =>
    store.catalog.read(async (reader) =>
      [...(await reader.listEntries('company')), ...(await reader.listEntries('group'))]
        .filter(({ body }) => body.includes('"New S') || body.includes('"New s'))
        .map(({ id }) => id),
    );
  const first = await add(1);
  const ids = await listNew();
  assert.equal(ids.length, 2);
  const second = await add(2);
  await save(store, { action: 'revert', key: first });
  assert.deepEqual(await listNew(), ids, 'the other edit has them');
  await save(store, { action: 'revert', key: second });
  assert.deepEqual(await listNew(), []);
  await load(store, 'mame', games);
  await correct(store);
  assert.deepEqual(await listNew(), [], 'after imports');
  await save(store, { action: 'restore', key: first });
  assert.deepEqual(await listNew(), ids);
  assert.equal((await gameOf(store, 'mame:hop')).platforms[0]?.releases[0]?.companies[0]?.company_name, 'New Soft');
  await save(store, { action: 'revert', key: first });
  const copy = await copyOf(store);
  assert.equal((await listGames(copy)).length, 2);
  await add(1);
  assert.deepEqual(await listNew(), ids, 'added again');
  await load(store, 'own', [{ key: 'x' }], { companies: [{ key: 'company:new-soft', company_name: 'New Soft' }] });
  for (const key of await store.catalog.read((reader) => reader.listKeys('corrections')))
    await edit(store, { action: 'revert', key });
  assert.deepEqual(await listNew(), [ids[0]], 'a source has the company');
});

test('an edit that breaks a rule names the field, and changes nothing', async () => {
  const store = await newStore();
  await load(store, 'mame', games);
  const cases: [object, string, RegExp][] = [
    [{ title: '' }, 'title', /^This must/],
    [{ title: 'x'.repeat(1001) }, 'title', /1000/],
    [{ title: '<script>alert(1)</script>' }, 'title', /HTML/],
    [{ title: ' Hop' }, 'title', /^This begins or ends with whitespace/],
    [{ title: 'Ho\u0302p' }, 'title', /^This is not in Unicode normalization form/],
    [{ description: 'a\u0000b' }, 'description', /control character/],
    [{ official_url: 'javascript:alert(1)' }, 'official_url', /URL/],
    [{ official_url: 'https://' }, 'official_url', /URL/],
    [{ alternate_titles: [{ title: 'X', description: '' }] }, 'alternate_titles.0.description', /^This must/],
    [{ genres: [77_777] }, 'genres', /no genre/],
  ];
  for (const [change, path, message] of cases) {
    const outcome = await edit(store, { action: 'correct', gameId: 1, change });
    assert.ok(outcome.status === 'refused', JSON.stringify([change, outcome]));
    assert.equal(outcome.problems[0]?.path, path);
    assert.match(outcome.problems[0]?.message ?? '', message);
  }
  assert.deepEqual(await listGames(store), ['1 Hop', '2 Skip']);
});

test('an export has the edits without the accounts', async () => {
  const store = await newStore();
  await load(store, 'mame', games);
  const key = await save(store, { action: 'correct', gameId: 1, change: { title: 'Better' }, proposedBy: 4 });
  const copy = await copyOf(store);
  assert.equal((await gameOf(copy, 'mame:hop')).title, 'Better');
  const { by, proposed_by, ...made } = (await lineOf(store, key)).made ?? { at: 0 };
  assert.deepEqual([by, proposed_by], [3, 4]);
  assert.deepEqual((await lineOf(copy, key)).made, made);
  const [edited] = await store.catalog.listImports(1);
  assert.deepEqual(edited?.notes, ['Account 3 in the browser: correct game 1']);
});
