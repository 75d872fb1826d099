import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGES } from '../../src/web/routes.ts';
import { assertValidDocument, getPage, idsOn } from '../support/page.ts';
import { GAME, GENRE, PLATFORM } from '../support/samples/catalog.ts';
import { sharedServer, startServer } from '../support/servers/server.ts';

const server = await sharedServer();

interface Case {
  /** The row of the page table. */
  page: string;
  path: string;
  /** Where it differs from the path. */
  canonical?: string;
  texts: string[];
  /** The API has no endpoint for it. */
  withoutJson?: true;
}

const CASES: Case[] = [
  {
    page: '/',
    path: '/',
    texts: ['Explore 137 video games', 'Well-known games', 'NES 3', 'Themes2 games', '1980s 4', 'Nintendo 1'],
  },
  { page: '/games', path: '/games', texts: ['137 games', 'Super Example Bros.', 'Filters'] },
  {
    page: '/games',
    path: `/games?sort=id&platform=${PLATFORM.nes}`,
    canonical: `/games?platform=${PLATFORM.nes}&sort=id`,
    texts: ['3 games'],
  },
  {
    page: '/games/{id}/{slug}',
    path: `/games/${GAME.everything}/super-example-bros`,
    texts: ['Super Example Bros.', 'スーパーエグザンプル', '13 Sep 1985'],
  },
  { page: '/games/{id}/{slug}', path: `/games/${GAME.bare}/bare`, texts: ['Bare', 'SNES', 'unknown'] },
  {
    page: '/games/{id}/{slug}/sources',
    path: `/games/${GAME.everything}/super-example-bros/sources`,
    canonical: `/games/${GAME.everything}/super-example-bros`,
    texts: ['TitleSuper Example Bros. Test', 'First release1985 Test', 'PublisherNintendo Test', 'GenreAction Test'],
    withoutJson: true,
  },
  { page: '/platforms', path: '/platforms', texts: ['4 platforms', 'NES Nintendoconsole1983 3', 'Arcade'] },
  { page: '/platforms', path: '/platforms?name=famicom', texts: ['2 platforms with “famicom” in the name', 'NES'] },
  {
    page: '/platforms/{id}/{slug}',
    path: `/platforms/${PLATFORM.nes}/nes`,
    texts: ['NES', '3 games', 'Chess for Three', 'TypeConsole', 'MakerNintendo', 'Generation3', 'Famicom'],
  },
  {
    page: '/platforms/{id}/{slug}',
    path: `/platforms/${PLATFORM.arcade}/arcade`,
    texts: ['133 games', 'Best known games', 'All 133 games', 'most in 1999 (130)'],
  },
  { page: '/genres', path: '/genres', texts: ['Basic Genres', 'Action 2'] },
  { page: '/genres/{id}/{slug}', path: `/genres/${GENRE.platform}/platform`, texts: ['Jump and run.', '1 game'] },
  { page: '/groups', path: '/groups', texts: ['122 series', 'Mario 1'] },
  { page: '/groups', path: '/groups?page=2', texts: ['122 series', 'Series'] },
  { page: '/groups', path: '/groups?name=mario', texts: ['1 series with “mario” in the name'] },
  {
    page: '/groups/{id}/{slug}',
    path: '/groups/1/mario',
    texts: ['Mario', 'Games with the plumber.', 'Super Example Bros.'],
  },
  { page: '/companies', path: '/companies', texts: ['2 companies', 'Nintendo R&D4', '1985'] },
  { page: '/companies', path: '/companies?name=r%26d4', texts: ['1 company with “r&d4” in the name'] },
  {
    page: '/companies/{id}/{slug}',
    path: '/companies/1/nintendo',
    texts: ['Nintendo', '1 game · 1985', 'All games 1Published 1', 'Super Example Bros.'],
  },
  {
    page: '/companies/{id}/{slug}',
    path: '/companies/2/nintendo-r-d4?role=developed',
    texts: ['Nintendo R&D4', 'Developed 1', 'Super Example Bros.'],
  },
  { page: '/data', path: '/data', texts: ['No dump has been made yet.', 'What the files contain'], withoutJson: true },
  {
    page: '/sources',
    path: '/sources',
    texts: ['Test', 'CC0-1.0', '137', 'This page is not available as JSON'],
    withoutJson: true,
  },
];

for (const { page, path, canonical = path, texts, withoutJson } of CASES) {
  test(`${path} shows its content, its canonical URL and a working API request`, async () => {
    const seen = await getPage(server, path);
    assert.equal(seen.status, 200);
    assertValidDocument(seen);
    assert.equal(seen.canonical, server.url + canonical);
    for (const text of texts) assert.ok(seen.words.includes(text), `${text} in ${seen.words.slice(0, 400)}`);
    assert.equal(seen.jsonUrl === undefined, withoutJson === true);
    if (seen.jsonUrl) assert.equal((await server.get(seen.jsonUrl)).status, 200, seen.jsonUrl);
    assert.ok(PAGES.some((row) => row.path === page));
  });
}

test('these cases cover every catalog page', () => {
  const forPrograms = [
    '/suggest',
    '/sitemap.xml',
    '/sitemap/{name}',
    '/opensearch.xml',
    '/robots.txt',
    '/data/latest/{file}',
  ];
  const own = PAGES.filter(({ path }) => /^\/($|games|platforms|genres|groups|companies|sources|data)/.test(path));
  const redirects = own.filter(({ path }) => path.endsWith('/{id}')).map(({ path }) => path);
  const seen = new Set([...CASES.map(({ page }) => page), ...forPrograms, ...redirects]);
  assert.deepEqual(
    own.filter(({ path }) => !seen.has(path)),
    [],
  );
});

test('the API request of a list returns the games of the page', async () => {
  for (const path of [
    '/games?page=2',
    '/games?sort=newest',
    '/games?year_from=1980&year_to=1989',
    '/games?sort=title&country=Worldwide&page=2',
    '/games?title=example&sort=changed&has=description&company=1',
  ]) {
    const seen = await getPage(server, path);
    const { body } = await server.get(seen.jsonUrl as string);
    assert.deepEqual(
      body.games.map((game: { game_id: number }) => game.game_id),
      idsOn(seen),
    );
  }
});

const REDIRECTS = [
  [`/games/${GAME.everything}`, `/games/${GAME.everything}/super-example-bros`],
  [`/games/${GAME.everything}/wrong`, `/games/${GAME.everything}/super-example-bros`],
  [`/games/00${GAME.everything}/super-example-bros`, `/games/${GAME.everything}/super-example-bros`],
  [`/games/${GAME.japanese}/dragon-quest`, `/games/${GAME.japanese}/${encodeURIComponent('ドラゴンクエスト')}`],
  [`/platforms/${PLATFORM.nes}`, `/platforms/${PLATFORM.nes}/nes`],
  ['/groups/1/luigi', '/groups/1/mario'],
  ['/companies/1', '/companies/1/nintendo'],
  ['/companies/01/sega', '/companies/1/nintendo'],
  ['//', '/'],
  ['/platforms/', '/platforms'],
  ['/series?name=zelda', '/groups?name=zelda'],
  ['/games/?title=x', '/games?title=x'],
] as const;

for (const [from, to] of REDIRECTS) {
  test(`${from} redirects to ${decodeURIComponent(to)}`, async () => {
    const { status, headers } = await getPage(server, from);
    assert.equal(status, 301);
    assert.equal(headers.get('location'), to);
  });
}

for (const path of [
  '/games/999999/x',
  '/games/0',
  '/games/x/y',
  '/platforms/999999',
  '/genres/-1',
  '/companies/999',
  '/companies/x',
  '/companies?page=2',
  '/games?page=99',
  '/nothing',
  '//evil.example/',
]) {
  test(`${path} is not found, and the page has a search box`, async () => {
    const seen = await getPage(server, path);
    assert.equal(seen.status, 404);
    assertValidDocument(seen);
    assert.equal(seen.canonical, undefined);
    assert.match(seen.text, /<main[\s\S]*<form class="search" role="search" action="\/games"/);
    assert.match(seen.text, /<meta name="robots" content="noindex">/);
  });
}

test('with a path in the public URL, every link starts with that path', async () => {
  const below = await startServer({ 'public-url': 'https://games.example/ludex' });
  const { text } = await getPage(below, `/games/${GAME.everything}/super-example-bros`);
  for (const [tag, address] of text.matchAll(/ (?:href|src|action|data-suggest)="(\/[^"]*)"/g)) {
    assert.match(address as string, /^\/ludex\//, tag);
  }
  assert.equal((await getPage(below, '/games/1')).headers.get('location'), '/ludex/games/1/super-example-bros');
});
