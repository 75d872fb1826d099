import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverText, coverVersion } from '../../src/catalog/render/generated-cover.ts';
import { getPage } from '../support/page.ts';
import { GAME, PLATFORM } from '../support/samples/catalog.ts';
import { sharedServer, startServer } from '../support/servers/server.ts';

const GENERATED = 'Generated from the title, the platform and the year; not a scan.';

test('with the setting off there are no generated covers', async () => {
  const server = await startServer({ 'generated-covers': 'false' });
  const [listed] = (await server.get(`/v1/games?id=${GAME.bare}`)).body.games;
  const { body: game } = await server.get(`/v1/games/${GAME.bare}`);
  assert.deepEqual([listed.sample_cover, game.sample_cover], [null, null]);
  const { body } = await server.get(`/v1/games/${GAME.bare}/platforms/${PLATFORM.snes}/covers`);
  assert.deepEqual(body.cover_groups, []);
});

const server = await sharedServer();

test('every game without a cover has a generated one, labelled as such; scans are unchanged', async () => {
  const { body: bare } = await server.get(`/v1/games/${GAME.bare}`);
  assert.ok(bare.sample_cover.image.startsWith(`${server.url}/covers/${GAME.bare}.png?v=`));
  assert.deepEqual([bare.sample_cover.width, bare.sample_cover.height], [600, 800]);
  assert.deepEqual(bare.sample_cover.platforms, ['SNES']);
  const { body } = await server.get(`/v1/games/${GAME.bare}/platforms/${PLATFORM.snes}/covers`);
  assert.deepEqual(body.cover_groups, [
    {
      countries: [],
      comments: GENERATED,
      covers: [
        {
          scan_of: 'Front Cover',
          image: bare.sample_cover.image,
          thumbnail_image: bare.sample_cover.thumbnail_image,
          width: 600,
          height: 800,
          description: null,
          comments: GENERATED,
        },
      ],
    },
  ]);
  const { body: list } = await server.get(`/v1/games?id=${GAME.bare}&id=${GAME.everything}`);
  assert.deepEqual(list.games.at(-1), bare);
  assert.match(list.games[0].sample_cover.image, /^https:\/\/pictures\.example\//);
  const { body: scans } = await server.get(`/v1/games/${GAME.everything}/platforms/${PLATFORM.arcade}/covers`);
  assert.deepEqual(scans.cover_groups, []);
  const page = await getPage(server, `/games/${GAME.bare}/bare`);
  assert.match(page.text, /title="Generated cover"/);
  assert.doesNotMatch(page.words, /Covers/, 'the site has none among the scans');
});

test('a generated cover is the same for every platform', async () => {
  const { body: game } = await server.get(`/v1/games/${GAME.chess}`);
  assert.deepEqual(game.sample_cover.platforms, ['NES', 'New machine']);
  for (const { platform_id } of game.platforms) {
    const { body } = await server.get(`/v1/games/${GAME.chess}/platforms/${platform_id}/covers`);
    const images = body.cover_groups.map(({ covers }: { covers: { image: string }[] }) =>
      covers.map(({ image }) => image),
    );
    assert.deepEqual(images, [[game.sample_cover.image]]);
  }
});

/** Characters that JSON escapes, and text that looks like part of a card. */
const TITLES = [
  'Say "hi" \\ \\"',
  '{"game_id":1,"title":"x","platforms":[],"sample_cover":null}',
  ',"catalog_url":',
  'Tab\\u0001',
  'ドラゴン 🎮',
];

test('any title has a generated cover of its own', async () => {
  const games = TITLES.map((title, i) => ({ key: `test:${i}`, title, platforms: [{ platform: 'platform:nes' }] }));
  const platforms = [{ key: 'platform:nes', platform_name: 'NES "\\" ,"sample_cover":null' }];
  const odd = await startServer({}, { platforms, games });
  const { body } = await odd.get('/v1/games');
  for (const [i, game] of body.games.entries()) {
    assert.equal(game.title, TITLES[i]);
    const expected = `/covers/${game.game_id}.png?v=${coverVersion(coverText(game))}`;
    assert.equal(game.sample_cover.image, odd.url + expected);
    assert.deepEqual(
      game.sample_cover.platforms,
      platforms.map(({ platform_name }) => platform_name),
    );
  }
});
