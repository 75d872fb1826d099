import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILTER_PARAMETERS, toGameFilter } from '../../src/api/filters.ts';
import { parseParameters, parseQuery } from '../../src/api/parameters.ts';
import type { App } from '../../src/app.ts';
import { writeBundle } from '../support/bundle.ts';
import { type Case, runCases } from '../support/cases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const SHA1 = 'a'.repeat(40);
const MD5 = 'b'.repeat(32);
const CRC = 'c'.repeat(8);
const picture = { image: 'https://x.example/a', thumbnail_image: 'https://x.example/b', width: 1, height: 1 };

interface Facts {
  date?: string | null;
  countries?: string[];
  companies?: string[];
  description?: string;
  code?: string;
  kind?: string;
}
const on = (platform: string, { kind, ...facts }: Facts) => ({
  platform,
  ...(kind && { attributes: [`attribute:kind/${kind}`] }),
  releases: [
    {
      release_date: facts.date ?? null,
      countries: facts.countries ?? [],
      companies: (facts.companies ?? []).map((text) => {
        const [role = '', company] = text.split(' ');
        return { company: `company:${company}`, role: `${role} by` };
      }),
      description: facts.description ?? null,
      product_codes: facts.code ? [{ product_code: facts.code, product_code_type: 'Code' }] : [],
    },
  ],
});
const kind = (name: string) => ({
  key: `attribute:kind/${name.toLowerCase()}`,
  attribute_name: name,
  attribute_category_name: 'Kind',
});

/** Ids follow the order of the keys. */
const GAMES = [
  {
    key: 'mame:nes/hop',
    title: 'Hop',
    description: 'A text.',
    catalog_score: 7,
    num_votes: 3,
    ids: { wikidata: ['Q1'] },
    platforms: [
      {
        ...on('platform:nes', {
          date: '1985-09-13',
          countries: ['Japan', 'Türkiye'],
          companies: ['Published acme', 'Developed bolt'],
          code: 'HVC-SM 1',
        }),
        dumps: [{ sha1: SHA1, md5: MD5, crc: CRC, size: 16 }],
      },
    ],
  },
  {
    key: 'test:b',
    title: 'skip',
    platforms: [on('platform:nes', { date: '1985', countries: ['United States'], companies: ['Published bolt'] })],
  },
  {
    key: 'test:c',
    title: 'Éclair',
    platforms: [on('platform:snes', { date: '1990-02-21', companies: ['Ported acme', 'Developed acme'] })],
  },
  { key: 'test:d', title: 'Bootleg', platforms: [on('platform:nes', { kind: 'pirate' })] },
  { key: 'test:e', title: 'Bundle', platforms: [on('platform:snes', { date: '1999', kind: 'compilation' })] },
  {
    key: 'test:f',
    title: 'Never',
    platforms: [on('platform:nes', { kind: 'prototype', description: 'Unreleased' })],
  },
  {
    key: 'test:g',
    title: 'Both',
    platforms: [on('platform:nes', { kind: 'pirate' }), on('platform:snes', { date: '1985-09', countries: ['Japan'] })],
  },
];
const CATALOG = {
  platforms: [
    { key: 'platform:nes', platform_name: 'NES' },
    { key: 'platform:snes', platform_name: 'SNES' },
  ],
  companies: [
    { key: 'company:acme', company_name: 'Acme' },
    { key: 'company:bolt', company_name: 'Bolt' },
  ],
  attributes: [kind('Compilation'), kind('Pirate'), kind('Prototype')],
  games: GAMES,
  media: [
    {
      key: 'test:b',
      platform: 'platform:nes',
      screenshots: [{ ...picture, image: 'https://x.example/shot' }],
      cover_groups: [{ countries: [], covers: [{ scan_of: 'Front Cover', ...picture }] }],
    },
    {
      key: 'test:c',
      platform: 'platform:snes',
      cover_groups: [{ countries: [], covers: [{ scan_of: 'Media', ...picture }] }],
    },
  ],
};
const [HOP, SKIP, ECLAIR, BOOTLEG, BUNDLE, NEVER, BOTH] = [1, 2, 3, 4, 5, 6, 7];
const [ACME, BOLT] = [1, 2];

const server = await startServer({}, CATALOG as never);

const found = (query: string, games: number[]): Case => ({ name: query, path: `/v1/games?format=id&${query}`, games });
const refused = (query: string, says: RegExp): Case => ({ name: query, path: `/v1/games?${query}`, says });

runCases(server, {
  200: [
    found('year=1985', [HOP, SKIP, BOTH]),
    found('year=1986', []),
    found('year_from=1986', [ECLAIR, BUNDLE]),
    found('year_to=1990', [HOP, SKIP, ECLAIR, BOTH]),
    found('year_from=1990&year_to=1990', [ECLAIR]),
    found('year=1985&year_from=1980&year_to=1985', [HOP, SKIP, BOTH]),
    found(`company=${ACME}`, [HOP, ECLAIR]),
    found(`company=${ACME}&role=published`, [HOP]),
    found(`company=${ACME}&role=developed`, [ECLAIR]),
    found(`company=${ACME}&company=${BOLT}`, [HOP]),
    found(`company=${ACME}&company=${BOLT}&match=any`, [HOP, SKIP, ECLAIR]),
    found('company=77', []),
    found('country=Japan', [HOP, BOTH]),
    found('country=japan&country=TURKIYE', [HOP]),
    found('country=japan&country=United+States&match=any', [HOP, SKIP, BOTH]),
    found('country=JP', []),
    found('product_code=HVC-SM+1', [HOP]),
    found('product_code=hvcsm1', [HOP]),
    found('product_code=hvc', []),
    found('external_id=wikidata:Q1', [HOP]),
    found('external_id=mame:nes/hop', [HOP]),
    found('external_id=wikidata:Q1&external_id=wikidata:Q2&match=any', [HOP]),
    found('external_id=Wikidata:q1', [HOP]),
    found('external_id=MAME:NES/Hop', [HOP]),
    found('external_id=wikidata:q9', []),
    found(`sha1=${SHA1}`, [HOP]),
    found(`sha1=${SHA1.toUpperCase()}&title=hop`, [HOP]),
    found(`md5=${MD5}`, [HOP]),
    found(`crc=${CRC}`, [HOP]),
    found(`crc=${CRC}&year=1990`, []),
    found(`sha1=${'0'.repeat(40)}`, []),
    found('has=cover', [SKIP]),
    found('has=screenshot', [SKIP]),
    found('has=description,score', [HOP]),
    found('has=cover&has=score', []),
    found('exclude=pirate', [HOP, SKIP, ECLAIR, BUNDLE, NEVER, BOTH]),
    found('exclude=pirate,multicart,prototype', [HOP, SKIP, ECLAIR, BOTH]),
    found('exclude=unreleased&platform=22', [HOP, SKIP, BOOTLEG, BOTH]),
    found('exclude=hack,demo,homebrew,add-on,magazine,utility,unknown-disk&limit=2&offset=5', [NEVER, BOTH]),
    found('sort=id', [HOP, SKIP, ECLAIR, BOOTLEG, BUNDLE, NEVER, BOTH]),
    found('sort=-id&limit=2', [BOTH, NEVER]),
    found('sort=title', [BOOTLEG, BOTH, BUNDLE, ECLAIR, HOP, NEVER, SKIP]),
    found('sort=-title&limit=2&offset=1', [NEVER, HOP]),
    found('sort=release', [HOP, BOTH, SKIP, ECLAIR, BUNDLE, BOOTLEG, NEVER]),
    found('sort=-release', [BUNDLE, ECLAIR, SKIP, BOTH, HOP, BOOTLEG, NEVER]),
    found('sort=-release&year=1985&offset=1', [BOTH, HOP]),
    found('sort=modified&limit=3', [HOP, SKIP, ECLAIR]),
    found('sort=-notability&limit=1', [HOP]),
    found('sort=title&offset=100', []),
    found(`id=${HOP}&year=nonsense&sort=nonsense&after=nonsense`, [HOP]),
  ],
  400: [
    refused('year=x', /year must be an integer/),
    refused('year=', /year must be an integer/),
    refused('year=1985&year=1986', /year may be given only once/),
    refused('year_from=x', /year_from must be an integer/),
    refused('year_to=1.5', /year_to must be an integer/),
    refused('company=acme', /company must be an integer/),
    refused('role=', /role must not be empty/),
    refused('country=', /country must not be empty/),
    refused('product_code=', /product_code must not be empty/),
    refused('external_id=', /external_id must not be empty/),
    refused('sha1=', /sha1 must not be empty/),
    refused(`sha1=${SHA1}&sha1=${SHA1}`, /sha1 may be given only once/),
    refused('md5=', /md5 must not be empty/),
    refused('crc=', /crc must not be empty/),
    refused('has=', /has must not be empty/),
    refused('exclude=pirate,', /exclude must not be empty/),
    refused('sort=', /sort must not be empty/),
    refused('sort=id&sort=title', /sort may be given only once/),
    refused('after=', /after must not be empty/),
    refused('after=a&after=b', /after may be given only once/),
  ],
  422: [
    refused('year=0', /year must be from 1 to 9999/),
    refused('year_from=10000', /year_from must be from 1 to 9999/),
    refused('year_to=-1', /year_to must be from 1 to 9999/),
    refused('year_from=1990&year_to=1985', /year_from must not be after year_to/),
    refused('year=1985&year_from=1986', /year must be from year_from to year_to/),
    refused('company=0', /company must be at least 1/),
    refused('company=1&'.repeat(101), /company may be given at most 100 times/),
    refused('platform=1&'.repeat(101), /platform may be given at most 100 times/),
    refused('genre=1&'.repeat(101), /genre may be given at most 100 times/),
    refused('group=1&'.repeat(101), /group may be given at most 100 times/),
    refused(`company=${ACME}&role=ported`, /role must be one of any, published, developed/),
    refused('role=published', /role needs company/),
    refused(`country=${'x'.repeat(201)}`, /country must be at most 200 characters/),
    refused(`${'country=x&'.repeat(101)}`, /country may be given at most 100 times/),
    refused('product_code=--', /product_code must contain a letter or a digit/),
    refused('external_id=Q1', /external_id must be a database and an id, such as wikidata:Q12393/),
    refused('external_id=wikidata:', /external_id must be a database and an id/),
    refused('sha1=xyz', /sha1 must be 40 hexadecimal digits/),
    refused(`md5=${SHA1}`, /md5 must be 32 hexadecimal digits/),
    refused('crc=1', /crc must be 8 hexadecimal digits/),
    refused('has=sound', /has must be a comma list of cover, screenshot, description, score/),
    refused('exclude=cover', /exclude must be a comma list of pirate, hack/),
    refused('sort=votes', /sort must be one of id, -id, title/),
    refused('sort=%2Bid', /sort must be one of/),
    ...[
      'nonsense',
      'W10',
      'bnVsbA',
      encode(['votes', 1, 1]),
      encode(['id', 1]),
      encode(['id', 'a', 1]),
      encode(['title', null, 1]),
    ].map((after) => refused(`after=${after}`, /after must be a cursor from a Link header/)),
    refused(`sort=title&after=${encode(['id', 1, 1])}`, /after is a cursor of sort=id/),
  ],
});

function encode(cursor: unknown): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

const SORTS = ['id', 'title', 'release', 'modified', 'notability'].flatMap((sort) => [sort, `-${sort}`]);
for (const sort of SORTS) {
  test(`links lead through all games with sort=${sort}`, async () => {
    const all = (await server.get(`/v1/games?format=id&sort=${sort}`)).body.games;
    assert.equal(all.length, GAMES.length);
    const { games, totals } = await follow(server, `/v1/games?format=id&sort=${sort}&limit=2`);
    assert.deepEqual(games, all);
    assert.deepEqual(totals, [7, 7, 7, 7]);
  });
}

for (const sort of ['best', 'title', '-release']) {
  test(`a search has the filters and links of the list, with sort=${sort}`, async () => {
    const path = `/v1/games/search?q=b&exclude=pirate&format=id&sort=${sort}`;
    const all = (await server.get(path)).body.games;
    assert.deepEqual(all.toSorted(), [BUNDLE, BOTH]);
    assert.deepEqual((await follow(server, `${path}&limit=1`)).games, all);
    if (sort === 'title') assert.deepEqual(all, [BOTH, BUNDLE]);
    if (sort === '-release') assert.deepEqual(all, [BUNDLE, BOTH]);
  });
}

test('a cursor of a search names the points and the id of a game, and only fits a search', async () => {
  const path = '/v1/games/search?q=b&format=id';
  const all = (await server.get(path)).body.games;
  assert.equal(all.length, 3);
  assert.deepEqual((await server.get(nextOf(await server.get(`${path}&sort=best&limit=1`)))).body.games, [all[1]]);
  for (const cursor of [
    ['id', 1, 1],
    ['best', 1],
    ['best', 1, 'a'],
    ['best', 1, 1, 1],
  ])
    assert.equal((await server.get(`${path}&after=${encode(cursor)}`)).status, 422, String(cursor));
  assert.equal((await server.get(`/v1/games?after=${encode(['best', 1, 1])}`)).status, 422);
});

test('an offset counts from the cursor, and prev leads back to it', async () => {
  const next = nextOf(await server.get('/v1/games?format=id&sort=id&limit=3&year_from=1'));
  const page = await server.get(`${next}&offset=1`);
  assert.deepEqual(page.body.games, [BOTH]);
  assert.match(page.headers.get('link') ?? '', /^<[^>]*after=[^>]*&offset=0>; rel="prev"$/);
  assert.equal(page.headers.get('total-count'), '5');
});

test('without sort and after, pages are linked by offset', async () => {
  const { headers } = await server.get('/v1/games?format=id&limit=2&has=score&has=description&exclude=pirate');
  assert.equal(headers.get('link'), null);
  const first = await server.get('/v1/games?format=id&limit=2&exclude=pirate');
  assert.match(first.headers.get('link') ?? '', /[?&]exclude=pirate&offset=2>; rel="next"$/);
});

test('a cursor stays valid while the catalog changes', async () => {
  const changing = await startServer({}, { ...CATALOG, games: GAMES.slice(0, 5) } as never);
  const next = nextOf(await changing.get('/v1/games?format=id&sort=title&limit=2'));
  const added = { key: 'test:a', title: 'Aardvark', platforms: [on('platform:nes', {})] };
  const renamed = { ...GAMES[1], title: 'A' };
  const others = [GAMES[0], GAMES[2], GAMES[4], { ...GAMES[5], title: 'Zed' }];
  await changing.import(
    writeBundle({ ...CATALOG, media: [], games: [added, renamed, ...others] } as never, { source: 'test' }),
  );
  // Bootleg, the first game, is gone; Bundle was the last one of the page. What is new before it is not repeated.
  const page = await changing.get(next);
  const titles = (await changing.get(`${next.replace('format=id', 'format=brief')}`)).body.games.map(
    ({ title }: { title: string }) => title,
  );
  assert.deepEqual(titles, ['Éclair', 'Hop']);
  assert.equal(page.headers.get('total-count'), '6');
  assert.deepEqual((await follow(changing, next)).games.length, 3);
});

/** The path of the next page, without the server's address. */
function nextOf({ headers }: { headers: Headers }): string {
  const url = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  return url ? url.slice(url.indexOf('/v1/')) : '';
}

async function follow(from: TestServer, start: string): Promise<{ games: number[]; totals: number[] }> {
  const games: number[] = [];
  const totals: number[] = [];
  for (let path = start, pages = 0; path !== '' && pages < 20; pages++) {
    const page = await from.get(path);
    games.push(...page.body.games);
    totals.push(Number(page.headers.get('total-count')));
    path = nextOf(page);
  }
  return { games, totals };
}

test('a value that is given twice is one value', async () => {
  const query = parseQuery('platform=3&platform=3&genre=1&genre=2&genre=1&country=USA&country=USA&company=5&company=5');
  const filter = await toGameFilter({} as App, parseParameters(FILTER_PARAMETERS, query));
  const { platform, genre, country, company } = filter;
  assert.deepEqual(
    { platform, genre, country, company },
    { platform: [3], genre: [1, 2], country: ['USA'], company: [5] },
  );
});
