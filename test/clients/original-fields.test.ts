import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { serve } from '../../src/server/serve.ts';
import { sizeOf } from '../support/samples/pictures.ts';
import { GAME, PLATFORM, startCompatible } from './catalog.ts';

const server = await startCompatible();
const on = (gameId: number, platformId: number) => `/v1/games/${gameId}/platforms/${platformId}`;

interface Group {
  countries: string[];
  comments: string | null;
  covers: { image: string; thumbnail_image: string; width: number; height: number }[];
}

async function coversOf(gameId: number, platformId: number): Promise<Group[]> {
  return (await server.get(`${on(gameId, platformId)}/covers`)).body.cover_groups;
}

test('a game has the original field names as well (contract gap 48)', async () => {
  const { body } = await server.get(`/v1/games/${GAME.everything}`);
  assert.deepEqual([body.moby_url, body.moby_score], [body.catalog_url, 8.5]);
  const { body: brief } = await server.get(`/v1/games/${GAME.everything}?format=brief`);
  assert.deepEqual(Object.keys(brief), ['game_id', 'title', 'catalog_url', 'moby_url']);
});

const COUNTRIES: [about: string, gameId: number, platformId: number, countries: string[][]][] = [
  ['a scan without a country', GAME.everything, PLATFORM.snes, [['Taiwan', 'Japan', 'United States', 'Canada']]],
  ['a scan of a region', GAME.everything, PLATFORM.nes, [['Asia', 'Worldwide']]],
  ['a generated cover', GAME.pokemon, PLATFORM.gameBoy, [['Japan', 'United States']]],
  ['a generated cover where no release is known', GAME.bare, PLATFORM.snes, [['Worldwide']]],
  ['the same on another platform', GAME.bare, PLATFORM.nes, [['Worldwide']]],
  ['a generated cover of a region', GAME.quest, PLATFORM.nes, [['Europe', 'Worldwide']]],
  ['a generated cover where no country is known', GAME.apostrophe, PLATFORM.nes, [['Worldwide']]],
];

for (const [about, gameId, platformId, countries] of COUNTRIES) {
  test(`${about} is found by country`, async () => {
    const groups = await coversOf(gameId, platformId);
    assert.deepEqual(
      groups.map((group) => group.countries),
      countries,
    );
  });
}

test('picture URLs end in the extension of a common type', async () => {
  const { body: game } = await server.get(`/v1/games/${GAME.everything}`);
  const [group] = (await coversOf(GAME.everything, PLATFORM.snes)) as [Group];
  const { body: details } = await server.get(`${on(GAME.everything, PLATFORM.snes)}/screenshots`);
  const [drawn] = (await coversOf(GAME.bare, PLATFORM.nes)) as [Group];
  for (const [picture, ending, type] of [
    [game.sample_cover, /\.jpg$/, 'jpeg'],
    [game.sample_screenshots[0], /\.png$/, 'png'],
    [group.covers[1], /\.jpg$/, 'jpeg'],
    [details.screenshots[2], /\.png$/, 'png'],
    [drawn.covers[0], /\/covers\/3\.png$/, 'png'],
  ] as const) {
    assert.match(picture.image, ending);
    const response = await fetch(picture.image);
    const { width, height } = picture;
    assert.deepEqual(await sizeOf(Buffer.from(await response.arrayBuffer())), { width, height, type });
    assert.equal((await fetch(picture.thumbnail_image, { method: 'HEAD' })).status, 200);
  }
  assert.match(drawn.comments ?? '', /^Generated/);
});

test('an external media host only has the original types', async () => {
  const media_url = 'https://pictures.example/bucket';
  const other = await serve({ ...server.config, media_url }, () => server.now);
  after(() => other.close());
  const response = await fetch(`http://localhost:${other.port}/v1/games/1?api_key=${server.key}`);
  const { sample_cover } = (await response.json()) as { sample_cover: { image: string } };
  assert.match(sample_cover.image, /^https:\/\/pictures\.example\/bucket\/[0-9a-f/]+\.webp$/);
});

test('a platform without releases gets one with unknown fields', async () => {
  const { body } = await server.get(on(GAME.bare, PLATFORM.nes));
  const unknown = { release_date: null, countries: [], companies: [], description: null, product_codes: [] };
  assert.deepEqual(body.releases, [unknown]);
});

test('a platform without a date gets the first one of the game, or an empty text', async () => {
  const dates = (platforms: { first_release_date: string }[]) => platforms.map((one) => one.first_release_date);
  const { body: game } = await server.get(`/v1/games/${GAME.apostrophe}`);
  assert.deepEqual(dates(game.platforms), ['1996-02', '1996-02']);
  const { body: bare } = await server.get(`/v1/games/${GAME.bare}/platforms`);
  assert.deepEqual(dates(bare.platforms), ['', '']);
  const { body: details } = await server.get(on(GAME.apostrophe, PLATFORM.nes));
  assert.deepEqual([details.first_release_date, details.releases[0].release_date], ['1996-02', null]);
  for (const include of ['details', 'covers']) {
    const { body } = await server.get(`/v1/games/${GAME.apostrophe}?include=${include}`);
    assert.deepEqual(dates(body.platforms), ['1996-02', '1996-02'], include);
  }
});

test('a game that an alternate title finds shows that title', async () => {
  const find = async (title: string, format: string) =>
    (await server.get(`/v1/games?title=${encodeURIComponent(title)}&format=${format}`)).body.games;
  const [game] = await find('pocket example', 'normal');
  assert.deepEqual([game.game_id, game.title], [GAME.pokemon, 'Pocket Example: Aka']);
  assert.deepEqual(game.alternate_titles, [{ title: 'Pokémon Example', description: 'Main title' }]);
  assert.deepEqual(await find('pocket example', 'brief'), [
    { game_id: GAME.pokemon, title: 'Pocket Example: Aka', catalog_url: game.catalog_url, moby_url: game.catalog_url },
  ]);
  assert.deepEqual(await find('pocket example', 'id'), [GAME.pokemon]);
  assert.equal((await find('example', 'normal'))[1].title, 'Pokémon Example', 'the main title is preferred');
  assert.equal((await find('super example', 'brief'))[0].title, 'Super Example World');
  assert.equal(
    (await find('Super Example IV', 'brief'))[0].title,
    'Super Example 4',
    'unless another one equals the text',
  );
  const { body } = await server.get('/v1/games?title=pocket+example&include=groups');
  assert.deepEqual([body.games[0].title, body.games[0].groups], ['Pocket Example: Aka', []]);
});

test('without wide matching a game always shows its main title', async () => {
  const contract = await serve({ ...server.config, title_match: 'contract' }, () => server.now);
  const plain = await serve({ ...server.config, original_fields: false }, () => server.now);
  after(() => Promise.all([contract.close(), plain.close()]));
  for (const [{ port }, text, titles] of [
    [contract, 'pocket', []],
    [contract, 'mon example', ['Pokémon Example']],
    [plain, 'pocket', ['Pokémon Example']],
  ] as const) {
    const response = await fetch(`http://localhost:${port}/v1/games?title=${text}&api_key=${server.key}`);
    const { games } = (await response.json()) as { games: { title: string }[] };
    assert.deepEqual(
      games.map(({ title }) => title),
      titles,
    );
  }
});

test('format=full of a game means normal', async () => {
  const normal = await server.get(`/v1/games/${GAME.everything}`);
  const full = await server.get(`/v1/games/${GAME.everything}?format=full`);
  assert.deepEqual([full.status, full.body], [200, normal.body]);
  for (const path of [`/v1/games/${GAME.everything}?format=fuller`, '/v1/games?format=full'])
    assert.equal((await server.get(path)).status, 422, path);
  assert.equal((await server.get(`/v1/games/${GAME.everything}?format=full&format=full`)).status, 400);
});

test('without the setting, responses follow the contract only', async () => {
  const other = await serve({ ...server.config, original_fields: false }, () => server.now);
  after(() => other.close());
  const ask = (path: string) => fetch(`http://localhost:${other.port}${path}?api_key=${server.key}`);
  const game = await (await ask(`/v1/games/${GAME.everything}`)).text();
  assert.doesNotMatch(game, /moby_|\.jpg|\.png/);
  const covers = (await (await ask(`${on(GAME.pokemon, PLATFORM.gameBoy)}/covers`)).json()) as {
    cover_groups: Group[];
  };
  assert.deepEqual(covers.cover_groups[0]?.countries, []);
  assert.match(covers.cover_groups[0]?.covers[0]?.image ?? '', /\.png\?v=/);
  const details = (await (await ask(on(GAME.bare, PLATFORM.nes))).json()) as { releases: object[] };
  assert.deepEqual(details.releases, []);
  const full = await fetch(`http://localhost:${other.port}/v1/games/1?format=full&api_key=${server.key}`);
  assert.equal(full.status, 422);
});
