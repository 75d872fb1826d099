import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeBundle } from '../support/bundle.ts';
import { testCases } from '../support/cases.ts';
import { startServer } from '../support/server.ts';

const company = (name: string) => ({ key: `company:${name.toLowerCase().replaceAll(' ', '-')}`, company_name: name });
const game = (key: string, date: string | null, ...companies: [role: string, company: string][]) => ({
  key: `test:${key}`,
  title: key,
  platforms: [
    {
      platform: 'platform:nes',
      releases: [
        {
          release_date: date,
          countries: [],
          companies: companies.map(([role, name]) => ({ company: `company:${name}`, role: `${role} by` })),
          product_codes: [],
        },
      ],
    },
  ],
});
const CATALOG = {
  platforms: [{ key: 'platform:nes', platform_name: 'NES' }],
  companies: [
    ...['Acclaim Entertainment', 'Bolt', 'Éditions Zèbre', 'Nothing'].map(company),
    ...Array.from({ length: 120 }, (_, i) => company(`Studio ${100 + i}`)),
  ],
  games: [
    game('a', '1990-05', ['Published', 'acclaim-entertainment'], ['Developed', 'bolt']),
    game('b', '1985-09-13', ['Developed', 'acclaim-entertainment'], ['Published', 'acclaim-entertainment']),
    game('c', '1999', ['Ported', 'acclaim-entertainment']),
    game('d', null, ['Published', 'acclaim-entertainment'], ['Published', 'nothing']),
  ],
};
const ACCLAIM = {
  company_id: 1,
  company_name: 'Acclaim Entertainment',
  other_names: ['Acclaim'],
  num_published: 3,
  num_developed: 1,
  first_year: 1985,
  last_year: 1999,
};
const BOLT = {
  company_id: 2,
  company_name: 'Bolt',
  other_names: [],
  num_published: 0,
  num_developed: 1,
  first_year: 1990,
  last_year: 1990,
};
const UNUSED = { num_published: 0, num_developed: 0, first_year: null, last_year: null };
const ZEBRE = { company_id: 124, company_name: 'Éditions Zèbre', other_names: [], ...UNUSED };
const NOTHING = { company_id: 3, company_name: 'Nothing', other_names: [], ...UNUSED, num_published: 1 };

const server = await startServer({}, CATALOG as never);

testCases(server, 'a company has its numbers, and null where nothing is known', [
  ['/v1/companies/1', 200, ACCLAIM],
  ['/v1/companies/3', 200, NOTHING],
]);

testCases(
  server,
  'companies are found by any of their names',
  Object.entries({
    'limit=2&offset=1': [BOLT, NOTHING],
    'offset=1000': [],
    'name=editions+z': [ZEBRE],
    'name=ACCLAIM': [ACCLAIM],
    // A misspelling of some source is found, but not shown.
    'name=Acclain': [ACCLAIM],
    'name=ot&limit=5': [NOTHING],
    'name=nowhere': [],
    'name=bolt%0A': [],
    [`name=${'x'.repeat(128)}`]: [],
  }).map(([query, companies]) => [`/v1/companies?${query}`, 200, { companies }]),
);

test('companies are ordered by id, and linked by pages', async () => {
  const first = await server.get('/v1/companies?name=studio');
  assert.equal(first.headers.get('total-count'), '120');
  assert.equal(first.body.companies.length, 100);
  assert.match(first.headers.get('link') ?? '', /companies\?name=studio&offset=100>; rel="next"$/);
  const ids = first.body.companies.map(({ company_id }: { company_id: number }) => company_id);
  assert.deepEqual(
    ids,
    ids.toSorted((a: number, b: number) => a - b),
  );
  assert.equal((await server.get('/v1/companies')).headers.get('total-count'), '124');
});

test('an import changes names and numbers', async () => {
  const changing = await startServer({}, CATALOG as never);
  const added = game('e', '2001', ['Published', 'bolt']);
  const companies = CATALOG.companies.map((one) =>
    one.company_name === 'Bolt' ? { ...one, company_name: 'Bolt & Nut' } : one,
  );
  await changing.import(writeBundle({ ...CATALOG, companies, games: [...CATALOG.games, added] } as never));
  assert.deepEqual((await changing.get('/v1/companies/2')).body, {
    ...BOLT,
    company_name: 'Bolt & Nut',
    num_published: 1,
    last_year: 2001,
  });
  assert.deepEqual((await changing.get('/v1/companies?name=nut')).body.companies.length, 1);
});
