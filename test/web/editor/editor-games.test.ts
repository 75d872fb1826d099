import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, signIn, startWithOperator, withStore } from '../../support/accounts.ts';
import { hiddenFields, readable, type Shown } from '../../support/browser.ts';
import { writeBundle } from '../../support/samples/bundle.ts';
import { GAME, PLATFORM } from '../../support/samples/catalog.ts';
import { on } from '../../support/samples/layers.ts';
import { until } from '../../support/until.ts';

const { server, boss } = await startWithOperator();
await addPerson(server, 'chief@example.org', 'operator');
const editor = (id: number) => `/operator/games/${id}`;
const onPlatform = async (id: number, platform: number) =>
  (await server.get(`/v1/games/${id}/platforms/${platform}`)).body;

test('a platform is added, gets releases with a new company, moves, and is removed', async () => {
  const path = `${editor(GAME.chess)}/platforms`;
  const added = await boss.send(editor(GAME.chess), path, { platform: String(PLATFORM.arcade) });
  assert.equal(added.path, `${path}/${PLATFORM.arcade}`);
  assert.ok(!added.text.includes('Remove platform'), 'it is not there yet');
  const release = {
    r0_release_date: '1979-02',
    r0_countries: 'Japan, United States',
    r0_companies: 'Published by: Brand New Soft',
    r0_product_codes: 'Barcode: 0123',
    r0_description: 'Cabinet',
  };
  const unknown = await boss.submit(`${path}/${PLATFORM.arcade}`, { ...release, r0_release_date: '1979-02-31' });
  assert.equal(unknown.status, 422);
  assert.match(unknown.text, /id="r0_companies-problem">There is no company called/);
  assert.match(unknown.text, /value="Japan, United States"/);
  const wrong = await boss.submit(`${path}/${PLATFORM.arcade}`, {
    ...release,
    r0_release_date: 'soon',
    allow_new: 'yes',
  });
  assert.match(wrong.text, /id="r0_release_date-problem">This must be YYYY, YYYY-MM or YYYY-MM-DD/);
  const { r0_release_date: _date, ...cut } = { ...release, ...hiddenFields(wrong, `${path}/${PLATFORM.arcade}`) };
  assert.equal((await boss.post(`${path}/${PLATFORM.arcade}`, cut)).status, 400, 'a form of another version');
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

test('a platform moves to another one or is removed; the last one cannot be removed', async () => {
  const { platforms } = (await server.get(`/v1/games/${GAME.accented}`)).body;
  const from = platforms[0].platform_id;
  const path = `${editor(GAME.accented)}/platforms/${from}`;
  const refused = await boss.send(path, `${path}/move`, { move: 'remove' });
  assert.match(readable(refused.text), /A game needs a platform/);
  await boss.open(`${editor(GAME.everything)}/platforms/${PLATFORM.snes}`);
  const snes = `${editor(GAME.everything)}/platforms/${PLATFORM.snes}/move`;
  const removed = await boss.submit(snes, { move: 'remove', why: 'Never made' });
  assert.match(historyOf(removed), /Never made\s*Platforms\s*SNES removed/);
  const moved = await boss.send(path, `${path}/move`, { move: 'move', platform: String(PLATFORM.arcade) });
  assert.equal(moved.path, `${editor(GAME.accented)}?done=edited`);
  await until(async () => (await onPlatform(GAME.accented, PLATFORM.arcade)).game_id === GAME.accented);
  assert.equal((await server.get(`/v1/games/${GAME.accented}/platforms/${from}`)).status, 404);
});

test('two games are compared, merged, and that is reverted and restored in the history of either', async () => {
  const [own, other] = [GAME.eszett, GAME.greek];
  const search = await boss.open(`${editor(own)}/merge?q=filler`);
  assert.match(search.text, new RegExp(`${editor(own)}/merge\\?with=\\d+`));
  const titles = await Promise.all([own, other].map(async (id) => (await server.get(`/v1/games/${id}`)).body.title));
  const page = await boss.open(`${editor(own)}/merge?with=${other}`);
  for (const title of titles) assert.ok(readable(page.text).includes(title));
  const stale = await boss.submit(`${editor(own)}/merge`, { decision: 'merge', [`version_${other}`]: 'old' });
  assert.equal(stale.status, 409);
  assert.match(readable(stale.text), /changed after you opened/);
  const merged = await boss.submit(`${editor(own)}/merge`, { decision: 'merge', why: 'Same game' });
  assert.equal(merged.path, `${editor(own)}?done=merged`);
  const addressOf = async (id: number) => (await fetch(`${server.url}/games/${id}`)).url;
  await until(async () => (await addressOf(other)) === (await addressOf(own)));
  const reverted = await boss.send(editor(other), `${editor(own)}/revert`);
  assert.equal(reverted.path, `${editor(own)}?done=reverted`);
  await until(async () => (await addressOf(other)) !== (await addressOf(own)));
  for (const id of [own, other]) {
    const history = historyOf(await boss.open(editor(id)));
    assert.match(history, /Same game\s*Merged games\s*[^()]* \(4\)\s*[^()]* \(\d\)\s*Reverted by boss@example\.org/);
  }
  const fields = hiddenFields(await boss.open(editor(other)), `${editor(other)}/restore`);
  const restored = await boss.submit(`${editor(other)}/restore`);
  assert.equal(restored.path, `${editor(own)}?done=restored`, 'the game is the other one now');
  const unknown = await boss.post(`${editor(own)}/revert`, { ...fields, key: 'correction:edit-0' });
  assert.equal(unknown.status, 404);
});

test('of two operators who edit releases, the second gets 409, sees what is saved, and can save again', async () => {
  const path = `${editor(GAME.japanese)}/platforms/${PLATFORM.nes}`;
  const chief = await signIn(server, 'chief@example.org');
  await boss.open(path);
  await chief.open(path);
  const fields = {
    r0_release_date: '1986',
    r0_countries: 'Japan',
    r0_companies: 'Nintendo',
    r0_product_codes: '',
    r0_description: 'Of the boss',
  };
  assert.equal((await boss.submit(path, fields)).path, `${path}?done=edited`);
  const late = await chief.submit(path, { ...fields, r0_release_date: '1987', r0_description: 'Of the chief' });
  assert.equal(late.status, 409);
  assert.match(
    readable(late.text),
    /These releases are saved now[\s\S]*1986 · Japan · Published by: Nintendo · Of the boss/,
  );
  assert.match(late.text, /value="Of the chief"/);
  const again = await chief.submit(path, { ...fields, r0_release_date: '1987', r0_description: 'Of the chief' });
  assert.equal(again.path, `${path}?done=edited`);
  const history = historyOf(await boss.open(editor(GAME.japanese)));
  assert.match(history, /Releases\s*− NES: 1986 · [^+]*\+ NES: 1987 · Japan · Published by Nintendo · Of the chief/);
});

test('games are kept apart, which is in the histories of both', async () => {
  const [one, other] = [GAME.firstFiller, GAME.firstFiller + 1];
  const decided = await boss.send(`${editor(one)}/merge?with=${other}`, `${editor(one)}/merge`, {
    decision: 'different',
  });
  assert.equal(decided.path, `${editor(one)}?done=different`);
  for (const id of [one, other])
    assert.match(historyOf(await boss.open(editor(id))), /Different games\s*Filler 0 \(8\)\s*Filler 1 \(9\)/);
});

test('the number of a game that was merged twice leads to the last one', async () => {
  const [first, second, third] = [GAME.firstFiller + 2, GAME.firstFiller + 3, 9999];
  await boss.send(`${editor(first)}/merge?with=${second}`, `${editor(first)}/merge`, { decision: 'merge' });
  const matched = { gameId: third, targetId: second, cause: 'match' as const };
  await withStore(server.config, ({ catalog }) => catalog.write((writer) => writer.putAlias(matched)));
  for (const id of [second, third]) assert.equal((await boss.open(editor(id))).path, editor(first));
});

test('a game of two sources is split by form, one of a single source is not', async () => {
  const path = `${editor(GAME.chess)}/split`;
  assert.match(readable((await boss.open(path)).text), /there is nothing to split/);
  const platforms = [{ key: 'platform:nes', platform_name: 'NES' }];
  const line = { key: 'own:split', title: 'Chess for Three', platforms: [on('nes')], ids: { key: ['test:b'] } };
  await server.import(writeBundle({ platforms, games: [line] }, { source: 'own' }));
  const page = await boss.open(path);
  assert.match(readable(page.text), /own: own:split/);
  const wrong = await boss.post(path, { ...hiddenFields(page, path), key: 'test:nobody' });
  assert.equal(wrong.status, 404);
  const split = await boss.submit(path, { key: 'own:split', why: 'Another game' });
  const id = Number(/^\/operator\/games\/(\d+)\?done=split$/.exec(split.path)?.[1]);
  assert.notEqual(id, GAME.chess);
  assert.match(historyOf(split), /Another game\s*Split off\s*own:split/);
  await until(async () => (await server.get(`/v1/games/${id}`)).body.title === 'Chess for Three');
});

function historyOf({ text }: Shown): string {
  return readable(text.slice(text.indexOf('id="history"')));
}
