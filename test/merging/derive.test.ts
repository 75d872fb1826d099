import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeSource } from '../../src/merging/load/remove-source.ts';
import { undoImport } from '../../src/merging/load/undo.ts';
import type { Store } from '../../src/store/store.ts';
import { companies, groups, platforms } from '../support/samples/entries.ts';
import {
  copyOf,
  correct,
  followed,
  gameOf,
  load,
  newStore,
  on,
  release,
  type Sketch,
} from '../support/samples/layers.ts';

const ZELDA = { key: 'zelda', title: 'Zelda II: The Adventure of Link' };
const PINBALL = { key: 'pinball', title: 'Hop Pinball' };
const HOP = { key: 'a', title: 'Hop' };

const MORE = {
  platforms: platforms('PlayStation 3'),
  groups: groups('Homebrew and doujin games', 'The Legend of Zelda'),
  companies: companies('Koei', 'Ann Hop', 'Bob Skip', 'Cy Jump', 'Ann'),
};

/** A game on NES with a release for each list of credits, such as `Author ann-hop`. */
function credited(...releases: string[][]): Sketch {
  const lines = releases.map((credits, i) => {
    const companies = credits.map((credit) => {
      const [, role, slug] = /^(.*) (\S+)$/.exec(credit) ?? [];
      return { company: `company:${slug}`, role };
    });
    return release(`${1990 + i}`, 'Japan', undefined, { companies });
  });
  return { ...HOP, platforms: [on('nes', ...lines)] };
}

const hack = (platform: string, year: string) => ({
  ...on(platform, release(year, 'Japan', 'acme')),
  attributes: ['attribute:kind/hack'],
});
const named = (title: string, description: string) => ({ ...HOP, alternate_titles: [{ title, description }] });
const STAFF = ['Author ann-hop', 'Author bob-skip', 'Author cy-jump'];
const GRAN_TURISMO = { key: 'a', title: 'Gran Turismo 5' };

/** Genres, groups and developers of a game, and where they come from. */
async function factsOf(store: Store, key: string) {
  const { game_id, genres, groups, platforms } = await gameOf(store, key);
  const { fields, platforms: own } = JSON.parse((await store.catalog.findProvenance(game_id)) as string);
  const companies = platforms.flatMap(({ releases }) => releases.flatMap((one) => one.companies));
  return {
    genres: genres.map(({ genre_name }) => genre_name),
    groups: groups.map(({ group_name }) => group_name),
    developers: companies.filter(({ role }) => role === 'Developed by').map(({ company_name }) => company_name),
    from: [fields.genres ?? [], fields.groups ?? [], own['platform:nes']?.releases ?? []],
  };
}

async function listEntries(store: Store) {
  const { genres, groups } = await store.catalog.readIndex();
  return [...genres, ...groups].map((entry) => JSON.parse(entry).genre_name ?? JSON.parse(entry).group_name);
}

const CASES: [name: string, game: Sketch, expected: Partial<Awaited<ReturnType<typeof factsOf>>>][] = [
  ['a title tells the series and its genre', ZELDA, { groups: ['The Legend of Zelda'], genres: ['Action'] }],
  ['an alternate title tells the series', named('Rockman 2', 'Japan title'), { groups: ['Mega Man'] }],
  ['other alternate titles may be mistakes', named('Rockman 2', 'Alternate title'), { groups: [] }],
  ['a hack tells nothing', { ...ZELDA, platforms: [hack('nes', '1990')] }, { groups: [] }],
  [
    'a hack on another platform does not matter',
    { ...ZELDA, platforms: [on('nes', release('1988')), hack('game-boy', '1999')] },
    { groups: ['The Legend of Zelda'] },
  ],
  ['a cartridge of several games is in no series', { key: 'a', title: 'Mega Man 2 + Hop' }, { groups: [] }],
  ['several games are a compilation', { key: 'a', title: 'Hop & Skip & Pinball' }, { genres: ['Compilation'] }],
  [
    'a stated genre is kept',
    { ...PINBALL, genres: ['genre:puzzle'] },
    { genres: ['Puzzle'], from: [['mame'], [], ['mame']] },
  ],
  [
    'stated groups are kept',
    { ...ZELDA, groups: ['group:hop'] },
    { groups: ['Hop', 'The Legend of Zelda'], from: [['derived'], ['mame', 'derived'], ['mame']] },
  ],
  [
    'a homebrew game is in no series',
    { ...ZELDA, groups: ['group:homebrew-and-doujin-games'] },
    { groups: ['Homebrew and doujin games'], developers: ['acme'] },
  ],
  ['a publisher is not always the developer', HOP, { developers: [], from: [[], [], ['mame']] }],
  [
    'a publisher that makes its own games is the developer',
    credited(['Published by koei']),
    { developers: ['Koei'], from: [[], [], ['mame', 'derived']] },
  ],
  [
    'a title tells who develops such games on a platform',
    { ...GRAN_TURISMO, platforms: [on('playstation-3', release('2010', 'Japan', 'koei'))] },
    { developers: ['Polyphony Digital'] },
  ],
  [
    'that says nothing about a hack',
    { ...GRAN_TURISMO, platforms: [hack('playstation-3', '2010')] },
    { developers: [] },
  ],
  ['two publishers tell no developer', credited(['Published by koei', 'Published by acme']), { developers: [] }],
  [
    'a publisher of one release only may not be the developer',
    credited(['Published by koei'], ['Published by acme']),
    { developers: [] },
  ],
  ['a stated developer is kept', credited(['Published by koei'], ['Developed by acme']), { developers: ['acme'] }],
  [
    'an author is the developer',
    credited(['Author ann-hop']),
    { developers: ['Ann Hop'], from: [[], [], ['mame', 'derived']] },
  ],
  [
    'an author is the developer before a publisher that makes its own games',
    credited(['Author ann-hop', 'Published by koei']),
    { developers: ['Ann Hop'] },
  ],
  [
    'the first of two authors is the developer',
    credited(['Author ann-hop', 'Author bob-skip']),
    { developers: ['Ann Hop'] },
  ],
  ['a list of authors is staff', credited(STAFF), { developers: [] }],
  ['a first name alone tells nobody', credited(['Author ann']), { developers: [] }],
  [
    'an author is not named beside a company that developed the game',
    credited(['Author ann-hop', 'Developed by acme']),
    { developers: ['acme'], from: [[], [], ['mame']] },
  ],
];

for (const [name, game, expected] of CASES) {
  test(name, async () => {
    const store = await newStore();
    await load(store, 'mame', [game], MORE);
    const facts = await factsOf(store, `mame:${game.key}`);
    assert.deepEqual({ ...facts, ...expected }, facts);
  });
}

/** The groups of a game of this year that a second source puts into these. */
async function groupsBeside(year: string, keys: string[], more: object[] = []): Promise<string[]> {
  const store = await newStore();
  const own = on('nes', release(year, 'Japan', 'acme'));
  const lines = ['group:pokemon', 'group:compilations'].map((key) => ({ key, group_name: key }));
  await load(store, 'mame', [{ ...HOP, platforms: [own, ...more] }]);
  await load(store, 'libretro', [{ ...HOP, enriches: true, groups: keys, platforms: [own] }], { groups: lines });
  return (await factsOf(store, 'mame:a')).groups;
}

test('a source that adds to a game may have the wrong series for it', async () => {
  assert.deepEqual(await groupsBeside('1991', ['group:pokemon']), []);
  assert.deepEqual(await groupsBeside('1998', ['group:pokemon']), ['group:pokemon']);
});

test('a compilation on one of its platforms does not make the game one', async () => {
  assert.deepEqual(await groupsBeside('1991', ['group:compilations']), ['group:compilations']);
  const other = [on('snes', release('1991', 'Japan', 'acme'))];
  assert.deepEqual(await groupsBeside('1991', ['group:compilations'], other), []);
});

test('a record has no authors', async () => {
  for (const source of ['mame', 'mine']) {
    const store = await newStore();
    await load(store, source, [credited(STAFF)], MORE);
    const { platforms } = await gameOf(store, `${source}:a`);
    assert.deepEqual(platforms[0]?.releases[0]?.companies, []);
  }
});

test('nothing is derived for what an operator or the starter catalog says alone', async () => {
  for (const source of ['mine', 'starter']) {
    const store = await newStore();
    await load(store, source, [ZELDA]);
    assert.deepEqual((await factsOf(store, `${source}:zelda`)).from, [[], [], [source]]);
    assert.deepEqual(
      (await store.catalog.listSources()).map((one) => one.source),
      [source],
    );
  }
});

test('a second import changes nothing, and undo and removal leave no derived facts and entries', async () => {
  const store = await newStore();
  await load(store, 'starter', [{ key: 'zelda', title: ZELDA.title }]);
  const before = await listEntries(store);
  await load(store, 'mame', [ZELDA, PINBALL]);
  const after = await listEntries(store);
  assert.deepEqual(after.filter((name) => !before.includes(name)).toSorted(), ['Pinball', 'The Legend of Zelda']);
  assert.equal((await store.catalog.countSources()).find(({ source }) => source === 'derived')?.games, 2);
  const again = await load(store, 'mame', [ZELDA, PINBALL]);
  assert.deepEqual([again.added, again.changed, again.removed], [0, 0, 0]);
  await followed(store, () => undoImport(store, () => 9000));
  await load(store, 'mame', [ZELDA, PINBALL]);
  assert.deepEqual(await listEntries(store), after, 'the second import was undone');
  await followed(store, () => undoImport(store, () => 9000));
  await load(store, 'mame', [ZELDA, { key: 'other', title: 'Other' }]);
  assert.ok(!(await listEntries(store)).includes('Pinball'), 'an unused genre is removed');
  await followed(store, () => removeSource(store, 'mame', { clock: () => 9000 }));
  assert.deepEqual(await listEntries(store), before);
  assert.deepEqual((await factsOf(store, 'starter:zelda')).from, [[], [], ['starter']]);
  assert.equal((await store.catalog.listSources()).map((one) => one.source).join('; '), 'starter');
});

test('an entry of a removed source stays as long as derived facts need it', async () => {
  const store = await newStore();
  await load(store, 'mine', [{ key: 'other', title: 'Other', groups: ['group:the-legend-of-zelda'] }], MORE);
  await load(store, 'mame', [ZELDA]);
  await followed(store, () => removeSource(store, 'mine', { clock: () => 9000 }));
  assert.deepEqual((await factsOf(store, 'mame:zelda')).groups, ['The Legend of Zelda']);
  assert.ok((await listEntries(store)).includes('The Legend of Zelda'));
});

test('a correction wins over derived facts, also with nothing', async () => {
  const store = await newStore();
  await load(store, 'mame', [ZELDA]);
  await correct(store, { game: 'mame:zelda', genres: [], groups: ['group:hop'] });
  const { genres, groups } = await factsOf(store, 'mame:zelda');
  assert.deepEqual([genres, groups], [[], ['Hop']]);
});

test('an export derives the same facts with the same ids, and derived facts are no source to remove', async () => {
  const store = await newStore();
  await load(store, 'mame', [PINBALL, ZELDA]);
  const copy = await copyOf(store);
  assert.deepEqual(
    await copy.catalog.readIndex().then(({ genres, groups }) => [genres, groups]),
    await store.catalog.readIndex().then(({ genres, groups }) => [genres, groups]),
  );
  assert.deepEqual(await factsOf(copy, 'mame:zelda'), await factsOf(store, 'mame:zelda'));
  await assert.rejects(() => removeSource(store, 'derived', { clock: () => 9000 }), /remove the source/);
  await assert.rejects(() => load(store, 'derived', [{ key: 'a' }]), /derived/);
});

test('facts that older tables derived are derived again', async () => {
  const store = await newStore();
  await load(store, 'mame', [ZELDA]);
  await store.catalog.write(async (writer) => {
    const [derived] = (await writer.listSources()).filter(({ source }) => source === 'derived');
    assert.ok(derived);
    await writer.putSource({ ...derived, version: 'older' });
    const game = await writer.findGame(1);
    const record = JSON.stringify({ ...JSON.parse(game?.record as string), groups: [] });
    const rest = { gameId: 1, title: 'x', names: '', facets: new Uint32Array(), hash: 'x', card: '{}' };
    await writer.putGame({ ...game, ...rest, record } as never);
  });
  await load(store, 'gamedatabase', [{ key: 'other', title: 'Other' }]);
  assert.deepEqual((await factsOf(store, 'mame:zelda')).groups, ['The Legend of Zelda']);
});
