import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idOf, listGames, listMoved, load, newStore, on, release } from '../support/layers.ts';

const SHA1 = { a: 'a'.repeat(40), b: 'b'.repeat(40), c: 'c'.repeat(40) };
const members = (...keys: string[]) => keys.map((key) => `mame:${key}`);

test('a game keeps its id when its parent is renamed, because its members keep it', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'old', title: 'Hop', members: members('old', 'clone') }]);
  const report = await load(store, 'mame', [{ key: 'new', title: 'Hop', members: members('new', 'clone') }]);
  assert.deepEqual(await listGames(store), ['1 Hop']);
  // Its name in MAME is one of its external ids.
  assert.deepEqual([report.added, report.removed, report.changed], [0, 0, 1]);
});

test('a game with new keys and a new title is recognized by a file hash', async () => {
  const store = await newStore();
  await load(store, 'mame', [
    { key: 'segacd/hop', title: 'Hop', ids: { sha1: [SHA1.a] } },
    { key: 'segacd/skip', title: 'Skip', ids: { sha1: [SHA1.b] } },
  ]);
  const report = await load(store, 'mame', [
    { key: 'megacd/bounce', title: 'Bounce', ids: { sha1: [SHA1.a, SHA1.c] } },
    { key: 'segacd/skip', title: 'Skip', ids: { sha1: [SHA1.b] } },
  ]);
  assert.deepEqual(await listGames(store), ['1 Bounce', '2 Skip']);
  assert.deepEqual([report.added, report.changed, report.removed], [0, 1, 0]);
});

test('a file that two games share does not move an existing game', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'a', ids: { sha1: [SHA1.a] } }]);
  await load(store, 'mame', [
    { key: 'a', ids: { sha1: [SHA1.a] } },
    { key: 'b', ids: { sha1: [SHA1.a] } },
  ]);
  assert.deepEqual(await listGames(store), ['1 a', '2 b']);
});

test('merged games keep the lowest id, and the others become aliases', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
  const report = await load(store, 'mame', [{ key: 'c', title: 'All', members: members('a', 'b', 'c') }]);
  assert.deepEqual(await listGames(store), ['1 All']);
  assert.deepEqual(await listMoved(store), [
    [2, 1],
    [3, 1],
  ]);
  assert.deepEqual([report.added, report.changed, report.merged, report.removed], [0, 1, 2, 0]);
});

test('when a game is split, the oldest key keeps the id, and a merged game gets its own back', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'a' }, { key: 'b' }]);
  await load(store, 'mame', [{ key: 'b', title: 'Both', members: members('a', 'b') }]);
  await load(store, 'mame', [{ key: 'b', title: 'Both', members: members('a', 'b', 'd') }]);
  await load(store, 'mame', [{ key: 'b' }, { key: 'd', members: members('d', 'a') }]);
  assert.deepEqual(await listGames(store), ['1 d', '2 b']);
  assert.deepEqual(await listMoved(store), []);
});

test('a removed game that returns has its old id, which no other game got', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'a' }, { key: 'b' }]);
  await load(store, 'mame', [{ key: 'b' }]);
  await load(store, 'mame', [{ key: 'b' }, { key: 'c' }]);
  await load(store, 'mame', [{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
  assert.deepEqual(await listGames(store), ['1 a', '2 b', '3 c']);
});

test('the same lines in another order change nothing', async () => {
  const lines = [{ key: 'a' }, { key: 'b', members: members('b', 'x') }];
  const store = await newStore();
  await load(store, 'mame', lines);
  const before = await store.catalog.readRevision();
  await load(store, 'mame', lines.toReversed());
  assert.equal(await store.catalog.readRevision(), before);
});

test('a source that lost keys but no games does not count as shrunk', async () => {
  const store = await newStore();
  const games = Array.from({ length: 10 }, (_, i) => ({ key: `old${i}`, ids: { sha1: [String(i).repeat(40)] } }));
  await load(store, 'mame', games);
  const renamed = games.map((game, i) => ({ ...game, key: `new${i}` }));
  await load(store, 'mame', renamed, { allowShrink: false });
  assert.equal((await listGames(store)).length, 10);
  await assert.rejects(load(store, 'mame', renamed.slice(1), { allowShrink: false }), /would remove 1 of the 10 games/);
});

test('games of two sources match by company, year, code or native title, but not by title alone', async () => {
  const store = await newStore();
  const japan = [{ title: 'ホップ', description: 'Japanese spelling' }];
  const code = { product_codes: [{ product_code: 'NES-HP-USA', product_code_type: 'Nintendo Media PN' }] };
  await load(store, 'starter', [
    { key: 'company', title: 'Super Hop', platforms: [on('nes', release('1988', undefined, 'acme'))] },
    { key: 'year', title: 'Hop Story', platforms: [on('nes', release('1990', undefined, 'acme'))] },
    { key: 'code', title: 'Hop Hop', platforms: [on('nes', release(null, undefined, undefined, code))] },
    { key: 'native', title: 'Hoppu', alternate_titles: japan, platforms: [on('snes', release('1992', 'Japan'))] },
    { key: 'name', title: 'Hop World', platforms: [on('nes', release('1985', undefined, 'bolt'))] },
    { key: 'generic', title: 'Chess', platforms: [on('nes', release('1990', undefined, 'bolt'))] },
    { key: 'elsewhere', title: 'Hopping Mad', platforms: [on('game-boy', release('1990', undefined, 'acme'))] },
  ]);
  await load(store, 'mame', [
    { key: '1', title: 'Super Hop', platforms: [on('nes', release('1994', undefined, 'acme'))] },
    { key: '2', title: 'Hop Story', platforms: [on('nes', release('1991', undefined, 'bolt'))] },
    { key: '3', title: 'Hop Two', platforms: [on('nes', release('1991', undefined, undefined, code))] },
    { key: '4', title: 'Jump', alternate_titles: japan, platforms: [on('snes', release('1993', 'Japan'))] },
    { key: '5', title: 'Hop World', platforms: [on('nes', release('1991', undefined, 'acme'))] },
    { key: '6', title: 'Chess', platforms: [on('nes', release('1990', undefined, 'acme'))] },
    { key: '7', title: 'Hopping Mad', platforms: [on('snes', release('1991', undefined, 'acme'))] },
  ]);
  const pairs = [
    ['company', '1', true],
    ['year', '2', true],
    ['code', '3', true],
    ['native', '4', true],
    ['name', '5', false],
    ['generic', '6', false],
    ['elsewhere', '7', true],
  ] as const;
  for (const [starter, mame, isOne] of pairs)
    assert.equal((await idOf(store, `starter:${starter}`)) === (await idOf(store, `mame:${mame}`)), isOne, starter);
});

test('matches are found among hundreds of lines as among a few', async () => {
  const store = await newStore();
  const fillers = Array.from({ length: 600 }, (_, i) => ({ key: `filler-${i}`, title: `Filler ${i}` }));
  await load(store, 'starter', [{ key: 'hop', title: 'Hop' }]);
  await load(store, 'mame', [{ key: 'segacd/skip', title: 'Skip', ids: { sha1: [SHA1.a] } }]);
  await load(store, 'mame', [
    ...fillers,
    { key: 'hop', title: 'Hop' },
    { key: 'megacd/jump', title: 'Jump', ids: { sha1: [SHA1.a] } },
  ]);
  assert.deepEqual((await listGames(store)).slice(0, 2), ['1 Hop', '2 Jump']);
  assert.equal((await listGames(store)).length, 602);
});

test('two games of one source are not merged because both resemble a third', async () => {
  const store = await newStore();
  await load(store, 'starter', [{ key: 'hop', title: 'Hop' }]);
  await load(store, 'mame', [
    { key: 'a', title: 'Hop' },
    { key: 'b', title: 'Hop' },
  ]);
  assert.deepEqual(await listGames(store), ['1 Hop', '2 Hop']);
});

test('a match by main title wins over a match by alternate title', async () => {
  const store = await newStore();
  const alternate_titles = [{ title: 'Hop Blue', description: 'The other one' }];
  await load(store, 'starter', [{ key: 'red', title: 'Hop Red', alternate_titles }]);
  await load(store, 'mame', [
    { key: 'blue', title: 'Hop Blue' },
    { key: 'red', title: 'Hop Red' },
  ]);
  assert.equal(await idOf(store, 'mame:red'), await idOf(store, 'starter:red'));
});

test('two games are merged once their data agrees', async () => {
  const store = await newStore();
  await load(store, 'starter', [{ key: 'hop', title: 'Hop' }]);
  await load(store, 'mame', [{ key: 'hop', title: 'Hpo' }]);
  assert.equal((await listGames(store)).length, 2);
  const report = await load(store, 'mame', [{ key: 'hop', title: 'Hop' }]);
  assert.deepEqual(await listGames(store), ['1 Hop']);
  assert.deepEqual(await listMoved(store), [[2, 1]]);
  assert.equal(report.merged, 1);
  await load(store, 'mame', [{ key: 'hop', title: 'Hip' }]);
  assert.deepEqual(await listGames(store), ['1 Hop'], 'a known key keeps its game');
});

test('an entry that a new version renames, with another title, keeps its game by its files', async () => {
  const store = await newStore();
  const ids = { sha1: ['a'.repeat(40)] };
  await load(store, 'mame', [{ key: 'list/old', title: 'Early Words', ids, members: ['mame:list/old'] }]);
  await load(store, 'mame', [{ key: 'list/new', title: 'Grammar Madness', ids, members: ['mame:list/new'] }]);
  assert.equal(await idOf(store, 'mame:list/new'), 1);
});

test('a line of a database finds the game with a similar title by its maker, unless the database has that one, too', async () => {
  const store = await newStore();
  const wait = (key: string, title: string, year: string, company = 'acme') => ({
    ...{ key, title, enriches: true, ids: { gamedatabase: [key] } },
    platforms: [on('nes', release(year, 'Japan', company))],
  });
  const lines = [
    wait('hoppu', 'Hoppu Man: Sekai wo Mezase!', '1991'),
    wait('jumper', 'Jumper: Sekai no Bouken', '1990'),
    wait('jumpers', 'Jumper: Sekai no Boukenn', '1990'),
    wait('later', 'Climber: Ginga no Tabi', '1994'),
    wait('other', 'Runner: Umi no Uta', '1990', 'bolt'),
  ];
  await load(store, 'gamedatabase', lines);
  await load(store, 'mame', [
    { key: 'nes/hop', title: 'Hop-Man: Sekai o Mezase!' },
    { key: 'nes/jump', title: 'Jumper: Sekai no Bouken' },
    { key: 'nes/climb', title: 'Climber: Ginga no Tabbi' },
    { key: 'nes/run', title: 'Runner: Umi no Utta' },
  ]);
  assert.equal(await idOf(store, 'gamedatabase:hoppu'), await idOf(store, 'mame:nes/hop'));
  assert.equal(await idOf(store, 'gamedatabase:jumper'), await idOf(store, 'mame:nes/jump'));
  for (const key of ['jumpers', 'later', 'other']) assert.equal(await idOf(store, `gamedatabase:${key}`), null, key);
});

test('a line of a database finds the game of its maker and day, also among many of one year', async () => {
  const store = await newStore();
  const dated = (key: string, title: string, day: string, ids?: object) => ({
    ...{ key, title, ...(ids && { enriches: true, ids }) },
    platforms: [on('nes', release(`1991-${day}`, 'Japan', 'acme'))],
  });
  const others = Array.from({ length: 120 }, (_, i) => dated(`nes/${i}`, `Other ${i}`, '01-01'));
  await load(store, 'gamedatabase', [
    dated('four', 'Hop Quest 4: Gekitou Hen', '11-25', { gamedatabase: ['four'] }),
    dated('gears', 'Arcade Gears: Skip & Jump', '08-20', { gamedatabase: ['gears'] }),
  ]);
  await load(store, 'mame', [
    ...others,
    dated('nes/four-a', 'Hop Quest IV: Totsunyuu Hen', '06-10'),
    dated('nes/four-b', 'Hop Quest IV Gekito-hen', '11-25'),
    dated('nes/skip', 'Skip to Jump Vol. 4', '08-20'),
  ]);
  assert.equal(await idOf(store, 'gamedatabase:four'), await idOf(store, 'mame:nes/four-b'));
  assert.equal(await idOf(store, 'gamedatabase:gears'), await idOf(store, 'mame:nes/skip'));
});

test('a reissue is not the game of another reissue that its maker sold on the same day', async () => {
  const store = await newStore();
  const dated = (key: string, title: string) => ({
    ...{ key, title },
    platforms: [on('nes', release('2004-05-21', 'Japan', 'acme'))],
  });
  await load(store, 'gamedatabase', [
    { ...dated('hop', 'Classic NES Series: Dr. Hopper'), enriches: true, ids: { gamedatabase: ['drhopper'] } },
  ]);
  await load(store, 'mame', [dated('nes/bros', 'Hopper Bros.')]);
  assert.equal(await idOf(store, 'gamedatabase:hop'), null);
});

test('games of one maker and year with similar titles stay apart', async () => {
  const store = await newStore();
  await load(store, 'mame', [
    { key: 'nes/hop', title: 'Hop-Man: Sekai o Mezase!' },
    { key: 'nes/hoppu', title: 'Hoppu Man: Sekai wo Mezase!' },
  ]);
  assert.equal((await listGames(store)).length, 2);
});
