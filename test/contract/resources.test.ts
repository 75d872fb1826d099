import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCases } from '../support/cases.ts';
import { DISC, GAME, PLATFORM } from '../support/samples/catalog.ts';
import { sharedServer } from '../support/servers/server.ts';

/** A game, what it has on a platform, and the lists of entries. Wrong requests are in refusals.test.ts. */

const server = await sharedServer();
const nes = `/v1/games/${GAME.everything}/platforms/${PLATFORM.nes}`;
const namesOf = (list: Record<string, unknown>[], field: string) => list.map((item) => item[field]);
const SNES = { platform_id: 15, platform_name: 'SNES', first_release_date: '1993-08' };
const NES = { platform_id: 22, platform_name: 'NES', first_release_date: '1985-09' };
const ARCADE = { platform_id: 143, platform_name: 'Arcade', first_release_date: null };

const catalog_url = `${server.url}/games/5/${encodeURIComponent('ドラゴンクエスト')}`;
testCases(server, 'a game is a number or an object, as its format says (contract gap 17)', [
  ['/v1/games/2?format=id', 200, 2],
  ['/v1/games/5?format=brief', 200, { game_id: 5, title: 'ドラゴンクエスト', catalog_url }],
]);

test('format=normal is the default, and the same object as in the list (contract gap 17)', async () => {
  const list = await server.get('/v1/games?id=1&format=normal');
  assert.deepEqual((await server.get('/v1/games/1')).body, list.body.games[0]);
});

testCases(server, 'a trailing slash and unknown parameters are ignored (contract gap 10, 13)', [
  ['/v1/games/2/?format=id /v1/games/2?format=id&limit=x', 200, 2],
  ['/v1/games/1/platforms/ /v1/genres?limit=x /v1/genres/ /v1/platforms/', 200],
  [`${nes}/ ${nes}/covers/ ${nes}/screenshots/`, 200],
]);

testCases(server, 'platforms of a game are ordered by id (contract gap 32)', [
  ['/v1/games/1/platforms', 200, { platforms: [SNES, NES, ARCADE] }],
]);

testCases(server, 'a platform without pictures has empty lists (contract gap 18)', [
  [`/v1/games/2/platforms/${PLATFORM.nes}/screenshots`, 200, { screenshots: [] }],
  [`/v1/games/${GAME.everything}/platforms/${PLATFORM.arcade}/covers`, 200, { cover_groups: [] }],
]);

test('releases are ordered by date, then country, with unknown dates last (contract gap 26, 32)', async () => {
  const { body } = await server.get(nes);
  assert.deepEqual(namesOf(body.releases, 'release_date'), ['1985', '1985-09-13', '1987-05-15', null]);
  assert.deepEqual(body.releases[1], {
    release_date: '1985-09-13',
    countries: ['Japan'],
    companies: [
      { company_id: 1, company_name: 'Nintendo', role: 'Published by' },
      { company_id: 2, company_name: 'Nintendo R&D4', role: 'Developed by' },
    ],
    description: null,
    product_codes: [{ product_code: 'HVC-SM', product_code_type: 'Nintendo Media PN', product_code_type_id: 2 }],
  });
});

test('details have the decided shapes (contract gap 26, 27, 28, 29)', async () => {
  const { releases: _releases, ...details } = (await server.get(nes)).body;
  assert.deepEqual(details, {
    game_id: GAME.everything,
    ...NES,
    attributes: [
      { attribute_id: 1, attribute_name: 'Cartridge', attribute_category_id: 1, attribute_category_name: 'Media Type' },
      details.attributes[1],
    ],
    patches: [{ description: 'Second revision of the cartridge', release_date: '1987-04' }],
    ratings: [
      { rating_id: 1, rating_name: 'Everyone', rating_system_id: 1, rating_system_name: 'ESRB Rating' },
      { rating_id: 2, rating_name: '3', rating_system_id: 2, rating_system_name: 'PEGI Rating' },
    ],
  });
});

test('screenshots keep the order of the catalog (contract gap 32)', async () => {
  const { screenshots } = (await server.get(`${nes}/screenshots`)).body;
  assert.equal(screenshots.length, 7);
  assert.deepEqual(screenshots[1], {
    caption: 'Level 1',
    image: 'https://pictures.example/shot-1.png',
    thumbnail_image: 'https://pictures.example/shot-1-small.png',
    width: 256,
    height: 240,
  });
});

test('covers are grouped, and a path under /media becomes a URL (contract gap 30)', async () => {
  const [first, second] = (await server.get(`${nes}/covers`)).body.cover_groups;
  assert.deepEqual([first.countries, first.comments], [['Japan'], 'First print']);
  assert.deepEqual(namesOf(first.covers, 'scan_of'), ['Back Cover', 'Front Cover']);
  const [image, thumbnail_image] = [server.url + DISC.image, server.url + DISC.thumbnail_image];
  const scan = { scan_of: 'Media', image, thumbnail_image, width: 10, height: 20, description: null, comments: null };
  assert.deepEqual(second.covers, [scan]);
});

test('genres are ordered by category id, then name; a known one has a description (contract gap 22)', async () => {
  const { genres } = (await server.get('/v1/genres')).body;
  assert.deepEqual(namesOf(genres, 'genre_name'), ['Action', 'Strategy / tactics', 'Chess', 'Platform', 'New']);
  assert.deepEqual(genres[3], {
    genre_id: 21,
    genre_name: 'Platform',
    genre_description: 'Jump and run.',
    genre_category: 'Gameplay',
    genre_category_id: 4,
  });
  assert.match(genres[0].genre_description, /\w+\. .+\./, 'that of the vocabulary');
  assert.equal(genres[4].genre_description, null);
});

test('platforms are ordered by name, by code point; new ones get higher ids (contract gap 22)', async () => {
  const { platforms } = (await server.get('/v1/platforms')).body;
  assert.deepEqual(namesOf(platforms, 'platform_name'), ['Arcade', 'NES', 'New machine', 'SNES']);
  const [arcade, known, added] = namesOf(platforms, 'platform_id') as number[];
  assert.deepEqual([arcade, known], [143, 22]);
  assert.ok(added && added > 100_000);
});

test('groups are ordered by id, at most 100 per page, with links to others (contract gap 22, 24, 34)', async () => {
  const { body, headers } = await server.get('/v1/groups');
  const ids = namesOf(body.groups, 'group_id') as number[];
  assert.equal(ids.length, 100);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  );
  assert.equal(headers.get('total-count'), '122');
  assert.deepEqual(body.groups[0], { group_id: 1, group_name: 'Mario', group_description: 'Games with the plumber.' });
  assert.equal(body.groups[1].group_description, null);
  const next = /<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] as string;
  assert.ok(!next.includes('api_key'));
  const last = await server.get(next.replace(server.url, ''));
  assert.equal(last.body.groups.length, 22);
  assert.match(last.headers.get('link') ?? '', /^[^,]*rel="prev"$/);
  assert.deepEqual((await server.get('/v1/groups?offset=1000')).body, { groups: [] });
});
