import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCases } from '../support/cases.ts';
import { GAME, PLATFORM } from '../support/catalog.ts';
import { startServer } from '../support/server.ts';

const server = await startServer();
const notFound = { code: 1, error: 'Game not found', message: '' };
const nes = `/v1/games/${GAME.everything}/platforms/${PLATFORM.nes}`;

runCases(server, {
  200: [
    { name: 'format=id is the bare integer (decision 17)', path: '/v1/games/2?format=id', body: 2 },
    {
      name: 'format=brief is the bare object (decision 17)',
      path: '/v1/games/5?format=brief',
      body: {
        game_id: 5,
        title: 'ドラゴンクエスト',
        catalog_url: `${server.url}/games/5/${encodeURIComponent('ドラゴンクエスト')}`,
      },
    },
    { name: 'a trailing slash (decision 13)', path: '/v1/games/2/?format=id', body: 2 },
    { name: 'an unknown parameter (decision 10)', path: '/v1/games/2?format=id&limit=x', body: 2 },
    {
      name: 'the platforms of a game, by id (decision 32)',
      path: '/v1/games/1/platforms',
      body: {
        platforms: [
          { platform_id: 15, platform_name: 'SNES', first_release_date: '1993-08' },
          { platform_id: 22, platform_name: 'NES', first_release_date: '1985-09' },
          { platform_id: 143, platform_name: 'Arcade', first_release_date: null },
        ],
      },
    },
    {
      name: 'no screenshots where the game was released (decision 18)',
      path: `/v1/games/2/platforms/${PLATFORM.nes}/screenshots`,
      body: { screenshots: [] },
    },
    {
      name: 'no covers where the game was released (decision 18)',
      path: `/v1/games/2/platforms/${PLATFORM.nes}/covers`,
      body: { cover_groups: [] },
    },
    { name: 'a trailing slash of details (decision 13)', path: `${nes}/` },
  ],
  400: [
    { name: 'a word as game id (decision 15)', path: '/v1/games/mario', says: /game_id/ },
    { name: 'a fraction as game id (decision 15)', path: '/v1/games/1.5' },
    { name: 'an empty escape as game id (decision 15)', path: '/v1/games/%20' },
    { name: 'a word as platform id (decision 15)', path: '/v1/games/1/platforms/nes', says: /platform_id/ },
    { name: 'a word as platform id of covers (decision 15)', path: '/v1/games/1/platforms/nes/covers' },
    { name: 'an empty format (decision 5)', path: '/v1/games/1?format=' },
    {
      name: 'a wrong type comes before a missing game (decision 16)',
      path: `/v1/games/${GAME.none}?format=id&format=id`,
    },
  ],
  404: [
    { name: 'no such game (decision 19)', path: `/v1/games/${GAME.none}`, body: notFound },
    { name: 'no such game in any format (decision 19)', path: `/v1/games/${GAME.none}?format=id`, body: notFound },
    { name: 'game 0 (decision 15)', path: '/v1/games/0', body: notFound },
    { name: 'a negative game id (decision 15)', path: '/v1/games/-1', body: notFound },
    { name: 'an absurd game id (decision 15)', path: `/v1/games/${'9'.repeat(300)}`, body: notFound },
    { name: 'no such game, its platforms', path: `/v1/games/${GAME.none}/platforms`, body: notFound },
    { name: 'no such game, its details', path: `/v1/games/${GAME.none}/platforms/22`, body: notFound },
    { name: 'not released on that platform (decision 18)', path: '/v1/games/3/platforms/22', body: notFound },
    {
      name: 'not released there, its screenshots (decision 18)',
      path: '/v1/games/3/platforms/22/screenshots',
      body: notFound,
    },
    { name: 'not released there, its covers (decision 18)', path: '/v1/games/3/platforms/22/covers', body: notFound },
    { name: 'an absurd platform id (decision 15)', path: `/v1/games/3/platforms/${'9'.repeat(30)}`, body: notFound },
  ],
  422: [
    { name: 'an unknown format (decision 6)', path: '/v1/games/1?format=xml', says: /format/ },
    { name: 'a wrong value comes before a missing game (decision 16)', path: `/v1/games/${GAME.none}?format=xml` },
  ],
});

test('format=normal is the default, and the same object as in the list (decision 17)', async () => {
  const one = await server.get('/v1/games/1');
  const list = await server.get('/v1/games?id=1&format=normal');
  assert.deepEqual(one.body, list.body.games[0]);
});

test('details hold releases by date, then country, unknown dates last (decision 26, 32)', async () => {
  const { body } = await server.get(nes);
  assert.deepEqual(
    body.releases.map((release: { release_date: string }) => release.release_date),
    ['1985', '1985-09-13', '1987-05-15', null],
  );
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

test('the first release is given at year or month precision (decision 26)', async () => {
  const { body } = await server.get(nes);
  assert.equal(body.first_release_date, '1985-09');
});

test('product codes, patches and ratings have the decided shapes (decision 27, 28, 29)', async () => {
  const { body } = await server.get(nes);
  assert.deepEqual(body.patches, [{ description: 'Second revision of the cartridge', release_date: '1987-04' }]);
  assert.deepEqual(body.ratings, [
    { rating_id: 1, rating_name: 'Everyone', rating_system_id: 1, rating_system_name: 'ESRB Rating' },
    { rating_id: 2, rating_name: '3', rating_system_id: 2, rating_system_name: 'PEGI Rating' },
  ]);
  assert.deepEqual(body.attributes[0], {
    attribute_id: 1,
    attribute_name: 'Cartridge',
    attribute_category_id: 1,
    attribute_category_name: 'Media Type',
  });
  assert.equal(body.releases[1].product_codes[0].product_code_type_id, 2);
});

test('details say of which game and platform they are', async () => {
  const { body } = await server.get(nes);
  assert.deepEqual(Object.keys(body), [
    'game_id',
    'platform_id',
    'platform_name',
    'first_release_date',
    'attributes',
    'releases',
    'patches',
    'ratings',
  ]);
});

test('screenshots come in their catalogued order (decision 32)', async () => {
  const { body } = await server.get(`${nes}/screenshots`);
  assert.equal(body.screenshots.length, 7);
  assert.deepEqual(body.screenshots[1], {
    caption: 'Level 1',
    image: 'https://pictures.example/shot-1.png',
    thumbnail_image: 'https://pictures.example/shot-1-small.png',
    width: 256,
    height: 240,
  });
});

test('covers come in groups, and a path of our own becomes a URL (decision 30)', async () => {
  const { body } = await server.get(`${nes}/covers`);
  assert.deepEqual(body.cover_groups[0].countries, ['Japan']);
  assert.equal(body.cover_groups[0].comments, 'First print');
  assert.deepEqual(
    body.cover_groups.flatMap((group: { covers: { scan_of: string }[] }) => group.covers.map((cover) => cover.scan_of)),
    ['Back Cover', 'Front Cover', 'Media'],
  );
  assert.deepEqual(body.cover_groups[1].covers[0], {
    scan_of: 'Media',
    image: `${server.url}/media/ab/cd.png`,
    thumbnail_image: `${server.url}/media/ab/cd-small.png`,
    width: 10,
    height: 20,
    description: null,
    comments: null,
  });
});
