import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mediaFolder } from '../../src/config.ts';
import { loadStarter } from '../../src/layers/starter.ts';
import { openKeeper } from '../../src/media/keep.ts';
import { openStore } from '../../src/store/open.ts';
import { writeBundle } from '../support/bundle.ts';
import { GAME, PLATFORM } from '../support/catalog.ts';
import { getPage } from '../support/page.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const GENERATED = 'Generated from the title, the platform and the year; not a scan.';

test('no cover is handed out that nobody has scanned, unless the operator says so', async () => {
  const server = await startServer();
  assert.equal((await server.get(`/v1/games/${GAME.bare}`)).body.sample_cover, null);
  const { body } = await server.get(`/v1/games/${GAME.bare}/platforms/${PLATFORM.snes}/covers`);
  assert.deepEqual(body.cover_groups, []);
});

test('with the setting every game without a cover has a drawn one, which says so; scans stay scans', async () => {
  const server = await startServer({ 'generated-covers': 'true' });
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

async function importStarter(server: TestServer): Promise<void> {
  const store = await openStore(server.config);
  const keeper = openKeeper(mediaFolder(server.config), { makesThumbnails: false });
  await loadStarter(store, () => server.now, keeper);
  await keeper.close();
  await store.close();
}

test('the starter catalog has them, until another source comes; tags tell the two apart', async () => {
  const server = await startServer({}, { platforms: [] }, 'starter');
  await importStarter(server);
  await until(async () => (await server.get('/v1/games?limit=1')).body.games.length === 1);
  const find = async () => {
    const { body } = await server.get('/v1/games');
    const { game_id } = body.games.find(({ sample_cover }: { sample_cover: { image: string } | null }) =>
      sample_cover?.image.includes('/covers/'),
    );
    return game_id as number;
  };
  const gameId = await find();
  const before = await server.get(`/v1/games/${gameId}`);
  const again = await server.get(`/v1/games/${gameId}`);
  assert.equal(again.headers.get('etag'), before.headers.get('etag'));
  assert.ok(before.body.sample_cover);
  await server.import(
    writeBundle(
      {
        platforms: [{ key: 'platform:nes', platform_name: 'NES' }],
        games: [{ key: 'mine:a', title: 'Something of mine', platforms: [{ platform: 'platform:nes' }] }],
      },
      { source: 'mine' },
    ),
  );
  await until(async () => (await server.get('/v1/games?title=something of mine')).body.games.length === 1);
  const after = await server.get(`/v1/games/${gameId}`, {
    headers: { 'if-none-match': before.headers.get('etag') ?? '' },
  });
  assert.equal(after.status, 200);
  assert.equal(after.body.sample_cover, null);
});
