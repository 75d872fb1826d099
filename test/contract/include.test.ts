import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeBundle } from '../support/samples/bundle.ts';
import { CATALOG, GAME } from '../support/samples/catalog.ts';
import { platforms, release } from '../support/samples/entries.ts';
import { sharedServer, startServer, type TestServer } from '../support/servers/server.ts';

const server = await sharedServer();
const EVERYTHING = 'details,covers,screenshots,groups,companies,ids,files,sources';

const PATHS = [
  `/v1/games?id=${GAME.everything}&id=${GAME.chess}`,
  '/v1/games?limit=9',
  '/v1/games/search?q=chess',
  '/v1/games/recent?limit=9',
  '/v1/games/random?limit=9',
];

function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

interface PlatformOfGame {
  platform_id: number;
  screenshots: object[];
  cover_groups: object[];
}

/** What the endpoints of a game say, in the form of `include`. */
async function collect({ get }: TestServer, gameId: number) {
  const { body: game } = await get(`/v1/games/${gameId}`);
  const platforms: PlatformOfGame[] = [];
  for (const { platform_id } of game.platforms) {
    const path = `/v1/games/${gameId}/platforms/${platform_id}`;
    const [{ body: details }, { body: screenshots }, { body: covers }] = await Promise.all([
      get(path),
      get(`${path}/screenshots`),
      get(`${path}/covers`),
    ]);
    const { game_id: _gameId, ...own } = details;
    platforms.push({ ...own, ...screenshots, ...covers });
  }
  return { ...game, platforms };
}

const SETTINGS: Record<string, string>[] = [
  {},
  { 'generated-covers': 'false' },
  { 'original-fields': 'true', 'media-url': 'https://pictures.example.org/all' },
];

for (const settings of SETTINGS) {
  test(`an included part equals the answer of its own endpoint: ${JSON.stringify(settings)}`, async () => {
    const own = Object.keys(settings).length === 0 ? server : await startServer(settings);
    for (const gameId of [GAME.everything, GAME.chess, GAME.bare]) {
      const expected = await collect(own, gameId);
      const { body } = await own.get(`/v1/games/${gameId}?include=details,screenshots,covers`);
      assert.deepEqual(body, expected);
    }
  });
}

test('every endpoint includes the same', async () => {
  const { body: one } = await server.get(`/v1/games/${GAME.everything}?include=${EVERYTHING}`);
  for (const path of [
    ...PATHS.slice(0, 2),
    '/v1/games?title=super',
    '/v1/games/search?q=super',
    `/v1/games/recent?offset=0`,
    '/v1/games/random',
  ]) {
    const { body } = await server.get(withQuery(path, `include=${EVERYTHING}`));
    const found = body.games.find(({ game_id }: { game_id: number }) => game_id === GAME.everything);
    if (found || !path.includes('random')) assert.deepEqual(found, one, path);
    for (const game of body.games) assert.ok(game.groups && game.companies && game.platforms[0].releases, path);
  }
});

test('groups and companies of a game: each once, in the order of ids and releases', async () => {
  const { body } = await server.get(`/v1/games/${GAME.everything}?include=groups,companies`);
  assert.deepEqual(body.groups, [
    { group_id: 1, group_name: 'Mario' },
    { group_id: 2, group_name: 'Themes' },
  ]);
  const companies = body.companies.map(({ company_name, role }: Record<string, string>) => [company_name, role]);
  assert.deepEqual(companies, [
    ['Nintendo', 'Published by'],
    ['Nintendo R&D4', 'Developed by'],
  ]);
  const { body: bare } = await server.get(`/v1/games/${GAME.bare}?include=groups,companies`);
  assert.deepEqual([bare.groups, bare.companies], [[], []]);
});

test('sources of a game: the fields of each, with its licence', async () => {
  const { body } = await server.get(`/v1/games/${GAME.chess}?include=sources`);
  const [one] = body.sources;
  assert.deepEqual(one, {
    source: 'test',
    source_name: 'Test',
    licence: 'CC0-1.0',
    source_url: null,
    fields: ['title', 'genres', 'groups', 'releases'],
  });
});

test('without include, a game has none of it, and with one name only that', async () => {
  const FIELDS = [
    'attributes',
    'releases',
    'patches',
    'ratings',
    'screenshots',
    'cover_groups',
    'groups',
    'companies',
    'external_ids',
    'files',
    'sources',
  ];
  const shown = async (query: string) => {
    const { body } = await server.get(`/v1/games/${GAME.everything}${query}`);
    return FIELDS.filter((field) => field in body || field in body.platforms[0]);
  };
  assert.deepEqual(await shown(''), []);
  assert.deepEqual(await shown('?include=details'), ['attributes', 'releases', 'patches', 'ratings']);
  assert.deepEqual(await shown('?include=covers'), ['cover_groups']);
  assert.deepEqual(await shown('?include=ids'), ['external_ids']);
  assert.deepEqual(await shown('?include=files'), ['files']);
  assert.deepEqual(await shown('?include=sources'), ['sources']);
  assert.deepEqual(await shown('?include=screenshots&include=companies'), ['screenshots', 'companies']);
});

test('the ETag depends on the set of names, not on their order', async () => {
  const tagOf = async (query: string) => {
    const { headers } = await server.get(`/v1/games/${GAME.everything}${query}`, {
      headers: { 'accept-encoding': 'identity' },
    });
    return headers.get('etag');
  };
  const tags = await Promise.all(['', '?include=details', '?include=groups', '?include=details,groups'].map(tagOf));
  assert.equal(new Set(tags).size, 4);
  assert.equal(await tagOf('?include=groups&include=details'), tags[3]);
  const { status } = await server.get(`/v1/games/${GAME.everything}?include=details,groups`, {
    headers: { 'if-none-match': tags[3] as string },
  });
  assert.equal(status, 304);
});

test('a new licence of a source changes the ETag of a game with its sources only', async () => {
  const own = await startServer({}, CATALOG);
  const read = (query: string) => own.get(`/v1/games/${GAME.chess}${query}`);
  const tags = async () => [(await read('')).headers.get('etag'), (await read('?include=sources')).headers.get('etag')];
  const before = await tags();
  await own.import(writeBundle(CATALOG, { licence: 'CC-BY-4.0' }));
  const after = await tags();
  assert.deepEqual([after[0] === before[0], after[1] === before[1]], [true, false]);
  assert.equal((await read('?include=sources')).body.sources[0].licence, 'CC-BY-4.0');
});

const FILE = { size: 40_976, crc: '1'.repeat(8), sha1: '3'.repeat(40) };
const withFiles = (dumps: object[], more: object[] = []) => ({
  platforms: platforms('NES', 'SNES'),
  games: [
    {
      ...{ key: 'test:hop', title: 'Hop' },
      platforms: [
        { platform: 'platform:nes', releases: [release('1990', 'Japan', '', { dumps })] },
        { platform: 'platform:snes', dumps: [{ name: 'Hop.sfc', ...FILE }] },
      ],
    },
    { key: 'test:none', title: 'None', platforms: [{ platform: 'platform:nes' }] },
    ...more,
  ],
});

test('files of a game: each once per platform, with what all sources say of it', async () => {
  const other = {
    ...{ key: 'test:more', title: 'Hop', enriches: true, ids: { key: ['test:hop'] } },
    platforms: [
      { platform: 'platform:nes', dumps: [{ name: 'other name.nes', md5: '2'.repeat(32), sha1: FILE.sha1 }] },
    ],
  };
  const own = await startServer(
    {},
    withFiles(
      [
        { name: 'Hop (USA).nes', ...FILE },
        { name: 'b', crc: 'b'.repeat(8) },
      ],
      [other],
    ),
  );
  const { body } = await own.get('/v1/games?include=files');
  const [none, nes, snes] = [{ md5: null, name: null, size: null, sha1: null }, 22, 15];
  assert.deepEqual(
    body.games.map(({ files }: { files: object[] }) => files),
    [
      [
        { platform_id: snes, ...FILE, md5: null, name: 'Hop.sfc' },
        { platform_id: nes, ...FILE, md5: '2'.repeat(32), name: 'Hop (USA).nes' },
        { ...none, platform_id: nes, crc: 'b'.repeat(8), name: 'b' },
      ],
      [],
    ],
  );
});

test('another list of files changes the ETag of a game with its files', async () => {
  const own = await startServer({}, withFiles([FILE]));
  const read = () => own.get('/v1/games/1?include=files');
  const before = await read();
  await own.import(writeBundle(withFiles([{ ...FILE, crc: '2'.repeat(8), sha1: '4'.repeat(40) }])));
  const after = await read();
  assert.notEqual(after.headers.get('etag'), before.headers.get('etag'));
  assert.deepEqual(
    after.body.files.map(({ crc }: { crc: string }) => crc),
    ['1'.repeat(8), '2'.repeat(8)],
  );
});

test('a game lists at most 1,000 files', async () => {
  const many = Array.from({ length: 1001 }, (_, i) => ({ sha1: i.toString(16).padStart(40, '0') }));
  const own = await startServer({}, withFiles(many));
  assert.equal((await own.get('/v1/games/1?include=files')).body.files.length, 1000);
});

/** Games of 150 KB each: eight fit into one answer. */
const PATCHES = Array.from({ length: 10 }, () => ({ description: 'é'.repeat(7_500), release_date: null }));
const LARGE = {
  platforms: [{ key: 'platform:nes', platform_name: 'NES' }],
  games: Array.from({ length: 12 }, (_, i) => ({
    key: `test:${100 + i}`,
    title: `Large ${i}`,
    platforms: [{ platform: 'platform:nes', patches: PATCHES }],
  })),
};

test('an answer of more than 1.25 MB is cut at a whole game, with a link to the rest', async () => {
  const large = await startServer({}, LARGE);
  const ids = async (path: string, init?: RequestInit) => {
    const answer = await large.get(path, init);
    const [, next] = /<[^>]*(\/v1[^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '') ?? [];
    return { ids: answer.body?.games.map(({ game_id }: { game_id: number }) => game_id), next, answer };
  };
  const all = LARGE.games.map((_, i) => i + 1);
  const paths = [
    '/v1/games?limit=10',
    '/v1/games?sort=-title',
    '/v1/games/search?q=large',
    `/v1/games?${all.map((id) => `id=${id}`).join('&')}`,
    '/v1/games/random',
  ];
  for (const path of paths) {
    const first = await ids(withQuery(path, 'include=details'));
    assert.equal(first.ids.length, 8, path);
    assert.ok(Buffer.byteLength(first.answer.text) < 1_250_000);
    const second = await ids(first.next as string);
    const third = second.next ? await ids(second.next) : { ids: [] };
    assert.deepEqual(
      [...first.ids, ...second.ids, ...third.ids].sort((a, b) => a - b),
      all,
      path,
    );
    const etag = first.answer.headers.get('etag') as string;
    const unchanged = await ids(withQuery(path, 'include=details'), { headers: { 'if-none-match': etag } });
    assert.deepEqual([unchanged.answer.status, unchanged.next], [304, undefined], 'the client has the link already');
  }
  const recent = await ids('/v1/games/recent?include=details');
  assert.match(recent.next ?? '', /offset=8$/);
  const again = await ids('/v1/games/recent?include=details');
  assert.deepEqual([again.ids, again.next], [recent.ids, recent.next]);
  assert.equal((await ids('/v1/games?include=groups')).next, undefined);
  const changes = (await large.get('/v1/changes?include=details')).body;
  const rest = (await large.get(`/v1/changes?include=details&since=${changes.next}`)).body;
  assert.equal(changes.changes.length, 8);
  assert.deepEqual(
    [...changes.changes, ...rest.changes].map(({ game_id }) => game_id),
    all,
  );
});
