import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testLists } from '../support/cases.ts';
import { GAME, GENRE, PLATFORM } from '../support/samples/catalog.ts';
import { sharedServer } from '../support/servers/server.ts';

const server = await sharedServer();
const range = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);
const { everything, chess, accented, eszett, japanese, greek, bare } = GAME;

const both = `platform=${PLATFORM.nes}&platform=${PLATFORM.snes}`;

testLists(server, 'a page has 100 games by id (contract gap 22, 24)', {
  '': range(1, 100),
  'limit=3&offset=2': [3, 4, 5],
  'offset=130': range(131, GAME.last - 130),
  'offset=5000': [],
  'offset=2147483647': [],
});

testLists(
  server,
  'filters are combined with AND, and with match=any those of one kind with OR (contract gap 2, 3, 4)',
  {
    [`platform=${PLATFORM.nes}`]: [everything, chess, japanese],
    [both]: [everything],
    [`${both}&match=any`]: [everything, chess, accented, japanese, bare],
    'genre=1&genre=21&match=all': [everything],
    [`platform=${PLATFORM.nes}&genre=${GENRE.chess}`]: [chess],
    [`${both}&genre=${GENRE.chess}&genre=${GENRE.platform}&match=any`]: [everything, chess],
    'group=2': [everything, chess],
    [`group=2&genre=${GENRE.action}&platform=${PLATFORM.nes}&title=bros`]: [everything],
    'platform=777777': [],
    [`platform=${'9'.repeat(40)}`]: [],
  },
);

testLists(
  server,
  'a title has the text: accents and case do not matter, punctuation does (contract gap 5, 9, 11, 12)',
  {
    'title=example%20bros': [everything],
    'title=example+bros': [everything],
    'title=ess': [chess],
    'title=r%20Th': [chess],
    'title=pokemon': [accented],
    'title=οδυσσευς': [greek],
    'title=ゴ': [japanese],
    'title=コ': [],
    'title=クエスト': [japanese],
    'title=example%201': [],
    'title=example%20bros%20': [],
    'title=7&limit=2': [eszett, GAME.firstFiller + 7],
    'title=12&limit=3': [GAME.firstFiller + 12, GAME.firstFiller + 112, GAME.firstFiller + 120],
    'title=zzzzzz': [],
    // At most 128 characters, which may fold to 256, or have two units each.
    [`title=${'x'.repeat(128)}`]: [],
    [`title=${'ß'.repeat(128)}`]: [],
    [`title=${'🎮'.repeat(128)}`]: [],
    'title=&limit=2': [1, 2],
  },
);

testLists(server, 'with id, games come by id, each once, and all else is ignored (contract gap 1)', {
  [`id=${chess}`]: [chess],
  'id=5&id=2&id=5': [2, 5],
  [`id=${GAME.none}&id=3`]: [3],
  [`id=${GAME.none}`]: [],
  'id=1&limit=abc&offset=-1&title=zz': [1],
  [`id=1&title=${'x'.repeat(200)}`]: [1],
  [range(1, 100)
    .map((id) => `id=${id}`)
    .join('&')]: range(1, 100),
});

testLists(server, 'unknown parameters, empty parts and leading zeros change nothing (contract gap 7, 10, 13)', {
  'nonsense=1&limit=1': [1],
  '__proto__=1&constructor=2&toString=3&limit=1': [1],
  'flag&limit=1': [1],
  '&&limit=1&&': [1],
  'limit=002': [1, 2],
});
testLists(server, 'a trailing slash changes nothing (contract gap 13)', { 'limit=1': [1] }, '/v1/games/');

test('format=normal is the default and has every field, with lists in contract order (contract gap 32)', async () => {
  const { body } = await server.get('/v1/games?limit=1');
  const [game] = body.games;
  assert.deepEqual(Object.keys(game), [
    'game_id',
    'title',
    'catalog_url',
    'alternate_titles',
    'description',
    'genres',
    'catalog_score',
    'num_votes',
    'official_url',
    'platforms',
    'sample_cover',
    'sample_screenshots',
  ]);
  assert.deepEqual(
    game.alternate_titles.map((title: { title: string }) => title.title),
    ['Example 1', 'スーパーエグザンプル'],
  );
  assert.deepEqual(game.genres, [
    { genre_id: 1, genre_name: 'Action', genre_category: 'Basic Genres', genre_category_id: 1 },
    { genre_id: 21, genre_name: 'Platform', genre_category: 'Gameplay', genre_category_id: 4 },
  ]);
  assert.deepEqual(game.platforms, [
    { platform_id: 15, platform_name: 'SNES', first_release_date: '1993-08' },
    { platform_id: 22, platform_name: 'NES', first_release_date: '1985-09' },
    { platform_id: 143, platform_name: 'Arcade', first_release_date: null },
  ]);
});

test('texts are returned unchanged, with quotes, backslashes and line breaks, and without HTML entities (contract gap 33)', async () => {
  const { body } = await server.get('/v1/games?limit=1');
  const text = 'A game that has everything.\nIt has "quotes", back\\slashes such as \\u0001 and <3 signs.';
  assert.equal(body.games[0].description, text);
});

test('at most five screenshots and one front cover are samples, always the same (contract gap 31)', async () => {
  const { body } = await server.get('/v1/games?limit=1');
  const [game] = body.games;
  assert.equal(game.sample_screenshots.length, 5);
  assert.equal(game.sample_screenshots[0].image, 'https://pictures.example/shot-0.png');
  assert.deepEqual(game.sample_cover, {
    image: 'https://pictures.example/front.png',
    thumbnail_image: 'https://pictures.example/front-small.png',
    width: 800,
    height: 600,
    platforms: ['SNES', 'NES'],
  });
});

test('a game without data has every list, and null for unknown values (contract gap 24, 25, 26)', async () => {
  const { body } = await server.get(`/v1/games?id=${bare}`);
  // Its cover is generated; see generated-covers.test.ts.
  const [{ sample_cover: _generated, ...game }] = body.games;
  assert.deepEqual(game, {
    game_id: bare,
    title: 'Bare',
    catalog_url: `${server.url}/games/${bare}/bare`,
    alternate_titles: [],
    description: null,
    genres: [],
    catalog_score: null,
    num_votes: 0,
    official_url: null,
    platforms: [{ platform_id: 15, platform_name: 'SNES', first_release_date: null }],
    sample_screenshots: [],
  });
});

test('pages have Total-Count and a Link to the next page without the key (contract gap 34)', async () => {
  const { headers } = await server.get('/v1/games?title=filler&limit=50&format=id&platform=143');
  assert.equal(headers.get('total-count'), '130');
  const link = headers.get('link') as string;
  assert.equal(link, `<${server.url}/v1/games?title=filler&limit=50&format=id&platform=143&offset=50>; rel="next"`);
  const next = await server.get(link.slice(1, link.indexOf('>')).replace(server.url, ''));
  assert.equal(next.body.games[0], GAME.firstFiller + 50);
  assert.match(next.headers.get('link') ?? '', /offset=100>; rel="next", <.*offset=0>; rel="prev"/);
});

test('past the end, prev links to the last page; links never contain a key (contract gap 34)', async () => {
  const { headers } = await server.get(`/v1/games?limit=50&offset=5000&apikey=${server.key}`);
  assert.equal(headers.get('link'), `<${server.url}/v1/games?limit=50&offset=${GAME.last - 50}>; rel="prev"`);
  assert.equal(headers.get('ignored-parameters'), 'apikey');
});

test('Did-You-Mean names the parameters that are meant by unknown ones', async () => {
  for (const [path, meant] of [
    ['games?name=x&platfrom=1', 'name=title, platfrom=platform'],
    ['games?q=x', 'q=title'],
    ['games/search?q=x&name=y&page=2', 'name=q, page=offset'],
    ['groups?per_page=2', 'per_page=limit'],
    // Known, but without effect beside `id`.
    ['games?id=1&title=x', null],
    ['games?junk=1', null],
  ])
    assert.equal((await server.get(`/v1/${path}`)).headers.get('did-you-mean'), meant, `${path}`);
});

test('Ignored-Parameters lists parameters without effect (contract gap 10)', async () => {
  const { headers } = await server.get('/v1/games?limit=1&platfrom=1&%F0%9F%8E%AE=1');
  assert.equal(headers.get('ignored-parameters'), 'platfrom, %F0%9F%8E%AE');
  for (const [query, ignored] of [
    ['id=1&title=x&format=id', 'title'],
    ['limit=1', null],
    // One without a name is not listed.
    ['=1&limit=1', null],
    ['=&&', null],
    ['=1&junk=1', 'junk'],
  ])
    assert.equal((await server.get(`/v1/games?${query}`)).headers.get('ignored-parameters'), ignored, `${query}`);
});
