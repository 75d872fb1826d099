import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeSource } from '../../src/merging/load/remove-source.ts';
import { correct, idOf, listGames, load, newStore, on, release } from '../support/samples/layers.ts';

const SHA1 = { a: 'a'.repeat(40) };

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
  const at = (platform: string, ...args: Parameters<typeof release>) => [on(platform, release(...args))];
  const pairs: [isOne: boolean, starter: object, mame: object][] = [
    [
      true,
      { title: 'Super Hop', platforms: at('nes', '1988', '', 'acme') },
      { platforms: at('nes', '1994', '', 'acme') },
    ],
    [
      true,
      { title: 'Hop Story', platforms: at('nes', '1990', '', 'acme') },
      { platforms: at('nes', '1991', '', 'bolt') },
    ],
    [
      true,
      { title: 'Hop Hop', platforms: at('nes', null, '', '', code) },
      { title: 'Hop Two', platforms: at('nes', '1991', '', '', code) },
    ],
    [
      true,
      { title: 'Hoppu', alternate_titles: japan, platforms: at('snes', '1992', 'Japan') },
      { title: 'Jump', platforms: at('snes', '1993', 'Japan') },
    ],
    [
      false,
      { title: 'Hop World', platforms: at('nes', '1985', '', 'bolt') },
      { platforms: at('nes', '1991', '', 'acme') },
    ],
    [false, { title: 'Chess', platforms: at('nes', '1990', '', 'bolt') }, { platforms: at('nes', '1990', '', 'acme') }],
    [
      true,
      { title: 'Hopping Mad', platforms: at('game-boy', '1990', '', 'acme') },
      { platforms: at('snes', '1991', '', 'acme') },
    ],
  ];
  const keyed = (lines: object[]) => lines.map((line, i) => ({ ...line, key: `nes/${i}` }));
  await load(store, 'starter', keyed(pairs.map(([, starter]) => starter)));
  await load(store, 'mame', keyed(pairs.map(([, starter, mame]) => ({ ...starter, ...mame }))));
  for (const [i, [isOne, starter]] of pairs.entries()) {
    const [one, other] = [await idOf(store, `starter:nes/${i}`), await idOf(store, `mame:nes/${i}`)];
    assert.equal(one === other, isOne, JSON.stringify(starter));
  }
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

test('a line of a database finds the game with a similar title by its maker, unless the database has that one, too', async () => {
  const store = await newStore();
  const wait = (key: string, title: string, year: string, company = 'acme') => ({
    ...{ key, title, enriches: true, ids: { gamedatabase: [key] } },
    platforms: [on('nes', release(year, 'Japan', company))],
  });
  const lines = [
    wait('hoppu', 'Hoppu Man: Sekai wo Mezase!', '1990'),
    wait('jumper', 'Jumper: Sekai no Bouken', '1990'),
    wait('jumpers', 'Jumper: Sekai no Boukenn', '1990'),
    wait('later', 'Climber: Ginga no Tabi', '1991'),
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

test('games of one maker and year with similar titles stay apart', async () => {
  const store = await newStore();
  await load(store, 'mame', [
    { key: 'nes/hop', title: 'Hop-Man: Sekai o Mezase!' },
    { key: 'nes/hoppu', title: 'Hoppu Man: Sekai wo Mezase!' },
  ]);
  assert.equal((await listGames(store)).length, 2);
});

test('an enriching layer returns with its game, after thousands of others that wait', async () => {
  const store = await newStore();
  const others = Array.from({ length: 2001 }, (_, i) => ({ key: `0/${i}`, title: `Waiting ${i}`, enriches: true }));
  await load(store, 'starter', [{ key: 'a', title: 'Ant' }]);
  await load(store, 'libretro', [...others, { key: 'a', title: 'Ant', enriches: true, genres: ['genre:puzzle'] }]);
  await removeSource(store, 'starter', { clock: () => 1 });
  await load(store, 'starter', [
    { key: 'a', title: 'Another', platforms: [on('game-boy', release('2005', 'Japan', 'bolt'))] },
  ]);
  assert.equal(await idOf(store, 'libretro:a'), 1);
});

test('an incomplete bundle of waiting lines reports no negative counts', async () => {
  const store = await newStore();
  const [last, ...others] = ['a', 'b', 'c', 'd'].map((key) => ({ key, enriches: true }));
  await load(store, 'libretro', others);
  const report = await load(store, 'libretro', [last!], { complete: false });
  assert.ok(report.unchanged >= 0, JSON.stringify(report));
});

test('a layer that enriches a removed game is matched to another', async () => {
  const store = await newStore();
  await load(store, 'starter', [
    { key: 'hop', title: 'Hop', platforms: [on('nes', release('1990', 'Japan', 'acme'))] },
  ]);
  await load(store, 'mame', [{ key: 'hop', title: 'Hop', platforms: [on('nes', release('1993', 'Japan', 'bolt'))] }]);
  await load(store, 'libretro', [
    { key: 'hop', title: 'Hop', enriches: true, genres: ['genre:puzzle'], platforms: [on('nes')] },
  ]);
  await removeSource(store, 'starter', { clock: () => 2 });
  assert.equal(await idOf(store, 'libretro:hop'), await idOf(store, 'mame:hop'));
});

test('a game counts as removed when all its lines are gone, however many it had', async () => {
  const store = await newStore();
  const games = Array.from({ length: 10 }, (_, i) => ({ key: `g${i}` }));
  await load(store, 'mame', games);
  await correct(store, { merge: ['mame:g0', 'mame:g1'] });
  await assert.rejects(load(store, 'mame', games.slice(2), { allowShrink: false }), /would remove 2 of the 10 games/);
});
