import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { serve } from '../../src/server/serve.ts';
import { companies, genres, platforms, release } from '../support/samples/entries.ts';
import { startServer } from '../support/servers/server.ts';

/**
 * Requests of RomM (backend/handler/metadata/hasheous_handler.py, August 2026) and gaseous (gaseous-lib and hasheous-client,
 * August 2026), and what they read of the answers.
 */
const HOP = { name: 'Hop (USA).nes', size: 40_976, crc: '11111111', md5: '2'.repeat(32), sha1: '3'.repeat(40) };
const DISCS = ['4', '5', '6'].map((digit) => ({ name: `Far (Disc ${digit}).bin`, sha1: digit.repeat(40) }));

const PUBLIC_URL = 'https://games.example.org';
const server = await startServer(
  { 'public-url': PUBLIC_URL },
  {
    platforms: platforms('NES', 'KC 85'),
    genres: genres('Basic', 'Action'),
    companies: companies('Acme'),
    games: [
      {
        key: 'test:hop',
        title: 'Hop',
        description: 'A game of jumps.',
        genres: ['genre:action'],
        ids: { igdb: ['1942'], igdb_slug: ['hop-1'], thegamesdb: ['7'], launchbox: ['8', '9'], giantbomb: ['3030-10'] },
        platforms: [
          { platform: 'platform:nes', releases: [release('1985-09', 'United States', 'acme', { dumps: [HOP] })] },
        ],
      },
      {
        key: 'test:far',
        title: 'Far',
        platforms: [{ platform: 'platform:kc-85', releases: [release('1990', '', '', { dumps: DISCS })] }],
      },
    ],
  },
);

const BASE = `/k/${server.key}/hasheous/api/v1`;
const get = (path: string) => server.fetch(BASE + path, { redirect: 'manual' });
const lookUp = (body: unknown, path = '/Lookup/ByHash', init: RequestInit = {}) =>
  server.fetch(BASE + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json-patch+json', 'x-client-api-key': 'of the program' },
    ...init,
  });
const OF_ROMM = '/Lookup/ByHash?returnAllSources=true&returnFields=Signatures%2C%20Metadata%2C%20Attributes';
const COLUMNS =
  'age_ratings, alternative_names, collections, cover, dlcs, expanded_games, franchise, franchises, game_modes, genres, ' +
  'involved_companies, platforms, ports, remakes, screenshots, similar_games, videos';

test('RomM: both health checks, with the key in the path', async () => {
  assert.equal((await get('/HealthCheck')).status, 200);
  assert.equal((await server.fetch('/hasheous/api/v1/HealthCheck')).status, 401);
});

test('RomM: a file has the id of IGDB, by which it gets the rest', async () => {
  const { status, body, headers } = await lookUp([{ mD5: HOP.md5, shA1: HOP.sha1, crc: HOP.crc }], OF_ROMM);
  assert.equal(status, 200);
  assert.equal(headers.get('ignored-parameters'), null);
  const hop = (await server.get('/v1/games?title=hop')).body.games[0];
  assert.deepEqual([body.id, body.name], [hop.game_id, 'Hop']);
  const [{ attributeName, link }] = body.attributes;
  assert.deepEqual([attributeName, PUBLIC_URL + link], ['Logo', hop.sample_cover.image]);
  assert.deepEqual(Object.keys(body.signatures), ['Generic']);
  const sources = body.metadata.map(({ source, id, immutableId }: Record<string, string>) => [source, id, immutableId]);
  assert.deepEqual(sources, [
    ['IGDB', 'hop-1', '1942'],
    ['TheGamesDb', '7', '7'],
    ['GiantBomb', '10', '10'],
  ]);

  const game = (await get(`/MetadataProxy/IGDB/Game?${new URLSearchParams({ Id: '1942', expandColumns: COLUMNS })}`))
    .body;
  assert.deepEqual([game.id, game.name, game.slug, game.summary], [1942, 'Hop', 'hop-1', 'A game of jumps.']);
  assert.equal(game.first_release_date, '1985-09-01T00:00:00.000Z');
  assert.equal(game.cover.url, hop.sample_cover.image);
  const values = (part: object): Record<string, unknown>[] => Object.values(part);
  assert.deepEqual(
    values(game.genres).map(({ name }) => name),
    ['Action'],
  );
  assert.deepEqual(
    values(game.platforms).map(({ id, name }) => [id, name]),
    [[18, 'NES']],
  );
  const [credit = {}] = values(game.involved_companies);
  assert.deepEqual(
    [(credit.company as { name: string }).name, credit.publisher, credit.developer],
    ['Acme', true, false],
  );
});

test('RomM: without https it takes the cover of the lookup, because it would fetch the other one with https', async () => {
  const plain = await serve({ ...server.config, public_url: undefined }, () => server.now);
  after(() => plain.close());
  const ask = async <T>(path: string, init?: RequestInit) =>
    (await (await fetch(`http://localhost:${plain.port}${BASE}${path}`, init)).json()) as T;
  const { attributes } = await ask<{ attributes: { link: string }[] }>('/Lookup/ByHash', {
    method: 'POST',
    body: JSON.stringify([{ crc: HOP.crc }]),
  });
  const cover = await fetch(`http://localhost:${plain.port}${attributes[0]?.link}`);
  assert.equal(cover.headers.get('content-type'), 'image/png');
  assert.equal(
    (await ask<{ cover: { url?: string } }>('/MetadataProxy/IGDB/Game?Id=1942&expandColumns=cover')).cover.url,
    undefined,
  );
});

test('RomM: a game without an id of IGDB has one that no game has there', async () => {
  const { body } = await lookUp(
    DISCS.map(({ sha1 }) => ({ shA1: sha1 })),
    OF_ROMM,
  );
  assert.deepEqual([body.name, body.signatures.Generic.length], ['Far', 3]);
  const id = Number(body.metadata[0].immutableId);
  assert.equal(id, 1_000_000_000 + body.id);
  const game = (await get(`/MetadataProxy/IGDB/Game?Id=${id}&expandColumns=cover`)).body;
  assert.deepEqual([game.id, game.name, game.cover.game], [id, 'Far', id]);
  assert.equal((await get('/MetadataProxy/IGDB/Game?Id=77')).status, 404);
});

test('RomM: an unknown file is 404', async () => {
  const { status, body } = await lookUp([{ shA1: '0'.repeat(40) }], OF_ROMM);
  assert.deepEqual([status, body.message], [404, 'No game has a file with this hash.']);
});

test('gaseous: the files of an archive, with null for unknown hashes, are the game that most of them belong to', async () => {
  const body = [HOP, ...DISCS].map(({ sha1 }) => ({ MD5: null, SHA1: sha1, SHA256: '7'.repeat(64), CRC: '' }));
  assert.equal((await lookUp(body)).body.name, 'Far');
  const { platform, publisher, signature } = (await lookUp({ MD5: HOP.md5, SHA1: null })).body;
  const [{ source, id, immutableId }] = platform.metadata;
  assert.deepEqual([platform.name, source, id, immutableId], ['NES', 'IGDB', 'nes', '18']);
  assert.deepEqual(publisher, { name: 'Acme', metadata: [] });
  const { name, year, system, demo } = signature.game;
  assert.deepEqual([name, year, signature.game.publisher, system, demo], ['Hop', '1985', 'Acme', 'NES', 'NotDemo']);
  assert.deepEqual(signature.rom, { ...HOP, attributes: {}, romType: 'File', signatureSource: 'Generic' });
});

test('gaseous: a bundle is a ZIP archive with the game and its objects', async () => {
  const answer = await fetch(`${server.url}${BASE}/MetadataProxy/Bundles/IGDB/1942.bundle`);
  assert.equal(answer.headers.get('content-type'), 'application/octet-stream');
  const zip = Buffer.from(await answer.arrayBuffer());
  assert.equal(zip.readUInt32LE(0), 0x04034b50);
  const name = zip.subarray(30, 30 + zip.readUInt16LE(26)).toString();
  const bytes = zip.subarray(30 + name.length, 30 + name.length + zip.readUInt32LE(18));
  assert.deepEqual([name, crc32(bytes)], ['Game.json', zip.readUInt32LE(14)]);
  const end = zip.subarray(-22);
  assert.deepEqual([end.readUInt32LE(0), end.readUInt16LE(10)], [0x06054b50, 1]);
  assert.equal(zip.readUInt32LE(end.readUInt32LE(16)), 0x02014b50);

  const game = JSON.parse(bytes.toString());
  assert.equal(game.cover.id, 1942);
  assert.ok(Date.parse(game.updated_at) > 0);
  const [credit] = Object.values(game.involved_companies) as { company: number }[];
  const company = await get(`/MetadataProxy/IGDB/company?Id=${credit?.company}`);
  assert.deepEqual([company.body.id, company.body.name], [credit?.company, 'Acme']);
  const image = await get(`/MetadataProxy/IGDB/Image/${game.cover.image_id}.jpg`);
  assert.deepEqual([image.status, image.headers.get('location')], [301, game.cover.url]);
  assert.equal((await get(`/MetadataProxy/IGDB/cover?Id=1942`)).body.image_id, game.cover.image_id);
});

test('gaseous: platforms by their ids there, in pages, and a search in one', async () => {
  for (const id of [18, 99]) {
    const { body } = await get(`/MetadataProxy/IGDB/platform?Id=${id}`);
    assert.deepEqual(body, { id, name: 'NES', slug: 'nes' });
  }
  const pages = [1, 2, 3].map((page) => get(`/Lookup/Platforms?PageSize=1&PageNumber=${page}`));
  const [first, second, third] = await Promise.all(pages);
  assert.deepEqual([first?.body.totalPages, first?.body.count, third?.body.objects], [2, 2, []]);
  const objects = [...(first?.body.objects ?? []), ...(second?.body.objects ?? [])];
  assert.deepEqual(
    objects.map(({ name, metadata }) => [name, metadata[0]?.immutableId]),
    [
      ['KC 85', undefined],
      ['NES', '18'],
    ],
  );
  const { body } = await get('/MetadataProxy/IGDB/Search/Platform/18/Game?SearchString=hop');
  assert.deepEqual(
    body.map(({ id, name, platforms: ids }: Record<string, unknown>) => [id, name, ids]),
    [[1942, 'Hop', [18]]],
  );
});

test('a hash may be in the address', async () => {
  for (const [kind, hash] of [
    ['sha1', HOP.sha1.toUpperCase()],
    ['md5', HOP.md5],
    ['crc', HOP.crc],
  ])
    assert.equal((await get(`/Lookup/ByHash/${kind}/${hash}`)).body.name, 'Hop', kind);
});

test('what programs report to Hasheous is accepted, and dropped', async () => {
  const match = { Source: 'IGDB', PlatformId: 'nes', GameId: 'hop' };
  for (const path of ['/Submissions/FixMatch', '/Submissions/ArchiveObservation']) {
    const { status, body } = await lookUp({ MD5: HOP.md5, MetadataMatches: [match] }, path);
    assert.deepEqual([status, body], [200, {}]);
  }
});

const WRONG: [body: unknown, status: number, message: RegExp][] = [
  [{ sha1: 'abc' }, 422, /^sha1 must be 40 hexadecimal digits\.$/],
  [{ MD5: 'g'.repeat(32) }, 422, /^MD5 must be 32 hexadecimal digits\.$/],
  [[{ crc: 7 }], 400, /crc must be a string\.$/],
  [[], 422, /^Give at least one of mD5, shA1 and crc\.$/],
  [{ SHA256: 'a'.repeat(64) }, 422, /^Give at least one of/],
  ['text', 400, /the body must be an object with hashes, or a list of such objects\.$/],
  [null, 400, /the body must be an object with hashes/],
  [[[{}]], 400, /the body must be an object with hashes/],
  [{ crc: 'a'.repeat(70_000) }, 413, /^The body must be at most 65536 bytes\.$/],
];
test('each wrong body gets one sentence that says what to do', async () => {
  for (const [wrong, status, message] of WRONG) {
    const answer = await lookUp(wrong);
    assert.equal(answer.status, status, answer.text);
    assert.match(answer.body.message, message);
  }
});

const WRONG_PATHS: [path: string, status: number, message: RegExp][] = [
  ['/Lookup/ByHash/sha256/abc', 422, /must end with sha1, md5 or crc and a hash/],
  ['/Lookup/ByHash/crc/123', 422, /^crc must be 8 hexadecimal digits\.$/],
  ['/Lookup/ByHash', 405, /use one of OPTIONS, POST\.$/],
  ['/MetadataProxy/IGDB/Game', 422, /^Give an Id\.$/],
  ['/MetadataProxy/IGDB/Game?Id=x', 400, /Id must be an integer\.$/],
  ['/MetadataProxy/IGDB/Theme?Id=1', 404, /^This server has no objects of the type theme\.$/],
  ['/MetadataProxy/IGDB/Platform?Id=5', 404, /^There is no platform 5\.$/],
  ['/MetadataProxy/IGDB/Company?Id=5', 404, /^There is no company 5\.$/],
  ['/MetadataProxy/IGDB/Search/Platform/9999/Game?SearchString=a', 404, /^There is no platform 9999\.$/],
  ['/MetadataProxy/IGDB/Search/Platform/18/Game', 400, /SearchString is required\.$/],
  ['/MetadataProxy/IGDB/Search/Platform/18/Game?SearchString=%20', 400, /SearchString must not be empty\.$/],
  ['/MetadataProxy/IGDB/Image/cover-99999.jpg', 404, /^There is no such picture\.$/],
  ['/MetadataProxy/Bundles/TheGamesDB/1.bundle', 404, /Bundles\/IGDB\/1942\.bundle\.$/],
  ['/Lookup/Platforms?PageSize=2000', 422, /^PageSize must be from 1 to 1000\.$/],
  ['/Lookup', 404, /^There is no endpoint \/hasheous\/api\/v1\/Lookup\.$/],
];
test('each wrong address gets one sentence, too', async () => {
  for (const [path, status, message] of WRONG_PATHS) {
    const answer = await get(path);
    assert.equal(answer.status, status, `${path}: ${answer.text}`);
    assert.match(answer.body.message, message, path);
  }
});

test('calls count like those of /v1, and have their own labels in the metrics', async () => {
  const key = await server.addKey('free');
  const ask = (path: string) => server.fetch(path, { headers: { 'x-api-key': key } });
  const { headers } = await ask('/hasheous/api/v1/HealthCheck');
  assert.deepEqual([headers.get('ratelimit-remaining'), headers.get('access-control-allow-origin')], ['359', '*']);
  assert.equal((await ask('/v1/genres')).status, 429);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  assert.match(
    metrics,
    /ludex_requests_total\{route="\/hasheous\/api\/v1\/Lookup\/ByHash\/\{kind\}\/\{hash\}",status="200"\}/,
  );
});
