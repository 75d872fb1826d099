import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCases } from '../support/cases.ts';
import { writeBundle } from '../support/samples/bundle.ts';
import { companies, on, platforms, release } from '../support/samples/entries.ts';
import { startServer } from '../support/servers/server.ts';

const game = (key: string, date: string | null, credits: string) => ({
  key: `test:${key}`,
  title: key,
  platforms: [on('nes', release(date, '', credits))],
});
const CATALOG = {
  platforms: platforms('NES'),
  companies: [
    ...companies('Acclaim Entertainment', 'Bolt', 'Éditions Zèbre', 'Nothing'),
    ...companies(...Array.from({ length: 120 }, (_, i) => `Studio ${100 + i}`)),
  ],
  games: [
    game('a', '1990-05', 'Published acclaim-entertainment, Developed bolt'),
    game('b', '1985-09-13', 'Developed acclaim-entertainment, Published acclaim-entertainment'),
    game('c', '1999', 'Ported acclaim-entertainment'),
    game('d', null, 'Published acclaim-entertainment, Published nothing'),
  ],
};
/** A company with its numbers: published, developed, first and last year. */
const shown = (company_id: number, company_name: string, numbers: (number | null)[], ...other_names: string[]) => {
  const [num_published, num_developed, first_year, last_year] = numbers;
  return { company_id, company_name, other_names, num_published, num_developed, first_year, last_year };
};
const ACCLAIM = shown(1, 'Acclaim Entertainment', [3, 1, 1985, 1999], 'Acclaim');
const BOLT = shown(2, 'Bolt', [0, 1, 1990, 1990]);
const NOTHING = shown(4, 'Nothing', [1, 0, null, null]);
const ZEBRE = shown(3, 'Éditions Zèbre', [0, 0, null, null]);

const server = await startServer({}, CATALOG as never);

testCases(server, 'a company has its numbers, and null where nothing is known', [
  ['/v1/companies/1', 200, ACCLAIM],
  ['/v1/companies/4', 200, NOTHING],
]);

testCases(
  server,
  'companies are found by any of their names',
  Object.entries({
    'limit=2&offset=1': [BOLT, ZEBRE],
    'offset=1000': [],
    'name=editions+z': [ZEBRE],
    'name=ACCLAIM': [ACCLAIM],
    // A misspelling of some source is found, but not shown.
    'name=Acclain': [ACCLAIM],
    'name=ot&limit=5': [NOTHING],
    'name=nowhere': [],
    'name=bolt%0A': [],
    [`name=${'x'.repeat(128)}`]: [],
  }).map(([query, found]) => [`/v1/companies?${query}`, 200, { companies: found }]),
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
  const added = game('e', '2001', 'bolt');
  const renamed = CATALOG.companies.map((one) =>
    one.company_name === 'Bolt' ? { ...one, company_name: 'Bolt & Nut' } : one,
  );
  await changing.import(writeBundle({ ...CATALOG, companies: renamed, games: [...CATALOG.games, added] } as never));
  assert.deepEqual((await changing.get('/v1/companies/2')).body, {
    ...BOLT,
    company_name: 'Bolt & Nut',
    num_published: 1,
    last_year: 2001,
  });
  assert.deepEqual((await changing.get('/v1/companies?name=nut')).body.companies.length, 1);
});
