import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseScore } from '../../../src/importers/wikidata/scores.ts';
import { readJsonLines } from '../../support/samples/sources.ts';
import { type ClaimSketch, convertGame, convertItems, game, type ItemSketch } from '../../support/samples/wikidata.ts';

const [NES, SNES] = ['Q172742', 'Q183259'];
const on = (value: string, ...platforms: string[]) => ({ value, qualifiers: { P400: platforms } });

const CLASSES: [name: string, classes: ClaimSketch[], isGame: boolean, genres?: string[]][] = [
  ['a video game', ['Q7889'], true],
  ['an expansion pack', ['Q209163'], true, ['genre:add-on']],
  ['a compilation', ['Q16070115'], true, ['genre:compilation']],
  ['a mod that is also a game', ['Q7889', 'Q865493'], true, ['genre:add-on']],
  ['a remake', ['Q4393107'], true],
  ['a special edition', ['Q60997816'], true, ['genre:special-edition']],
  ['a series', ['Q7058673'], false],
  ['a game that is also a series', ['Q7889', 'Q7058673'], true],
  ['a game that was cancelled', ['Q7889', 'Q61475894'], false],
  ['a demo', ['Q1755420', 'Q7889'], false],
  ['an item with a deprecated class', [{ value: 'Q7889', rank: 'deprecated' }, 'Q571'], false],
  ['a book', ['Q571'], false],
];

test('the classes of an item say whether it is a game', async () => {
  for (const [name, P31, isGame, genres = []] of CLASSES) {
    const { games } = await convertItems(game({ claims: { P31 } }));
    assert.deepEqual(
      games.map((line) => line.genres),
      isGame ? [genres] : [],
      name,
    );
  }
});

test('an item that only mentions the class of games is not a game', async () => {
  assert.deepEqual((await convertItems(game({ claims: { P31: ['Q571'], P279: ['Q7889'] } }))).games, []);
});

test('a game has its ids in other databases, without broken and deprecated ones', async () => {
  const claims = {
    P9043: ['1942'],
    P5794: ['super-hop', 'Super Hop!'],
    P7785: ['8', '7', '8'],
    P11688: [{ value: '55', rank: 'deprecated' as const }],
    P6337: ['Super_Hop', 'Super_Hop<br>', 'Hop&amp;', 'x'.repeat(1001)],
  };
  const { key, ids, enriches } = await convertGame({ claims });
  assert.deepEqual([key, enriches], ['wikidata:Q900000001', undefined]);
  assert.deepEqual(ids, {
    wikidata: ['Q900000001'],
    igdb: ['1942'],
    igdb_slug: ['super-hop'],
    launchbox: ['7', '8'],
    pcgamingwiki: ['Super_Hop'],
  });
});

test('genres are looked up by id or name, and unknown ones are counted', async () => {
  const named = [
    { id: 'Q900000031', label: 'Golf video game' },
    { id: 'Q900000032', label: 'Cheese' },
  ];
  const P136 = ['Q1422746', 'Q828322', 'Q900000031', 'Q900000032', 'Q900000033'];
  const { games, unknown } = await convertItems(game({ claims: { P136 } }), ...named);
  assert.deepEqual(games[0]?.genres, [
    'genre:action',
    'genre:action-rpg',
    'genre:golf',
    'genre:platform',
    'genre:role-playing-rpg',
    'genre:sports',
  ]);
  assert.deepEqual(unknown, [
    { what: 'genre Cheese (Q900000032)', count: 1 },
    { what: 'genre Q900000033', count: 1 },
  ]);
});

test('platforms without an id in the table are found by their name', async () => {
  const { games } = await convertItems(game({ claims: { P400: ['Q900000034'] } }), {
    id: 'Q900000034',
    label: 'SATELLAVIEW',
  });
  assert.equal(games[0]?.platforms.map(({ platform }) => platform).join('; '), 'platform:snes');
});

test('series and franchises are groups with the names of their games', async () => {
  const names: ItemSketch[] = [
    { id: 'Q900000041', label: 'Mario' },
    { id: 'Q900000042', label: 'Doom (video game series)' },
    { id: 'Q900000043', labels: { mul: 'Pokémon franchise' } },
    { id: 'Q900000044', label: 'World Series Baseball' },
  ];
  const claims = {
    P179: ['Q900000041', 'Q900000042', 'Q900000044', 'Q900000049'],
    P8345: ['Q900000043', 'Q900000041'],
  };
  const { folder, games, unknown } = await convertItems(game({ claims }), ...names);
  assert.deepEqual(games[0]?.groups, ['group:doom', 'group:mario', 'group:pokemon', 'group:world-series-baseball']);
  assert.deepEqual(readJsonLines(join(folder, 'groups.jsonl')), [
    { key: 'group:doom', group_name: 'Doom' },
    { key: 'group:mario', group_name: 'Mario' },
    { key: 'group:pokemon', group_name: 'Pokémon' },
    { key: 'group:world-series-baseball', group_name: 'World Series Baseball' },
  ]);
  assert.deepEqual(unknown, [{ what: 'series Q900000049', count: 1 }]);
});

test('the official site is the preferred one, else the first valid URL', async () => {
  const site = async (...P856: ClaimSketch[]) => (await convertGame({ claims: { P856 } })).official_url;
  assert.equal(await site('https://a.example/', 'https://b.example/'), 'https://a.example/');
  assert.equal(
    await site('https://a.example/', { value: 'https://b.example/', rank: 'preferred' }),
    'https://b.example/',
  );
  assert.equal(await site('javascript:alert(1)', 'https://c d.example/', `https://${'x'.repeat(3000)}`), null);
});

async function ratings(claims: Record<string, ClaimSketch[]>): Promise<string[]> {
  const { platforms } = await convertGame({ claims });
  return platforms.map(({ platform, ratings = [] }) => `${platform.slice(9)}: ${ratings.map((key) => key.slice(7))}`);
}

test('ratings of the four systems have the names of the vocabulary', async () => {
  assert.deepEqual(
    await ratings({ P852: ['Q14864330'], P908: ['Q14915515'], P853: ['Q14870286'], P914: ['Q14920392'] }),
    ['nes: cero-rating/b,esrb-rating/teen,pegi-rating/12,usk-rating/12'],
  );
});

test('one rating applies to all platforms, and several without a platform are ignored', async () => {
  const P400 = [NES, SNES];
  const [TEEN, MATURE] = ['Q14864330', 'Q14864331'];
  assert.deepEqual(await ratings({ P400, P852: [TEEN] }), ['nes: esrb-rating/teen', 'snes: esrb-rating/teen']);
  assert.deepEqual(await ratings({ P400, P852: [TEEN, MATURE] }), ['nes: ', 'snes: ']);
  assert.deepEqual(await ratings({ P400, P852: [on(TEEN, NES), on(MATURE, SNES)] }), [
    'nes: esrb-rating/teen',
    'snes: esrb-rating/mature',
  ]);
  assert.deepEqual(await ratings({ P852: [TEEN, MATURE] }), ['nes: esrb-rating/mature,esrb-rating/teen']);
});

test('a pending rating is ignored, and an unknown one is counted', async () => {
  const { games, unknown } = await convertItems(game({ claims: { P852: ['Q14864333', 'Q900000051'] } }));
  assert.deepEqual([games[0]?.platforms[0]?.ratings, unknown[0]?.what], [[], 'rating Q900000051']);
});

const [SINGLE, MULTI, COOP, MASSIVE] = ['Q208850', 'Q6895044', 'Q1758804', 'Q862490'];
const PLAYERS: [name: string, claims: Record<string, ClaimSketch[]>, attributes: string[]][] = [
  ['one to four', { P1872: ['1'], P1873: ['4'] }, ['number-of-players-supported/1-4-players']],
  ['two', { P1872: ['2'], P1873: ['2'] }, ['number-of-players-supported/2-players']],
  ['one', { P1873: ['1'] }, ['number-of-players-supported/1-player']],
  ['one, by the mode', { P404: [SINGLE] }, ['number-of-players-supported/1-player']],
  ['at most four, alone too', { P404: [SINGLE, MULTI], P1873: ['4'] }, ['number-of-players-supported/1-4-players']],
  ['at most four, with an unknown minimum', { P404: [MULTI], P1873: ['4'] }, []],
  ['alone or together', { P404: [SINGLE, COOP] }, []],
  [
    'massively multiplayer',
    { P404: [MASSIVE], P1873: ['100000'] },
    ['number-of-players-supported/massively-multiplayer'],
  ],
  ['too many for one game', { P1872: ['1'], P1873: ['2000'] }, []],
  ['a maximum below the minimum', { P1872: ['4'], P1873: ['2'] }, []],
];

test('players are counted by modes and numbers', async () => {
  for (const [name, claims, attributes] of PLAYERS) {
    const { platforms } = await convertGame({ claims });
    const found = platforms[0]?.attributes?.map((key) => key.slice('attribute:'.length));
    assert.deepEqual(found, attributes, name);
  }
});

test('the number of players may differ by platform', async () => {
  const claims = { P400: [NES, SNES], P1872: ['1'], P1873: [on('2', NES), on('4', SNES)] };
  const { platforms } = await convertGame({ claims });
  assert.deepEqual(
    platforms.map(({ attributes }) => attributes),
    [['attribute:number-of-players-supported/1-2-players'], ['attribute:number-of-players-supported/1-4-players']],
  );
});

test('modes are found by name, and unknown ones are counted', async () => {
  const { games, unknown } = await convertItems(
    game({ claims: { P404: ['Q900000061', 'Q900000062'] } }),
    { id: 'Q900000061', label: 'split screen' },
    { id: 'Q900000062', label: 'Upside down' },
  );
  assert.deepEqual(games[0]?.platforms[0]?.attributes, ['attribute:multiplayer-options/split-screen']);
  assert.deepEqual(unknown, [{ what: 'game mode Upside down (Q900000062)', count: 1 }]);
});

const TITLES: [name: string, labels: Record<string, string>, title: string][] = [
  ['English first', { de: 'Hüpf', en: 'Hop', mul: 'HOP' }, 'Hop'],
  ['then the one for all languages', { ja: 'ホップ', mul: 'HOP' }, 'HOP'],
  ['then English of some country', { ja: 'ホップ', 'en-gb': 'Hop!' }, 'Hop!'],
  ['then in the order of the table', { de: 'Hüpf', fr: 'Saute', ja: 'ホップ' }, 'ホップ'],
  ['then any', { th: 'กระโดด', eo: 'Saltu' }, 'Saltu'],
  ['not an empty one', { en: ' ', mul: '\n', de: 'Hüpf' }, 'Hüpf'],
  ['without a disambiguation', { en: 'Hop (1990 video game)' }, 'Hop'],
  ['with other words in parentheses', { en: 'Hop (Again)' }, 'Hop (Again)'],
];

test('the title is the label in the best language', async () => {
  for (const [name, labels, title] of TITLES)
    assert.equal((await convertGame({ label: undefined, labels })).title, title, name);
});

async function alternates(sketch: Partial<ItemSketch>): Promise<string[]> {
  const { alternate_titles = [] } = await convertGame(sketch);
  return alternate_titles.map(({ title, description }) => `${title}: ${description}`);
}

test('alternate titles are described by language and script', async () => {
  const labels = { ja: 'ホップ', ko: '홉', zh: '跳跃', ru: 'Прыжок', de: 'Hüpf', 'pt-br': 'Pulo', sw: 'Ruka' };
  const aliases = { en: ['Super Hop'], ja: ['Bon Hop'] };
  assert.deepEqual(await alternates({ labels, aliases }), [
    'Super Hop: Alternate title',
    'ホップ: Japanese spelling',
    'Bon Hop: Japanese title',
    '홉: Korean spelling',
    '跳跃: Chinese title',
    'Прыжок: Russian title',
    'Hüpf: German title',
    'Pulo: Brazilian title',
  ]);
});

test('a spelling that differs only in case or punctuation is not an alternate title', async () => {
  const labels = {
    de: 'HOP',
    fr: 'Hop!',
    es: 'Hop (videojuego)',
    it: 'The Hop',
    pl: 'Skok',
    cs: 'Skok',
    ja: 'Hop（ゲーム）',
  };
  assert.deepEqual(await alternates({ labels, aliases: { en: ['hop', '!?'] } }), ['Skok: Polish title']);
});

test('the number of aliases is limited', async () => {
  const many = (code: string) => Array.from({ length: 9 }, (_, i) => `${code} ${i}`);
  const codes = ['en', 'ja', 'de', 'fr', 'es', 'it', 'pl', 'ru', 'ko', 'zh'];
  const found = await alternates({ aliases: Object.fromEntries(codes.map((code) => [code, many(code)])) });
  assert.equal(found.length, 20);
  assert.deepEqual(found.slice(2, 4), ['en 2: Alternate title', 'ja 0: Japanese title']);
});

const SCORES: [text: string, score: number | undefined][] = [
  ['85/100', 8.5],
  ['8.5/10', 8.5],
  ['8,5 / 10', 8.5],
  ['4/5', 8],
  ['36/40', 9],
  ['4 out of 5 stars', 8],
  ['85%', 8.5],
  ['85 %', 8.5],
  ['A+', 10],
  ['b+', 8.3],
  ['C−', 4.2],
  ['F', 0],
  ['0/10', 0],
  ['85', undefined],
  ['11/10', undefined],
  ['0/0', undefined],
  ['150%', undefined],
  ['-1/10', undefined],
  ['★★★★', undefined],
  ['', undefined],
];

test('a review score is a number of 0 to 10', () => {
  for (const [text, score] of SCORES) {
    const parsed = parseScore(text);
    assert.equal(parsed === undefined ? undefined : Math.round(parsed * 10) / 10, score, text);
  }
});

const by = (value: string, reviewer: string, ...methods: string[]): ClaimSketch => ({
  value,
  qualifiers: { P447: [reviewer], ...(methods.length > 0 && { P459: methods }) },
});

async function scoreOf(...P444: ClaimSketch[]) {
  const { catalog_score, num_votes } = await convertGame({ claims: { P444 } });
  return [catalog_score, num_votes];
}

test('one reviewer has one vote', async () => {
  assert.deepEqual(await scoreOf(by('90/100', 'Q1'), by('70/100', 'Q1'), by('3/5', 'Q2')), [7, 2]);
  assert.deepEqual(await scoreOf('9/10', '80%'), [8.5, 2]);
  assert.deepEqual(await scoreOf(by('B', 'Q1'), by('92%', 'Q2'), by('8/10', 'Q3')), [8.2, 3]);
});

test('a game without a usable review has no score', async () => {
  assert.deepEqual(await scoreOf(), [undefined, undefined]);
  assert.deepEqual(await scoreOf({ value: '9/10', rank: 'deprecated' }), [undefined, undefined]);
  const { games, unknown } = await convertItems(game({ claims: { P444: ['94'] } }));
  assert.equal(games[0]?.catalog_score, undefined);
  assert.deepEqual(unknown, [{ what: 'review score 94', count: 1 }]);
});

test('shares of critics and scores of players do not count', async () => {
  assert.deepEqual(await scoreOf(by('98%', 'Q1'), by('91/100', 'Q1')), [9.1, 1]);
  const P444 = [by('60/100', 'Q1', 'Q900000007'), by('80/100', 'Q1')];
  const method = { id: 'Q900000007', label: 'Metacritic user score' };
  assert.equal((await convertGame({ claims: { P444 } }, method)).catalog_score, 8);
});
