import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeSource } from '../../src/merging/load/remove-source.ts';
import { openStore } from '../../src/store/open.ts';
import { writeBundle } from '../support/samples/bundle.ts';
import { platforms, release } from '../support/samples/entries.ts';
import { startServer } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

const sha1 = (digit: string) => digit.repeat(40);
const md5 = (digit: string) => digit.repeat(32);
const crc = (digit: string) => digit.repeat(8);

const HOP = { name: 'Hop (USA).nes', size: 40_976, crc: crc('1'), md5: md5('2'), sha1: sha1('3') };
const CHIP = { name: 'chip.bin', size: 512, crc: crc('4'), sha1: sha1('5') };
const REV = { name: 'Hop (USA) (Rev 1).nes', sha1: sha1('6') };
const EUROPE = { name: 'Hop (Europe).nes', sha1: sha1('7') };

const PIRATE = { name: 'Hop (Pirate).nes', sha1: sha1('8') };
const WORLD = { name: 'Far (World).nes', sha1: sha1('9') };
const BOTH = { name: 'Far (Japan, USA).nes', sha1: sha1('c') };
const EVEN = { name: 'Even (Japan, USA).nes', sha1: sha1('0') };
const SIZED = { name: 'Sized.nes', size: 1024, crc: crc('a') };
const UNSIZED = { name: 'Unsized.nes', crc: crc('a') };
const TWICE = { name: 'Twice.nes', sha1: sha1('d') };
const MOVED = { name: 'Moved.bin', sha1: sha1('e') };

const game = (name: string, platforms: object[], more: object = {}) => ({
  key: `test:${name}`,
  title: name,
  platforms,
  ...more,
});
/** A line that adds to this game. */
const more = (title: string, name: string, platforms: object[]) => ({
  ...game(`${title} ${name}`, platforms, { enriches: true, ids: { key: [`test:${title}`] } }),
  title,
});
const nes = (releases: object[], dumps: object[] = []) => ({ platform: 'platform:nes', releases, dumps });

const CATALOG = {
  platforms: platforms('NES', 'SNES'),
  games: [
    game('Hop', [
      nes(
        [
          release('1989', 'Japan'),
          release('1990', 'United States', '', { dumps: [HOP] }),
          release('1991', 'Europe', '', { dumps: [EUROPE] }),
          release('1992', 'Europe', '', { description: 'Budget release' }),
          release('1990', 'Taiwan', '', { description: 'Pirate', dumps: [PIRATE] }),
        ],
        [CHIP],
      ),
      { platform: 'platform:snes' },
    ]),
    // The releases of these two layers are merged: the one in all the world, and the one in both countries, are those in Japan and in the United States.
    game('Far', [
      nes([
        release('1990', 'Japan'),
        release('1991', 'United States'),
        release('1991', '', '', { description: 'Pirate' }),
      ]),
    ]),
    more('Far', 'away', [
      nes([
        release(null, 'Worldwide', '', { dumps: [WORLD] }),
        release(null, 'Japan, United States', '', { dumps: [BOTH] }),
      ]),
    ]),
    more('Far', 'later', [nes([release('2010', 'Japan')])]),
    game('Even', [nes([release('1990', 'Japan'), release('1990', 'United States')])]),
    more('Even', 'so', [nes([release(null, 'Japan, United States', '', { dumps: [EVEN] })])]),
    game('Twice', [
      nes([release('1985', 'Japan', '', { dumps: [TWICE] }), release('1987', 'Europe', '', { dumps: [TWICE] })]),
    ]),
    game('Moved', [
      nes([release('1985', 'Japan', '', { dumps: [MOVED] })]),
      { platform: 'platform:snes', releases: [release('1991', 'Japan', '', { dumps: [MOVED] })] },
    ]),
    game('Sized', [nes([], [SIZED])]),
    // Better known than Sized.
    game('Unsized', [nes([release('1990', 'Japan'), release('1991', 'Europe')], [UNSIZED])]),
    // Less known than Hop: fewer releases and platforms.
    game('Aha', [nes([release('1990', 'Japan')], [CHIP])]),
    game('Marked', [nes([])], { ids: { sha1: [sha1('a')] } }),
    game('Marked on two', [nes([]), { platform: 'platform:snes' }], { ids: { sha1: [sha1('b')] } }),
  ],
};

const server = await startServer({}, CATALOG);
const identify = async (query: string) => (await server.get(`/v1/identify?${query}`)).body.match;
const post = (body: unknown, init: RequestInit = {}) =>
  server.get('/v1/identify', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    ...init,
  });
const { games } = (await server.get('/v1/games?format=brief')).body as { games: { game_id: number; title: string }[] };
const briefOf = (title: string) => games.find((one) => one.title === title);

test('a file is identified with its game, platform, release and dump', async () => {
  assert.deepEqual(await identify(`sha1=${HOP.sha1}`), {
    game: briefOf('Hop'),
    platform: { platform_id: 22, platform_name: 'NES' },
    release: {
      release_date: '1990',
      countries: ['United States'],
      companies: [],
      description: null,
      product_codes: [],
    },
    dump: HOP,
    matched_by: 'sha1',
    other_games: [],
  });
});

const FOUND: [query: string, by: string][] = [
  [`md5=${HOP.md5.toUpperCase()}`, 'md5'],
  [`crc=${HOP.crc}`, 'crc'],
  [`crc=${HOP.crc}&size=${HOP.size}`, 'crc'],
  [`sha1=${HOP.sha1}&md5=${HOP.md5}&crc=${HOP.crc}&size=${HOP.size}`, 'sha1'],
];

test('a file is identified by any of its hashes', async () => {
  for (const [query, by] of FOUND) {
    const match = await identify(query);
    assert.deepEqual([match?.dump.name, match?.matched_by], [HOP.name, by], query);
  }
});

test('nothing is a match that is unknown or that another value contradicts', async () => {
  for (const query of [
    `sha1=${sha1('f')}`,
    `crc=${HOP.crc}&size=1`,
    `sha1=${sha1('f')}&crc=${HOP.crc}`,
    `md5=${sha1('3').slice(0, 32)}`,
  ])
    assert.equal(await identify(query), null, query);
});

test('of several games that have a file, the best known is the match, and the others are listed', async () => {
  const match = await identify(`crc=${CHIP.crc}`);
  assert.deepEqual([match.game, match.other_games], [briefOf('Hop'), [briefOf('Aha')]]);
  assert.deepEqual([match.platform.platform_name, match.release], ['NES', null]);
});

const SIZES: [query: string, titles: string[], size: number | null][] = [
  [`crc=${SIZED.crc}`, ['Unsized', 'Sized'], null],
  [`crc=${SIZED.crc}&size=1024`, ['Sized'], 1024],
  [`crc=${SIZED.crc}&size=1025`, ['Unsized'], null],
];

test('by CRC-32 and size, a dump of that size is preferred to one of unknown size, which is told by its null', async () => {
  for (const [query, titles, size] of SIZES) {
    const { game: first, other_games, dump, matched_by } = await identify(query);
    const found = [first, ...other_games].map(({ title }) => title);
    assert.deepEqual([found, dump.size, matched_by], [titles, size, 'crc'], query);
  }
});

const FAR = { release_date: '1990', countries: ['Japan'] };
/** Files, with the game, the platform and what tells the release. */
const IDENTIFIED: [why: string, hash: string, title: string, platform: string | null, release: object | null][] = [
  ['a release without a description', EUROPE.sha1, 'Hop', 'NES', { release_date: '1991', description: null }],
  ['a pirate', PIRATE.sha1, 'Hop', 'NES', { countries: ['Taiwan'], description: 'Pirate' }],
  ['a release whose countries other sources know: the first one, not a reissue', BOTH.sha1, 'Far', 'NES', FAR],
  ['a release in no country that is known', WORLD.sha1, 'Far', 'NES', null],
  ['a release of two countries on one date', EVEN.sha1, 'Even', 'NES', null],
  ['several releases', TWICE.sha1, 'Twice', 'NES', null],
  ['several platforms', MOVED.sha1, 'Moved', null, null],
  ['no dump, but a hash of a game on one platform', sha1('a'), 'Marked', 'NES', null],
  ['no dump, but a hash of a game on two platforms', sha1('b'), 'Marked on two', null, null],
];

for (const [why, hash, title, platform, expected] of IDENTIFIED) {
  test(`a file of ${why}`, async () => {
    const match = await identify(`sha1=${hash}`);
    assert.deepEqual([match.game.title, match.platform?.platform_name ?? null], [title, platform]);
    if (expected === null) assert.equal(match.release, null);
    else assert.partialDeepStrictEqual(match.release, expected);
    assert.equal(match.dump.sha1, hash);
  });
}

test('a file that another source has on another platform has no platform', async () => {
  const own = await startServer({}, CATALOG);
  const elsewhere = [{ platform: 'platform:snes', dumps: [HOP] }];
  const line = { key: 'more:hop', title: 'Hop', enriches: true, platforms: elsewhere, ids: { key: ['test:Hop'] } };
  await own.import(writeBundle({ platforms: CATALOG.platforms, games: [line] }, { source: 'more' }));
  const { match } = (await own.get(`/v1/identify?sha1=${HOP.sha1}`)).body;
  assert.deepEqual([match.game.title, match.platform, match.release], ['Hop', null, null]);
});

test('POST identifies files in the order of the request', async () => {
  const { status, headers, body } = await post({
    files: [{ sha1: sha1('f') }, { crc: CHIP.crc.toUpperCase(), size: 512 }, { sha1: HOP.sha1 }, { sha1: HOP.sha1 }],
  });
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'private, no-store');
  assert.equal(headers.get('etag'), null);
  assert.deepEqual(
    body.matches.map((match: { dump: { name: string } } | null) => match?.dump.name ?? null),
    [null, 'chip.bin', HOP.name, HOP.name],
  );
  assert.deepEqual(body.matches[2], await identify(`sha1=${HOP.sha1}`));
});

test('POST takes no files and a hundred, whatever the content type', async () => {
  assert.deepEqual((await post({ files: [] })).body, { matches: [] });
  const files = Array.from({ length: 100 }, () => ({ sha1: HOP.sha1, md5: HOP.md5, crc: HOP.crc, size: HOP.size }));
  assert.equal((await post({ files })).body.matches.length, 100);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense', '']) {
    const { status } = await post({ files }, { headers: { 'content-type': type } });
    assert.equal(status, 200, type);
  }
});

test('a large answer is compressed', async () => {
  const files = Array.from({ length: 100 }, () => ({ sha1: HOP.sha1 }));
  const { headers } = await post({ files }, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(headers.get('content-encoding'), 'gzip');
});

const WRONG_BODIES: [body: unknown, status: number, message: RegExp][] = [
  ['', 400, /the body must be JSON in UTF-8/],
  ['{"files":', 400, /the body must be JSON/],
  ['[]', 400, /an object with a list "files"/],
  ['null', 400, /an object with a list "files"/],
  [{}, 400, /an object with a list "files"/],
  [{ files: {} }, 400, /an object with a list "files"/],
  [{ files: [null] }, 400, /files\[0\] must be an object/],
  [{ files: [{ sha1: HOP.sha1 }, { sha1: 5 }] }, 400, /files\[1\]\.sha1 must be a string/],
  [{ files: [{ crc: HOP.crc, size: '5' }] }, 400, /files\[0\]\.size must be an integer/],
  [{ files: [{ crc: HOP.crc, size: 1.5 }] }, 400, /files\[0\]\.size must be an integer/],
  [{ files: [{ crc: HOP.crc, size: -1 }] }, 422, /^files\[0\]\.size must be from 0 to/],
  [{ files: [{ crc: HOP.crc, size: 2 ** 60 }] }, 422, /^files\[0\]\.size must be from 0 to/],
  [{ files: [], limit: 5 }, 422, /^the body has the unknown field "limit"\.$/],
  [{ files: [{ crc: HOP.crc, name: 'a' }] }, 422, /^files\[0\] has the unknown field "name"\.$/],
  [{ files: [{}] }, 422, /^files\[0\] must have at least one of/],
  [{ files: [{ md5: 'x' }] }, 422, /^files\[0\]\.md5 must be 32 hexadecimal digits\.$/],
  [{ files: Array.from({ length: 101 }, () => ({ crc: HOP.crc })) }, 422, /^files must have at most 100 elements\.$/],
  [' '.repeat(65_537), 413, /^The body must be at most 65536 bytes\.$/],
];

test('wrong bodies are refused with a sentence', async () => {
  for (const [body, status, message] of WRONG_BODIES) {
    const answer = await post(body);
    assert.equal(answer.status, status, JSON.stringify(body).slice(0, 99));
    assert.match(answer.body.message, message);
  }
});

test('a body of unknown length is refused once it is too large, and one that is not UTF-8', async () => {
  const chunk = Buffer.alloc(10_000, ' ');
  const stream = new ReadableStream({
    start: (controller) => {
      for (let i = 0; i < 7; i++) controller.enqueue(chunk);
      controller.close();
    },
  });
  assert.equal((await post('', { body: stream, duplex: 'half' } as RequestInit)).status, 413);
  assert.equal((await post('', { body: Buffer.from([0x7b, 0xff, 0x7d]) })).status, 400);
});

test('the key is checked before the body, and a request counts once', async () => {
  const body = ' '.repeat(65_537);
  assert.equal((await server.fetch('/v1/identify', { method: 'POST', body })).status, 401);
  const key = await server.addKey('commercial');
  const files = Array.from({ length: 100 }, () => ({ sha1: HOP.sha1 }));
  const answer = await server.fetch(`/v1/identify?api_key=${key}`, { method: 'POST', body: JSON.stringify({ files }) });
  assert.equal(answer.headers.get('ratelimit-remaining'), '35999');
});

test('a preflight and other methods are told what is allowed here, and only here', async () => {
  const allow = 'GET, HEAD, OPTIONS, POST';
  for (const path of ['/v1/identify', '/v1/identify/', '/v1/identify?a=1']) {
    const preflight = await server.fetch(path, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
    });
    assert.equal(preflight.headers.get('access-control-allow-methods'), allow);
    const refused = await server.get(path, { method: 'PUT', body: '{}' });
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, allow]);
  }
  const elsewhere = await server.get('/v1/games', { method: 'POST', body: '{}' });
  assert.deepEqual([elsewhere.status, elsewhere.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
});

test('GET has an ETag, HEAD has no body, and POST is never 304', async () => {
  const path = `/v1/identify?sha1=${HOP.sha1}`;
  const { headers } = await server.get(path);
  const etag = headers.get('etag') as string;
  assert.equal((await server.get(path, { headers: { 'if-none-match': etag } })).status, 304);
  const head = await server.get(path, { method: 'HEAD' });
  assert.deepEqual([head.status, head.text, head.headers.get('etag')], [200, '', etag]);
  assert.equal((await post({ files: [{ sha1: HOP.sha1 }] }, { headers: { 'if-none-match': '*' } })).status, 200);
});

test('a new dump is found and a removed one is not, as soon as the import is served', async () => {
  const own = await startServer({}, CATALOG);
  const find = async () => (await own.get(`/v1/identify?sha1=${REV.sha1}`)).body.match;
  const { headers } = await own.get(`/v1/identify?sha1=${REV.sha1}`);
  assert.equal(await find(), null);
  const line = {
    key: 'more:hop',
    title: 'Hop',
    enriches: true,
    platforms: [nes([], [REV])],
    ids: { key: ['test:Hop'] },
  };
  await own.import(writeBundle({ platforms: CATALOG.platforms, games: [line] }, { source: 'more' }));
  assert.deepEqual([(await find())?.game.title, (await find())?.dump.name], ['Hop', REV.name]);
  const changed = await own.get(`/v1/identify?sha1=${REV.sha1}`, {
    headers: { 'if-none-match': headers.get('etag') as string },
  });
  assert.equal(changed.status, 200);
  const store = await openStore(own.config);
  await removeSource(store, 'more', { clock: () => own.now });
  await store.close();
  await until(async () => (await find()) === null);
});
