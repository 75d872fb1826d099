import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { getPage, unescapeHtml, wordsOf } from '../../support/page.ts';
import { writeBundle } from '../../support/samples/bundle.ts';
import { CATALOG, GAME } from '../../support/samples/catalog.ts';
import { sharedServer, startServer } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';

const server = await sharedServer();
const page = await getPage(server, `/games/${GAME.everything}/super-example-bros`);

test('a line of links has year, developers, publishers, platforms and basic genres', () => {
  const line = /<p class="essentials">[\s\S]*?<\/p>/.exec(page.text)?.[0] ?? '';
  assert.equal(wordsOf(line), '1985 · by Nintendo R&D4 · published by Nintendo · NES, SNES, Arcade · Action');
  const links = Array.from(line.matchAll(/href="([^"]*)"/g), ([, path]) => unescapeHtml(path as string));
  assert.equal(links.length, 7);
  assert.equal(links[0], '/games?year_from=1985&year_to=1985');
});

test('every link of the page leads somewhere', async () => {
  const paths = new Set(
    Array.from(page.text.matchAll(/href="(\/[^"]*)"/g), ([, path]) => unescapeHtml(path as string)),
  );
  for (const path of paths) {
    if (path.startsWith('/v1/')) continue;
    const response = await fetch(server.url + path, { redirect: 'manual' });
    await response.body?.cancel();
    // A report of a mistake needs an account.
    const isSignIn = response.headers.get('location')?.startsWith('/signin');
    assert.ok(response.status === 200 || isSignIn, path);
  }
});

test('releases are grouped by platform, sorted by date, with their countries', () => {
  const platforms = Array.from(page.text.matchAll(/<summary><span class="name"><bdi>([^<]*)</g), ([, name]) => name);
  assert.deepEqual(platforms, ['NES', 'SNES', 'Arcade']);
  const rows = Array.from(page.text.matchAll(/<td><time datetime="([\d-]+)"/g), ([, date]) => date);
  assert.deepEqual(rows, ['1985-09-13', '1985', '1987-05-15', '1993-08']);
  assert.match(page.words, /13 Sep 1985 ?Japan ?Developed by [^.]*?Published by Nintendo/);
  assert.match(page.words, /15 May 1987 ?Germany, France ?(Developed by [^.]*?)?Published by Nintendo/);
});

test('the facts include the first release in each country', () => {
  assert.match(
    page.words,
    /First release by country ?13 Sep 1985 ?Japan ?1985 ?United States ?15 May 1987 ?Germany ?15 May 1987 ?France/,
  );
});

test('a game page shows other titles, ratings, attributes, product codes, score and sources', () => {
  for (const words of [
    'Japanese spellingスーパーエグザンプル',
    'ESRB Rating: Everyone',
    'Media TypeCartridge (NES)',
    'HVC-SM Nintendo Media PN',
    '8.5 out of 10, 12 votes',
    'Second revision of the cartridge',
  ]) {
    assert.ok(page.words.includes(words), words);
  }
  assert.match(
    page.words,
    /Data ?Licence ?As of ?Test ?title, other titles, .*screenshots, covers ?CC0-1.0 ?15 Nov 2026/,
  );
});

test('local pictures are shown, remote pictures are links, and nothing is loaded from other hosts', () => {
  const own = Array.from(page.text.matchAll(/<a href="([^"]*)" aria-label="([^"]*)" data-lightbox>/g));
  assert.equal(own.length, 1);
  assert.match(own[0]?.[1] ?? '', /^http:\/\/localhost:\d+\/media\//);
  const elsewhere = Array.from(
    page.text.matchAll(/<a href="(https:\/\/pictures\.example\/[^"]*)" rel="noopener nofollow">/g),
  );
  assert.equal(elsewhere.length, 7 + 3);
  assert.match(page.words, /Level 1 \(NES\)\s*\d+ × \d+, at pictures\.example/);
  assert.doesNotMatch(page.text, /<(img|link|script)[^>]*https:\/\/pictures\.example/);
  assert.match(page.text, /lightbox\.js/);
});

test('a game page has JSON-LD of a schema.org VideoGame', () => {
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page.text)?.[1] ?? '';
  const game = JSON.parse(text);
  assert.equal(game['@type'], 'VideoGame');
  assert.equal(game.url, page.canonical);
  assert.deepEqual(game.alternateName, ['Example 1', 'スーパーエグザンプル']);
  assert.deepEqual(game.genre, ['Action']);
  assert.equal(game.datePublished, '1985-09');
  assert.deepEqual(game.publisher, [{ '@type': 'Organization', name: 'Nintendo' }]);
  assert.equal(game.aggregateRating.ratingValue, 8.5);
});

test('link previews have title, description and cover', () => {
  assert.match(page.text, /<meta property="og:title" content="Super Example Bros\.">/);
  const image = /<meta property="og:image" content="([^"]*)">/.exec(page.text)?.[1] ?? '';
  assert.match(image, /^http:\/\/localhost:\d+\/covers\/1\.png\?v&#61;[0-9a-f]{32}$/);
  assert.match(
    page.text,
    /<meta property="og:image:width" content="\d+">\n<meta property="og:image:height" content="\d+">/,
  );
  assert.match(page.text, /<meta property="og:image:alt" content="Cover of Super Example Bros\.">/);
  assert.match(page.text, /<meta name="twitter:card" content="summary">/);
  assert.match(page.text, /<meta name="description" content="A game that has everything\./);
});

test('a long slug is cut between characters, also between surrogate pairs', async () => {
  const name = `a${'𠀀'.repeat(100)}`;
  const rare = await startServer(
    {},
    {
      platforms: [{ key: 'platform:one', platform_name: 'One' }],
      groups: [{ key: 'group:rare', group_name: name }],
      games: [{ key: 'test:a', title: name, groups: ['group:rare'], platforms: [{ platform: 'platform:one' }] }],
    },
  );
  const slug = encodeURIComponent(`a${'𠀀'.repeat(79)}`);
  for (const path of ['/', '/games', '/groups', `/groups/1/${slug}`, `/games/1/${slug}`, '/sitemap/groups-1.xml']) {
    assert.equal((await getPage(rare, path)).status, 200, path);
  }
});

test('the id of a merged game redirects to the remaining game', async () => {
  const merging = await startServer({}, { ...CATALOG, media: [] });
  await merging.import(
    writeBundle({ corrections: [{ key: 'correction:1', merge: [1, 2] }] }, { source: 'corrections' }),
  );
  await until(
    async () => (await getPage(merging, '/games/2')).headers.get('location') === '/games/1/super-example-bros',
  );
});

test('the page of sources says what an operator may not publish', async () => {
  const texts = await startServer({}, { ...CATALOG, media: [] });
  const game = { key: 'mame-history:nes/hop', title: 'Hop', platforms: [{ platform: 'platform:nes' }] };
  const platforms = [{ key: 'platform:nes', platform_name: 'NES' }];
  await texts.import(writeBundle({ platforms, games: [game] }, { source: 'mame-history' }));
  await until(async () => (await getPage(texts, '/sources')).words.includes('no licence to publish them is stated'));
});

/** More than any game of any source has. */
const LARGE = {
  ...CATALOG,
  games: [
    {
      key: 'test:large',
      title: 'Large',
      description: `${'Words and more words about it. '.repeat(200)}\n\nFrom https://wiki.example/Large_%28game%29.`,
      alternate_titles: [
        { title: 'The - Large', description: 'MAME spelling' },
        ...Array.from({ length: 80 }, (_, i) => ({ title: `Another name ${i * 7919}`, description: `Spelling ${i}` })),
      ],
      platforms: CATALOG.platforms.map(({ key }) => ({
        platform: key,
        releases: Array.from({ length: 60 }, (_, i) => ({
          release_date: `19${80 + (i % 20)}-${String((i % 12) + 1).padStart(2, '0')}`,
          countries: ['Japan', 'Germany', 'France', 'Brazil'].slice(i % 4),
          companies: [{ company: 'company:nintendo', role: 'Published by' }],
          description: `Edition ${i * 104_729}`,
          product_codes: [{ product_code: `CODE-${i * 15_485_863}`, product_code_type: 'Nintendo Media PN' }],
        })),
      })),
    },
  ],
  media: [],
};

const large = await startServer({}, LARGE);

test('an address in a description is a link', async () => {
  const { text } = await getPage(large, '/games/1/large');
  const url = 'https://wiki.example/Large_%28game%29';
  assert.ok(text.includes(`From <a href="${url}" rel="noopener nofollow">${url}</a>.</p>`));
});

test('a title that only differs in punctuation is in the API but not on the page', async () => {
  const { words } = await getPage(large, '/games/1/large');
  assert.match(words, /Other titles Spelling 0Another name/);
  assert.doesNotMatch(words, /MAME spelling/);
  const { body } = await large.get('/v1/games/1');
  assert.deepEqual(body.alternate_titles.at(-1), { title: 'The - Large', description: 'MAME spelling' });
});

test('the page of the largest game is under 60 KB compressed', async () => {
  const response = await fetch(`${large.url}/games/1/large`, { headers: { 'accept-encoding': 'br' } });
  assert.equal(response.headers.get('content-encoding'), 'br');
  const sent = brotliCompressSync(await response.text(), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  assert.ok(sent.length < 60 * 1024, `${sent.length} bytes`);
});
