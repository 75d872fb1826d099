import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { readSnapshot } from '../../src/catalog/snapshot/load-snapshot.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import { writeBundle } from '../support/samples/bundle.ts';
import { gameOf, idOf, listGames, load, newStore, on, release, type Sketch } from '../support/samples/layers.ts';

const [SOURCE_A, SOURCE_B] = ['wikidata', 'mame'] as const;

/** One game of two sources, the more trusted first. */
async function merge(a: Omit<Sketch, 'key'>, b: Omit<Sketch, 'key'>) {
  const store = await newStore();
  await load(store, SOURCE_B, [{ key: 'hop', title: 'Hop', ...b }]);
  await load(store, SOURCE_A, [{ key: 'hop', title: 'Hop', ...a }], { now: 2000 });
  assert.deepEqual((await listGames(store)).length, 1);
  const game = await gameOf(store, `${SOURCE_A}:hop`);
  const provenance = JSON.parse((await store.catalog.findProvenance(game.game_id)) as string);
  return { game, provenance };
}

test('a single value comes from the most trusted source that has one, and its source is recorded', async () => {
  const { game, provenance } = await merge(
    { title: 'HOP', description: null, official_url: 'https://hop.example/' },
    { description: 'A hop.', official_url: 'https://other.example/' },
  );
  assert.deepEqual([game.title, game.description, game.official_url], ['HOP', 'A hop.', 'https://hop.example/']);
  assert.deepEqual(provenance.fields.title, [SOURCE_A]);
  assert.deepEqual(provenance.fields.description, [SOURCE_B]);
  assert.deepEqual(provenance.fields.official_url, [SOURCE_A]);
});

test('a title that two other sources agree on is shown before that of one source, unless people chose it', async () => {
  const titleOf = async (creating: string) => {
    const store = await newStore();
    const platforms = [on('genesis', release('1994', 'United States', 'acme'))];
    const ids = { sha1: ['a'.repeat(40)] };
    await load(store, creating, [{ key: 'hop4', title: 'Hop: The End', platforms, ids }]);
    for (const source of ['gamedatabase', 'libretro'])
      await load(store, source, [{ key: 'hop', title: 'Hop IV', enriches: true, platforms, ids }]);
    const { title, alternate_titles } = await gameOf(store, `${creating}:hop4`);
    return [title, ...alternate_titles.map((other) => other.title)];
  };
  assert.deepEqual(await titleOf('mame'), ['Hop IV', 'Hop: The End']);
  assert.deepEqual(await titleOf('own'), ['Hop: The End', 'Hop IV']);
});

test('a title that one country alone has is not shown if another one is three times as frequent', async () => {
  const titleOf = async (european: string[], titles = ['Sensible Hop'], year = '1993') => {
    const store = await newStore();
    const line = (platform: string, title: string, country: string, date = '1993') => ({
      key: platform,
      title,
      ids: { wikidata: ['Q1'] },
      platforms: [on(platform, release(date, country, 'acme'))],
    });
    const others = european.map((platform, i) => line(platform, titles[i % titles.length] as string, 'Europe'));
    await load(store, 'mame', [line('snes', "Hop '94", 'United States', year), ...others]);
    const { title } = await gameOf(store, 'mame:snes');
    return title;
  };
  const three = ['nes', 'genesis', 'game-boy'];
  assert.equal(await titleOf(three), 'Sensible Hop');
  assert.equal(await titleOf(['nes', 'genesis']), "Hop '94");
  assert.equal(await titleOf(three, ['Sensible Hop', 'Sensible Hop: Champions', 'Sensible Hop']), 'Sensible Hop');
  assert.equal(await titleOf(three, ['Sensible Hop'], '1992'), "Hop '94", 'the first title');
});

test('of titles of one region that are as frequent, that of the first release is shown', async () => {
  const store = await newStore();
  const line = (platform: string, title: string, date: string) => ({
    key: platform,
    title,
    ids: { wikidata: ['Q1'] },
    platforms: [on(platform, release(date, 'United States', 'acme'))],
  });
  await load(store, 'mame', [line('genesis', 'Skip Chronicles: Hop', '2001'), line('snes', 'Hop', '1995')]);
  assert.equal((await gameOf(store, 'mame:snes')).title, 'Hop');
});

test('a title is written in the words that most sources write it in', async () => {
  const store = await newStore();
  await load(store, 'mame', [
    { key: 'nes/a', title: 'Afterhop' },
    { key: 'snes/a', title: 'Afterhop', platforms: [on('snes', release('1990', 'United States', 'acme'))] },
  ]);
  for (const source of ['gamedatabase', 'libretro']) await load(store, source, [{ key: 'a', title: 'After Hop' }]);
  assert.equal((await gameOf(store, 'mame:nes/a')).title, 'After Hop');
});

test('groups are united; genres and attributes come from the first source of each category', async () => {
  const attributes = (key: string) => [{ ...on('nes', release('1990', undefined, 'acme')), attributes: [key] }];
  const { game, provenance } = await merge(
    { genres: ['genre:puzzle'], groups: ['group:hop'], platforms: attributes('attribute:players/2') },
    {
      genres: ['genre:action', 'genre:platform'],
      groups: ['group:jump'],
      platforms: attributes('attribute:players/1'),
    },
  );
  assert.equal(game.genres.map(({ genre_name }) => genre_name).join('; '), 'Puzzle; Platform');
  assert.equal(game.groups.map(({ group_name }) => group_name).join('; '), 'Hop; Jump');
  assert.equal(game.platforms[0]?.attributes.map(({ attribute_name }) => attribute_name).join('; '), '2 Players');
  assert.deepEqual(provenance.fields.genres, [SOURCE_A, SOURCE_B]);
  assert.deepEqual(provenance.platforms['platform:nes'].attributes, [SOURCE_A]);
});

test('a platform has one kind, and none where one source lists an ordinary game', async () => {
  const kind = (...kinds: string[]) => [
    { ...on('nes', release('1990', undefined, 'acme')), attributes: kinds.map((one) => `attribute:kind/${one}`) },
  ];
  const cases: [a: string[], b: string[], enriches: boolean, expected: string[]][] = [
    [['prototype'], ['demo'], false, ['Prototype']],
    [['demo'], ['prototype'], false, ['Demo']],
    [['prototype'], [], false, []],
    [[], ['prototype'], false, []],
    [[], ['prototype'], true, []],
    [['demo', 'hack'], [], true, ['Hack']],
  ];
  for (const [a, b, enriches, expected] of cases) {
    const { game } = await merge(
      { platforms: kind(...a) },
      { platforms: kind(...b), ...(enriches && { enriches: true }) },
    );
    assert.deepEqual(
      game.platforms[0]?.attributes.map(({ attribute_name }) => attribute_name),
      expected,
      `${a} and ${b}`,
    );
  }
});

test('all titles are kept once, and the main title of another source is an alternate title', async () => {
  const title = (text: string) => ({ title: text, description: 'Box title' });
  const { game } = await merge(
    { title: 'Hop Two', alternate_titles: [title('Hop 2'), title('Bounce')] },
    { title: 'Bounce', alternate_titles: [title('Hop II'), title('Bounce!'), title('Hop Two')] },
  );
  assert.equal(game.alternate_titles.map((one) => one.title).join('; '), 'Bounce; Bounce!; Hop 2; Hop II');
});

test('of the spellings that sources have for the main title, one is kept', async () => {
  const spelling = (source: string, title: string) => ({ title, description: `${source} spelling` });
  const { game } = await merge(
    { title: 'The Hop: Over', alternate_titles: [spelling('MAME', 'The Hop - Over')] },
    { title: 'Hop: Over', alternate_titles: [spelling('libretro', 'Hop - Over'), spelling('libretro', 'Jump - Over')] },
  );
  assert.deepEqual(game.alternate_titles, [spelling('libretro', 'Jump - Over'), spelling('MAME', 'The Hop - Over')]);
});

test('a score without votes is ignored in favour of the next source', async () => {
  const { game, provenance } = await merge({ catalog_score: 9, num_votes: 0 }, { catalog_score: 7, num_votes: 10 });
  assert.deepEqual([game.catalog_score, game.num_votes], [7, 10]);
  assert.deepEqual(provenance.fields.catalog_score, [SOURCE_B]);
});

test('the platforms of all sources are united, and the earliest release is the first', async () => {
  const { game, provenance } = await merge(
    { platforms: [on('nes', release('1991', 'Japan', 'acme')), on('snes', release('1992', 'Japan', 'acme'))] },
    { platforms: [on('nes', release('1990-05', 'United States', 'acme'))] },
  );
  assert.deepEqual(
    game.platforms.map(({ platform_name, first_release_date }) => [platform_name, first_release_date]),
    [
      ['SNES', '1992'],
      ['NES', '1990-05'],
    ],
  );
  assert.deepEqual(provenance.platforms['platform:nes'].releases, [SOURCE_A, SOURCE_B]);
});

test('the same data from another source is not a modification', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'hop', title: 'Hop' }]);
  const report = await load(store, 'wikidata', [{ key: 'Q1', title: 'Hop' }], { now: 9000 });
  assert.deepEqual([report.added, report.changed, report.unchanged], [0, 0, 1]);
  assert.equal((await gameOf(store, 'mame:hop')).modifiedAt, 1000);
});

test('an enriching line adds to a game, and waits without one', async () => {
  const store = await newStore();
  const sonic = { key: 'hop', title: 'Hop', genres: ['genre:action'], enriches: true, platforms: [on('nes')] };
  const first = await load(store, 'libretro', [sonic, { key: 'none', title: 'Nothing', enriches: true }]);
  assert.deepEqual([first.added, first.waiting], [0, 2]);
  assert.deepEqual(await listGames(store), []);
  await load(store, 'mame', [{ key: 'hop', title: 'Hop!' }]);
  const game = await gameOf(store, 'mame:hop');
  assert.deepEqual([game.title, game.genres.length], ['Hop!', 1]);
  assert.equal(await idOf(store, 'libretro:hop'), game.game_id);
  assert.equal(await idOf(store, 'libretro:none'), null);
  await load(store, 'mame', []);
  assert.deepEqual([await listGames(store), await idOf(store, 'libretro:hop')], [[], null]);
  await load(store, 'mame', [{ key: 'hop', title: 'Hop!' }]);
  assert.equal((await gameOf(store, 'mame:hop')).genres.length, 1);
});

test('an enriching line finds its game by hash and by a key of another source', async () => {
  const store = await newStore();
  await load(store, 'mame', [
    { key: 'arcade/hop', title: 'Hop', ids: { crc32: ['0badcafe'] } },
    { key: 'arcade/skip', title: 'Skip', members: ['mame:arcade/skip', 'mame:arcade/skipj'] },
  ]);
  await load(store, 'libretro', [
    { key: 'a', title: 'Hoppu', enriches: true, ids: { crc32: ['0badcafe'] }, platforms: [on('nes')] },
    { key: 'b', title: 'Hoppu', enriches: true, ids: { crc32: ['0badcafe'] }, platforms: [on('snes')] },
    { key: 'c', title: 'Skippu', enriches: true, ids: { key: ['mame:arcade/skipj'] } },
  ]);
  assert.equal(await idOf(store, 'libretro:a'), await idOf(store, 'mame:arcade/hop'));
  assert.equal(await idOf(store, 'libretro:b'), null, 'a CRC-32 counts only within a platform');
  assert.equal(await idOf(store, 'libretro:c'), await idOf(store, 'mame:arcade/skip'));
});

for (const others of [0, 500])
  test(`an enriching line moves to the game that it names by key when that game comes, with ${others} others`, () =>
    checkNamed(others));

async function checkNamed(others: number): Promise<void> {
  const store = await newStore();
  const native = [{ title: '悪魔城', description: 'Japanese spelling' }];
  await load(store, 'starter', [
    {
      key: 'first',
      title: 'Castle',
      alternate_titles: native,
      platforms: [on('nes', release('1987', 'Japan', 'acme'))],
    },
    { key: 'hop', title: 'Hop Story', platforms: [on('nes', release('1987', undefined, 'acme'))] },
  ]);
  const named = { enriches: true, platforms: [on('snes', release('1988', undefined, 'acme'))] };
  await load(store, 'gamedatabase', [
    { ...named, key: 'haunted', title: 'Haunted', alternate_titles: native, ids: { key: ['mame:arcade/haunted'] } },
    { ...named, key: 'hop', title: 'Hop Story', ids: { key: ['mame:arcade/hopj'] } },
  ]);
  assert.equal(await idOf(store, 'gamedatabase:haunted'), await idOf(store, 'starter:first'), 'the only game so far');
  const machines = [
    { key: 'arcade/haunted', title: 'Haunted', platforms: [on('snes', release('1988', undefined, 'acme'))] },
    {
      key: 'arcade/hop',
      title: 'Hop Story',
      members: ['mame:arcade/hop', 'mame:arcade/hopj'],
      platforms: named.platforms,
    },
    ...Array.from({ length: others }, (_, i) => ({ key: `arcade/other${i}`, title: `Other Game No. ${i}` })),
  ];
  await load(store, 'mame', machines);
  assert.equal(await idOf(store, 'gamedatabase:haunted'), await idOf(store, 'mame:arcade/haunted'));
  assert.notEqual(await idOf(store, 'mame:arcade/haunted'), await idOf(store, 'starter:first'));
  for (const key of ['gamedatabase:hop', 'mame:arcade/hop'])
    assert.equal(await idOf(store, key), await idOf(store, 'starter:hop'), key);
  assert.equal((await load(store, 'mame', machines)).changed, 0);
}

test('the group description of the more trusted source stays, in any order of imports', async () => {
  const store = await newStore();
  const bring = async (source: string, group: object) =>
    loadBundle(store, await openBundle(writeBundle({ groups: [{ key: 'group:g', ...group }] }, { source })), {
      clock: () => 1,
    });
  const read = async () => JSON.parse((await store.catalog.readIndex()).groups[0] as string);
  await bring('starter', { group_name: 'Hop', group_description: 'A series.' });
  await bring('libretro', { group_name: 'HOP' });
  assert.deepEqual(await read(), { group_id: 1, group_name: 'Hop', group_description: 'A series.' });
  await bring('starter', { group_name: 'Hop!' });
  assert.deepEqual(await read(), { group_id: 1, group_name: 'Hop!', group_description: null });
});

test('the name of a demo is no title of its game, and a company on a demo alone is none of its companies', async () => {
  const demo = { ...release('1993', 'Europe', 'bolt'), description: 'Demo; A Show' };
  const platforms = [on('snes', release('1994', 'United States', 'acme'), demo)];
  const names = ['Hop Two: Demo', 'Hop II Playable Game Preview', 'ホップ SAMPLE', 'Demo Hop'].map((title) => ({
    title,
    description: 'Alternate title',
  }));
  const read = async (source: string, title: string, lines = platforms) => {
    const store = await newStore();
    await load(store, source, [{ key: 'hop', title, platforms: lines, alternate_titles: names }]);
    const game = await gameOf(store, `${source}:hop`);
    const companies = game.platforms.flatMap((one) => one.releases.flatMap((own) => own.companies));
    return {
      titles: game.alternate_titles.map((other) => other.title),
      companies: companies.map(({ company_name }) => company_name).toSorted(),
    };
  };
  assert.deepEqual(await read('mame', 'Hop II'), { titles: ['Demo Hop'], companies: ['acme'] });
  assert.equal((await read('mame', 'Hop II Demo')).titles.length, 4, 'the game is called so');
  const disc = [{ ...on('snes', demo), attributes: ['attribute:kind/demo'] }];
  const own = await read('mame', 'Hop II', disc);
  assert.deepEqual([own.titles.length, own.companies], [4, ['bolt']], 'it is a demo');
  const chosen = await read('own', 'Hop II');
  assert.deepEqual([chosen.titles.length, chosen.companies], [4, ['acme', 'bolt']], 'people chose it');
});

test('an import counts notability, and another source adds to it', async () => {
  const store = await newStore();
  const read = async () => [...(await readSnapshot(store.catalog)).notability];
  const hop = { key: 'hop', title: 'Hop', platforms: [on('nes', release('1985', 'Japan', 'acme'))] };
  await load(store, 'mame', [hop, { key: 'skip', title: 'Skip', platforms: [on('nes')] }]);
  const onlyTitle = Math.floor((80 + 50) / 4);
  assert.deepEqual(await read(), [80 + 50 + 30 + 40, onlyTitle]);
  await load(store, 'libretro', [{ ...hop, description: 'Hops.', groups: ['group:hop'], enriches: true }]);
  assert.deepEqual(await read(), [2 * 80 + 50 + 30 + 40 + 60, onlyTitle]);
});
