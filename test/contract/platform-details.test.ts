import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCases } from '../support/cases.ts';
import { GAME, PLATFORM } from '../support/catalog.ts';
import { sharedServer } from '../support/server.ts';

const server = await sharedServer();
const notFound = { code: 1, error: 'Game not found', message: '' };
const nes = `/v1/games/${GAME.everything}/platforms/${PLATFORM.nes}`;

runCases(server, {
  200: [{ name: 'a trailing slash (contract gap 13)', path: `${nes}/` }],
  400: [
    { name: 'a word as game id (contract gap 15)', path: '/v1/games/mario/platforms/22', says: /game_id/ },
    { name: 'a word as platform id (contract gap 15)', path: '/v1/games/1/platforms/nes', says: /platform_id/ },
  ],
  404: [
    { name: 'no such game (contract gap 19)', path: `/v1/games/${GAME.none}/platforms/22`, body: notFound },
    { name: 'not released on that platform (contract gap 18)', path: '/v1/games/3/platforms/22', body: notFound },
    {
      name: 'an absurd platform id (contract gap 15)',
      path: `/v1/games/3/platforms/${'9'.repeat(30)}`,
      body: notFound,
    },
  ],
});

test('releases are ordered by date, then country, with unknown dates last (contract gap 26, 32)', async () => {
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

test('the first release date has year or month precision (contract gap 26)', async () => {
  const { body } = await server.get(nes);
  assert.equal(body.first_release_date, '1985-09');
});

test('product codes, patches and ratings have the decided shapes (contract gap 27, 28, 29)', async () => {
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

test('details name their game and platform', async () => {
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
