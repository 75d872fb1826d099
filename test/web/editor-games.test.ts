import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, signIn } from '../support/accounts.ts';
import { hiddenFields, readable } from '../support/browser.ts';
import { GAME, PLATFORM } from '../support/catalog.ts';
import { startServer } from '../support/server.ts';
import { until as untilWithin } from '../support/until.ts';

const server = await startServer();
await addPerson(server, 'boss@example.org', 'operator');
const boss = await signIn(server, 'boss@example.org');
/** The server shows an edit when it has built the next snapshot. */
const until = (condition: () => Promise<boolean>) => untilWithin(condition, 30_000);
const editor = (id: number) => `/operator/games/${id}`;
const onPlatform = async (id: number, platform: number) =>
  (await server.get(`/v1/games/${id}/platforms/${platform}`)).body;

test('a platform is added, gets releases with a new company, moves, and is removed', async () => {
  const path = `${editor(GAME.chess)}/platforms`;
  await boss.open(editor(GAME.chess));
  const added = await boss.submit(path, { platform: String(PLATFORM.arcade) });
  assert.equal(added.path, `${path}/${PLATFORM.arcade}?done=edited`);
  const release = {
    r0_date: '1979-02',
    r0_countries: 'Japan, United States',
    r0_companies: 'Published by: Brand New Soft',
    r0_codes: 'Barcode: 0123',
    r0_notes: 'Cabinet',
  };
  const unknown = await boss.submit(`${path}/${PLATFORM.arcade}`, { ...release, r0_date: '1979-02-31' });
  assert.equal(unknown.status, 422);
  assert.match(unknown.text, /id="r0_companies-problem">There is no company called/);
  assert.match(unknown.text, /value="Japan, United States"/);
  const wrong = await boss.submit(`${path}/${PLATFORM.arcade}`, { ...release, r0_date: 'soon', allow_new: 'yes' });
  assert.match(wrong.text, /id="r0_date-problem">This must be YYYY, YYYY-MM or YYYY-MM-DD/);
  const saved = await boss.submit(`${path}/${PLATFORM.arcade}`, { ...release, allow_new: 'yes' });
  assert.equal(saved.path, `${path}/${PLATFORM.arcade}?done=edited`);
  await until(async () => (await onPlatform(GAME.chess, PLATFORM.arcade)).releases?.length === 1);
  const [shown] = (await onPlatform(GAME.chess, PLATFORM.arcade)).releases;
  assert.deepEqual(
    [shown.release_date, shown.countries, shown.companies[0].company_name, shown.product_codes[0].product_code],
    ['1979-02', ['Japan', 'United States'], 'Brand New Soft', '0123'],
  );
  const nothing = await boss.submit(`${path}/${PLATFORM.arcade}`, { ...release, allow_new: 'yes' });
  assert.match(readable(nothing.text), /You changed nothing/);
});

test('a platform of a source moves to another one; the last one cannot be removed', async () => {
  const { platforms } = (await server.get(`/v1/games/${GAME.accented}`)).body;
  const from = platforms[0].platform_id;
  const path = `${editor(GAME.accented)}/platforms/${from}`;
  await boss.open(path);
  const refused = await boss.submit(`${path}/move`, { move: 'remove' });
  assert.match(readable(refused.text), /A game needs a platform/);
  const moved = await boss.submit(`${path}/move`, { move: 'move', platform: String(PLATFORM.arcade) });
  assert.equal(moved.path, `${editor(GAME.accented)}?done=edited`);
  await until(async () => (await onPlatform(GAME.accented, PLATFORM.arcade)).game_id === GAME.accented);
  assert.equal((await boss.open(path)).status, 404);
});

test('two games are compared and merged field by field, and the merge is reverted', async () => {
  const [own, other] = [GAME.eszett, GAME.greek];
  const search = await boss.open(`${editor(own)}/merge?q=filler`);
  assert.match(search.text, new RegExp(`${editor(own)}/merge\\?with=\\d+`));
  const titles = await Promise.all([own, other].map(async (id) => (await server.get(`/v1/games/${id}`)).body.title));
  const page = await boss.open(`${editor(own)}/merge?with=${other}`);
  for (const title of titles) assert.ok(readable(page.text).includes(title));
  const stale = await boss.submit(`${editor(own)}/merge`, { other_version: 'old' });
  assert.equal(stale.status, 422);
  assert.match(readable(stale.text), /changed after you opened/);
  const merged = await boss.submit(`${editor(own)}/merge`, { use_title: 'other', why: 'Same game' });
  assert.equal(merged.path, `${editor(own)}?done=merged`);
  await until(async () => (await server.get(`/v1/games/${own}`)).body.title === titles[1]);
  const addresses = await Promise.all([own, other].map(async (id) => (await fetch(`${server.url}/games/${id}`)).url));
  assert.equal(addresses[0], addresses[1], 'the number of the other game leads to the merged one');
  await boss.open(editor(other));
  const reverted = await boss.submit(`${editor(own)}/revert`);
  assert.equal(reverted.path, `${editor(own)}?done=reverted`);
  await until(async () => (await server.get(`/v1/games/${own}`)).body.title === titles[0]);
  assert.equal((await server.get(`/v1/games/${other}`)).body.title, titles[1]);
});

test('a game of one source cannot be split', async () => {
  const page = await boss.open(`${editor(GAME.everything)}/split`);
  assert.match(readable(page.text), /there is nothing to split/);
  const token = hiddenFields(await boss.open(editor(GAME.everything)), editor(GAME.everything));
  const wrong = await boss.post(`${editor(GAME.everything)}/split`, { ...token, key: 'test:nobody' });
  assert.equal(wrong.status, 404);
});
