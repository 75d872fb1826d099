import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Case, runCases } from '../support/cases.ts';
import { GAME, GENRE, PLATFORM } from '../support/catalog.ts';
import { sharedServer } from '../support/server.ts';

const server = await sharedServer();
const range = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);
const { everything, chess, accented, eszett, japanese, greek, bare } = GAME;

const found = (name: string, query: string, games: number[]): Case => ({
  name,
  path: `/v1/games?format=id&${query}`,
  games,
});
const refused = (name: string, query: string, says?: RegExp): Case => ({
  name,
  path: `/v1/games?${query}`,
  ...(says && { says }),
});

runCases(server, {
  200: [
    found('100 games by id are the default (contract gap 22)', '', range(1, 100)),
    found('limit and offset', 'limit=3&offset=2', [3, 4, 5]),
    found('the last page', 'offset=130', range(131, GAME.last - 130)),
    found('an offset past the end (contract gap 24)', 'offset=5000', []),
    found('the largest offset (contract gap 6)', 'offset=2147483647', []),
    found('one platform', `platform=${PLATFORM.nes}`, [everything, chess, japanese]),
    found(
      'several platforms are combined with AND (contract gap 3)',
      `platform=${PLATFORM.nes}&platform=${PLATFORM.snes}`,
      [everything],
    ),
    found(
      'several platforms with match=any are combined with OR (contract gap 3)',
      `platform=${PLATFORM.nes}&platform=${PLATFORM.snes}&match=any`,
      [everything, chess, accented, japanese, bare],
    ),
    found('match=all is the default (contract gap 3)', `genre=1&genre=21&match=all`, [everything]),
    found('different filters are combined with AND (contract gap 2)', `platform=${PLATFORM.nes}&genre=${GENRE.chess}`, [
      chess,
    ]),
    found(
      'different filters are combined with AND even with match=any (contract gap 3)',
      `platform=${PLATFORM.snes}&platform=${PLATFORM.nes}&genre=${GENRE.chess}&genre=${GENRE.platform}&match=any`,
      [everything, chess],
    ),
    found('groups', 'group=2', [everything, chess]),
    found('all filters at once', `group=2&genre=${GENRE.action}&platform=${PLATFORM.nes}&title=bros`, [everything]),
    found('an unknown id (contract gap 4)', 'platform=777777', []),
    found('an absurdly large id (contract gap 7)', `platform=${'9'.repeat(40)}`, []),
    found('a title in lower case', 'title=example%20bros', [everything]),
    found('+ is a space (contract gap 9)', 'title=example+bros', [everything]),
    found('part of a title (contract gap 12)', 'title=ess', [chess]),
    found('a title across words (contract gap 12)', 'title=r%20Th', [chess]),
    found('POKÉMON finds Pokémon (contract gap 12)', `title=${encodeURIComponent('POKÉMON')}`, [accented]),
    found('accents do not matter (contract gap 12)', 'title=pokemon', [accented]),
    found('accents that the title does not have (contract gap 12)', `title=${encodeURIComponent('brös')}`, [
      everything,
    ]),
    found('accents of Greek letters (contract gap 12)', `title=${encodeURIComponent('Οδυσσεύς')}`, [greek]),
    found('a decomposed accent is the same (contract gap 12)', `title=${encodeURIComponent('poke\u0301mon')}`, [
      accented,
    ]),
    found('straße finds STRASSE (contract gap 12)', `title=${encodeURIComponent('straße')}`, [eszett]),
    found('one Japanese character', `title=${encodeURIComponent('ゴ')}`, [japanese]),
    found('a Japanese voicing mark matters (contract gap 12)', `title=${encodeURIComponent('コ')}`, []),
    found('an alternate title is not searched (contract gap 12)', 'title=example%201', []),
    found('punctuation matters (contract gap 12)', 'title=example%20bros%20', []),
    found('Japanese characters', `title=${encodeURIComponent('クエスト')}`, [japanese]),
    found('Greek with its two small sigmas (contract gap 12)', `title=${encodeURIComponent('οδυσσευς')}`, [greek]),
    found('one letter', 'title=7&limit=2', [eszett, GAME.firstFiller + 7]),
    found('two letters', 'title=12&limit=3', [GAME.firstFiller + 12, GAME.firstFiller + 112, GAME.firstFiller + 120]),
    found('a title without a match', 'title=zzzzzz', []),
    found('128 characters (contract gap 11)', `title=${'x'.repeat(128)}`, []),
    found('128 characters that fold to 256 (contract gap 11)', `title=${encodeURIComponent('ß'.repeat(128))}`, []),
    found('128 characters of two units each (contract gap 11)', `title=${encodeURIComponent('🎮'.repeat(128))}`, []),
    found('an empty title does not filter (contract gap 5)', 'title=&limit=2', [1, 2]),
    found('one id', `id=${chess}`, [chess]),
    found('ids are returned in order, each once (contract gap 1)', 'id=5&id=2&id=5', [2, 5]),
    found('unknown ids are left out (contract gap 1)', `id=${GAME.none}&id=3`, [3]),
    found('only unknown ids (contract gap 1)', `id=${GAME.none}`, []),
    found(
      'with id everything else is ignored, even when invalid (contract gap 1)',
      'id=1&limit=abc&offset=-1&title=zz',
      [1],
    ),
    found('with id a title may be too long (contract gap 1)', `id=1&title=${'x'.repeat(200)}`, [1]),
    found(
      '100 ids (contract gap 1)',
      range(1, 100)
        .map((id) => `id=${id}`)
        .join('&'),
      range(1, 100),
    ),
    found('unknown parameters (contract gap 10)', 'nonsense=1&limit=1', [1]),
    found('names of prototypes as parameters', '__proto__=1&constructor=2&toString=3&limit=1', [1]),
    found('a parameter without a value', 'flag&limit=1', [1]),
    found('empty parts', '&&limit=1&&', [1]),
    found('leading zeros are allowed (contract gap 7)', 'limit=002', [1, 2]),
    { name: 'a trailing slash (contract gap 13)', path: '/v1/games/?format=id&limit=1', games: [1] },
  ],
  400: [
    refused('a word where an integer is expected', 'limit=abc', /parameter values must be of valid types.*limit/),
    refused('a fraction (contract gap 7)', 'limit=1.5'),
    refused('an exponent (contract gap 7)', 'limit=1e1'),
    refused('hexadecimal (contract gap 7)', 'limit=0x10'),
    refused('a space before (contract gap 7)', 'limit=%201'),
    refused('a plus sign, which is a space (contract gap 7)', 'limit=+1'),
    refused('an encoded plus sign (contract gap 7)', 'limit=%2B1'),
    refused('digits of another script (contract gap 7)', `limit=${encodeURIComponent('١')}`),
    refused('an empty platform (contract gap 5)', 'platform='),
    refused('an empty limit (contract gap 5)', 'limit='),
    refused('an empty format (contract gap 5)', 'format='),
    refused('an empty id (contract gap 5)', 'id='),
    refused('a word as id', 'id=abc'),
    refused('format twice (contract gap 8)', 'format=id&format=id', /format.*once/),
    refused('title twice (contract gap 8)', 'title=a&title=b', /title.*once/),
    refused('half an escape (contract gap 9)', 'title=%E', /percent-encoded/),
    refused('no escape (contract gap 9)', 'title=%zz'),
    refused('invalid UTF-8 (contract gap 9)', 'title=%ff%fe'),
    refused('an overlong encoding (contract gap 9)', 'title=%c0%af'),
    refused('half of a surrogate pair (contract gap 9)', 'title=%ed%a0%80'),
    refused('NUL (contract gap 9)', 'title=a%00b'),
    refused('NUL in a name (contract gap 9)', 'a%00b=1'),
    refused('a broken escape in an unknown parameter (contract gap 9)', 'other=%'),
    refused('a wrong type comes before a wrong value (contract gap 16)', 'limit=0&offset=x', /offset/),
  ],
  422: [
    refused('limit 0 (contract gap 6)', 'limit=0', /limit must be from 1 to 100/),
    refused('limit 101 (contract gap 6)', 'limit=101', /limit must be from 1 to 100/),
    refused('a negative limit (contract gap 6)', 'limit=-5'),
    refused('an absurd limit (contract gap 6)', `limit=${'9'.repeat(400)}`),
    refused('offset below 0 (contract gap 6)', 'offset=-1', /offset must be from 0 to 2147483647/),
    refused('offset above 2^31-1 (contract gap 6)', 'offset=2147483648'),
    refused('platform 0 (contract gap 4)', 'platform=0', /platform must be at least 1/),
    refused('a negative genre (contract gap 4)', 'genre=-1'),
    refused('id 0 (contract gap 4)', 'id=0'),
    refused(
      '101 ids (contract gap 1)',
      range(1, 101)
        .map((id) => `id=${id}`)
        .join('&'),
      /id.*100/,
    ),
    refused('an unknown format (contract gap 6)', 'format=xml', /format must be one of id, brief, normal/),
    refused('an unknown match (contract gap 6)', 'match=some', /match must be one of all, any/),
    refused('an unknown format with id (contract gap 1)', 'id=1&format=xml'),
    {
      name: 'a title of 129 characters (contract gap 11, 20)',
      path: `/v1/games?title=${'x'.repeat(129)}`,
      body: { code: 9, error: 'Title too long', message: 'The title filter must be at most 128 characters.' },
    },
    {
      name: 'a title of 129 characters that folds to fewer (contract gap 11)',
      path: `/v1/games?title=${encodeURIComponent(`x${'e\u0301'.repeat(64)}`)}`,
      body: { code: 9, error: 'Title too long', message: 'The title filter must be at most 128 characters.' },
    },
  ],
});

test('format=brief has exactly three fields', async () => {
  const { body } = await server.get('/v1/games?format=brief&limit=1');
  const url = `${server.url}/games/1/super-example-bros`;
  assert.deepEqual(body, { games: [{ game_id: 1, title: 'Super Example Bros.', catalog_url: url }] });
});

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

test('the score is from 0 to 10 with one decimal (contract gap 25)', async () => {
  const { body } = await server.get('/v1/games?id=1');
  assert.equal(body.games[0].catalog_score, 8.5);
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

test('Ignored-Parameters lists parameters without effect (contract gap 10)', async () => {
  const { headers } = await server.get('/v1/games?limit=1&platfrom=1&%F0%9F%8E%AE=1');
  assert.equal(headers.get('ignored-parameters'), 'platfrom, %F0%9F%8E%AE');
  const byId = await server.get('/v1/games?id=1&title=x&format=id');
  assert.equal(byId.headers.get('ignored-parameters'), 'title');
  const none = await server.get('/v1/games?limit=1');
  assert.equal(none.headers.get('ignored-parameters'), null);
});

test('unencoded UTF-8 in a query is accepted', async () => {
  const { body } = await server.get('/v1/games?format=id&title=Pokémon');
  assert.deepEqual(body, { games: [accented] });
});
