import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILTER_PARAMETERS, toGameFilter } from '../../src/api/filters.ts';
import { parseParameters, parseQuery } from '../../src/api/parameters.ts';
import type { App } from '../../src/app.ts';
import { testLists } from '../support/cases.ts';
import { attributes, companies, on, platforms, release } from '../support/samples/entries.ts';
import { startServer, type TestServer } from '../support/servers/server.ts';

const SHA1 = 'a'.repeat(40);
const MD5 = 'b'.repeat(32);
const CRC = 'c'.repeat(8);
const picture = { image: 'https://x.example/a', thumbnail_image: 'https://x.example/b', width: 1, height: 1 };

const as = (kind: string, platform: object) => ({ ...platform, attributes: [`attribute:kind/${kind}`] });
const DUMP = { sha1: SHA1, md5: MD5, crc: CRC, size: 16 };
const product_codes = [{ product_code: 'HVC-SM 1', product_code_type: 'Code' }];

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
        ...on('nes', release('1985-09-13', 'Japan, Türkiye', 'Published acme, Developed bolt', { product_codes })),
        dumps: [DUMP],
      },
    ],
  },
  { key: 'test:b', title: 'skip', platforms: [on('nes', release('1985', 'United States', 'Published bolt'))] },
  { key: 'test:c', title: 'Éclair', platforms: [on('snes', release('1990-02-21', '', 'Ported acme, Developed acme'))] },
  { key: 'test:d', title: 'Bootleg', platforms: [as('pirate', on('nes', release(null)))] },
  { key: 'test:e', title: 'Bundle', platforms: [as('compilation', on('snes', release('1999')))] },
  {
    key: 'test:f',
    title: 'Never',
    platforms: [as('prototype', on('nes', release(null, '', '', { description: 'Unreleased' })))],
  },
  {
    key: 'test:g',
    title: 'Both',
    platforms: [as('pirate', on('nes', release(null))), on('snes', release('1985-09', 'Japan'))],
  },
];
const CATALOG = {
  platforms: platforms('NES', 'SNES'),
  companies: companies('Acme', 'Bolt'),
  attributes: attributes('Kind', 'Compilation', 'Pirate', 'Prototype'),
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

testLists(server, 'games are filtered by year, company, country, code, id, file, what they have, and kind', {
  'year=1985': [HOP, SKIP, BOTH],
  'year=1986': [],
  'year_from=1986': [ECLAIR, BUNDLE],
  'year_to=1990': [HOP, SKIP, ECLAIR, BOTH],
  'year_from=1990&year_to=1990': [ECLAIR],
  'year=1985&year_from=1980&year_to=1985': [HOP, SKIP, BOTH],
  [`company=${ACME}`]: [HOP, ECLAIR],
  [`company=${ACME}&role=published`]: [HOP],
  [`company=${ACME}&role=developed`]: [ECLAIR],
  [`company=${ACME}&company=${BOLT}`]: [HOP],
  [`company=${ACME}&company=${BOLT}&match=any`]: [HOP, SKIP, ECLAIR],
  'company=77': [],
  'country=Japan': [HOP, BOTH],
  'country=japan&country=TURKIYE': [HOP],
  'country=japan&country=United+States&match=any': [HOP, SKIP, BOTH],
  'country=JP': [],
  'product_code=HVC-SM+1': [HOP],
  'product_code=hvcsm1': [HOP],
  'product_code=hvc': [],
  'external_id=wikidata:Q1': [HOP],
  'external_id=mame:nes/hop': [HOP],
  'external_id=wikidata:Q1&external_id=wikidata:Q2&match=any': [HOP],
  'external_id=Wikidata:q1': [HOP],
  'external_id=MAME:NES/Hop': [HOP],
  'external_id=wikidata:q9': [],
  [`sha1=${SHA1}`]: [HOP],
  [`sha1=${SHA1.toUpperCase()}&title=hop`]: [HOP],
  [`md5=${MD5}`]: [HOP],
  [`crc=${CRC}`]: [HOP],
  [`crc=${CRC}&year=1990`]: [],
  [`sha1=${'0'.repeat(40)}`]: [],
  'has=cover': [SKIP],
  'has=screenshot': [SKIP],
  'has=description,score': [HOP],
  'has=cover&has=score': [],
  'exclude=pirate': [HOP, SKIP, ECLAIR, BUNDLE, NEVER, BOTH],
  'exclude=pirate,multicart,prototype': [HOP, SKIP, ECLAIR, BOTH],
  'exclude=unreleased&platform=22': [HOP, SKIP, BOOTLEG, BOTH],
  'exclude=hack,demo,homebrew,add-on,magazine,utility,unknown-disk&limit=2&offset=5': [NEVER, BOTH],
});

testLists(server, 'games are sorted', {
  'sort=id': [HOP, SKIP, ECLAIR, BOOTLEG, BUNDLE, NEVER, BOTH],
  'sort=-id&limit=2': [BOTH, NEVER],
  'sort=title': [BOOTLEG, BOTH, BUNDLE, ECLAIR, HOP, NEVER, SKIP],
  'sort=-title&limit=2&offset=1': [NEVER, HOP],
  'sort=release': [HOP, BOTH, SKIP, ECLAIR, BUNDLE, BOOTLEG, NEVER],
  'sort=-release': [BUNDLE, ECLAIR, SKIP, BOTH, HOP, BOOTLEG, NEVER],
  'sort=-release&year=1985&offset=1': [BOTH, HOP],
  'sort=modified&limit=3': [HOP, SKIP, ECLAIR],
  'sort=-notability&limit=1': [HOP],
  'sort=title&offset=100': [],
  [`id=${HOP}&year=nonsense&sort=nonsense&after=nonsense`]: [HOP],
});

// Each order is tested in test/catalog/filters.test.ts, and each kind of cursor here.
for (const sort of ['id', '-title', 'release', '-modified', 'notability']) {
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
