import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GameRecord } from '../../../src/catalog/model/record.ts';
import { companiesOf, leadingCompanies } from '../../../src/web/catalog/game/companies.ts';
import { titleSection } from '../../../src/web/catalog/game/facts.ts';
import { releaseSection } from '../../../src/web/catalog/game/releases.ts';
import { assertValidDocument, getPage, type SeenPage, titlesOn, wordsOf } from '../../support/page.ts';
import { FILE, SERIES_CATALOG, SERIES_GAME } from '../../support/samples/series-catalog.ts';
import { startServer } from '../../support/servers/server.ts';

const server = await startServer({}, SERIES_CATALOG);
const show = async (id: number) => {
  const { headers } = await getPage(server, `/games/${id}`);
  return getPage(server, headers.get('location') as string);
};
const page = await show(SERIES_GAME.third);

/** The markup of the section with this heading. */
function sectionOf({ text }: SeenPage, heading: RegExp): string {
  return text.split('<section').find((part) => heading.test(part)) ?? '';
}

test('a game without a description has its essentials in link previews only, and null in the API', async () => {
  assert.match(page.text, /<meta name="description" content="Zelda Three, a video game of 1992 for NES, Home 0, /);
  assert.doesNotMatch(page.words, /a video game of 1992/);
  const { body } = await server.get(`/v1/games/${SERIES_GAME.third}`);
  assert.equal(body.description, null);
  const bare = await show(SERIES_GAME.bare);
  assertValidDocument(bare);
  assert.match(bare.text, /<meta name="description" content="Bare, a video game for SNES\.">/);
  assert.doesNotMatch(bare.text, /Known files|Other titles/);
});

test('ids in other databases are links, for search engines too', () => {
  const links = ['https://www.igdb.com/games/zelda-three', 'https://www.pcgamingwiki.com/wiki/Zelda_%26_Three'];
  for (const link of links) assert.ok(page.text.includes(`<a href="${link}" rel="noopener nofollow">`), link);
  assert.match(page.words, /In other databases ?IGDB, PCGamingWiki/);
  assert.match(page.text, /"sameAs":\["https:\/\/www\.igdb\.com\/games\/zelda-three",/);
});

test('many platforms are folded, and the line of links leads to them', () => {
  const folded = page.text.match(/<details class="folded"( open)?>\s*<summary><span class="name">/g) ?? [];
  assert.equal(folded.length, 8);
  assert.equal(folded.filter((tag) => tag.includes(' open')).length, 1);
  assert.match(page.text, /and <a href="#releases">3 more<\/a>/);
  assert.match(page.text, /<section id="releases">/);
});

test('companies are those of the first year and of most releases, without whoever copied the game', () => {
  const release = (release_date: string, company_name: string, description: string | null = null) => ({
    release_date,
    description,
    companies: [{ company_id: company_name.length, company_name, role: 'Published by' }],
  });
  const listed = (releases: unknown[]) =>
    companiesOf({ platforms: [{ releases }] } as unknown as GameRecord, 'Published by').map((one) => one.company_name);
  const pirate = release('1979', 'Copycats', 'Pirate; on other hardware');
  const others = [
    release('1980', 'One'),
    release('1980', 'Most'),
    release('1999-03', 'Later'),
    release('1999', 'Most'),
  ];
  assert.deepEqual(listed([pirate, ...others, release('1999-05', 'Later'), release('2001', 'Later')]), [
    'Most',
    'One',
    'Later',
  ]);
  assert.deepEqual(listed([pirate]), ['Copycats']);
  const nameless = { ...release('1980', ''), companies: [] };
  assert.deepEqual(listed([nameless, release('1979', 'Copycats', 'Bootleg; a copy')]), [], 'copies never lend a name');
  const leading = (releases: unknown[]) =>
    leadingCompanies({ platforms: [{ releases }] } as unknown as GameRecord, 'Published by');
  const most = Array.from({ length: 6 }, () => release('1981', 'Most'));
  assert.deepEqual(
    leading([...others, ...most]).map((one) => one.company_name),
    ['Most'],
    'of the first year, without a company of one release beside one of many',
  );
  assert.deepEqual(
    leading(others).map((one) => one.company_name),
    ['Most', 'One'],
  );
  assert.deepEqual(leading([nameless]), []);
});

test('the developers are those of the first platforms, not those of ports', () => {
  const platform = (year: string, ...companies: [role: string, name: string][]) => ({
    first_release_date: year,
    releases: [
      {
        release_date: year,
        companies: companies.map(([role, company_name]) => ({ company_id: company_name.length, company_name, role })),
      },
    ],
  });
  const [developer, publisher] = ['Developed by', 'Published by'];
  const leading = (...platforms: unknown[]) =>
    leadingCompanies({ platforms } as unknown as GameRecord, 'Developed by').map((one) => one.company_name);
  const port = platform('1985', [developer, 'Porters'], [developer, 'Acorn']);
  assert.deepEqual(leading(platform('1984', [publisher, 'Acorn'], [developer, 'Ann']), port), ['Ann']);
  assert.deepEqual(leading(platform('1984', [publisher, 'Acorn']), port), ['Acorn']);
  assert.deepEqual(leading(platform('1984', [publisher, 'Some']), port), [], 'nobody says who made the first');
  assert.deepEqual(leading(platform('1984'), port), ['Porters', 'Acorn']);
  const ported = platform('1984', [developer, 'Porters'], ['Ported by', 'Porters']);
  assert.deepEqual(leading(ported, platform('1984', [developer, 'Ann'])), ['Ann'], 'a port of the same year');
  assert.deepEqual(leading(ported), ['Porters']);
});

test('titles of demos come last, and spellings of a source are called so', () => {
  const title = (text: string, description: string) => ({ title: text, description });
  const alternate_titles = [
    title('ホップ体験版', 'Japanese title'),
    title('ホップ', 'Japanese title'),
    title('Hop - The Game', 'libretro spelling'),
  ];
  const words = wordsOf(titleSection({ title: 'Jump', alternate_titles } as unknown as GameRecord).markup);
  assert.match(
    words,
    /Japanese title ?ホップ ?ホップ体験版 ?Other spelling ?Hop - The Game|Other spelling ?Hop - The Game ?Japanese title ?ホップ ?ホップ体験版/,
  );
});

test('a product code is shown once, in its longest spelling', () => {
  const code = (product_code: string) => ({ product_code, product_code_type: 'Serial', product_code_type_id: 1 });
  const release = { release_date: null, countries: [], companies: [], description: null };
  const product_codes = ['HVCZT', 'HVC-ZT', 'HVC-A', 'HVC-ZT'].map(code);
  const platform = { platform_id: 1, platform_name: 'NES', first_release_date: null };
  const record = { platforms: [{ ...platform, releases: [{ ...release, product_codes }] }] } as unknown as GameRecord;
  const { markup } = releaseSection(record);
  assert.deepEqual(
    Array.from(markup.matchAll(/<code>([^<]*)</g), ([, text]) => text),
    ['HVC-ZT', 'HVC-A'],
  );
});

test('other titles have their language and direction', async () => {
  assert.match(page.text, /<dt><bdi>Japanese spelling<\/bdi><\/dt><dd><span class="title" lang="ja"><bdi>ゼルダ三</);
  const arabic = await show(SERIES_GAME.arabic);
  assert.match(arabic.text, /<h1><bdi>لعبة طويلة الاسم<\/bdi><\/h1>/);
  assert.match(arabic.text, /<span class="title" lang="zh"><bdi>龍</);
});

test('known files are listed once, with their hashes', () => {
  const files = sectionOf(page, /Known files/);
  assert.match(wordsOf(files), /Known files 2 files with hashes/);
  assert.equal(files.split(FILE.sha1).length, 2);
  assert.match(wordsOf(`<p${files}`), new RegExp(`Zelda III \\(Japan\\)\\.nes 40,976${FILE.crc} ${FILE.sha1}`));
});

test('the series is listed in the order of release with this game marked, without pirates', () => {
  const series = sectionOf(page, /class="series"/);
  const rows = Array.from(series.matchAll(/<li>([\s\S]*?)<\/li>/g), ([, row]) => wordsOf(row as string));
  assert.deepEqual(rows, ['1986 Zelda One', '1988 Zelda Two', '1992 Zelda Three']);
  assert.match(series, /<strong aria-current="true"><bdi>Zelda Three<\/bdi><\/strong>/);
  assert.match(series, /<h2><a href="\/groups\/\d+\/the-legend-of-zelda">/);
});

test('similar games follow, none of the series', () => {
  const similar = titlesOn(sectionOf(page, /Similar games/));
  assert.equal(similar[0], 'Much the Same');
  for (const title of similar) assert.doesNotMatch(title, /^Zelda/);
});

test('the sources of the facts are folded, and each fact has its sources on a page of its own', async () => {
  const section = sectionOf(page, /<h2>Sources/);
  assert.match(section, /<details class="folded"><summary><h2>Sources<\/h2>/);
  const path = /<a href="(\/games\/[^"]*\/sources)" rel="nofollow">/.exec(section)?.[1] ?? '';
  const facts = await getPage(server, path);
  assertValidDocument(facts);
  assert.match(facts.words, /TitleZelda Three Test/);
  assert.match(facts.words, /First release1992 Test/);
  const wrong = await getPage(server, path.replace(/[^/]+\/sources$/, 'wrong/sources'));
  assert.deepEqual([wrong.status, wrong.headers.get('location')], [301, path]);
  assert.equal((await getPage(server, '/games/999999/x/sources')).status, 404);
});
