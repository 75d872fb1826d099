import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, signIn } from '../support/accounts.ts';
import { type Browser, hiddenFields, openBrowser, readable } from '../support/browser.ts';
import { DISC } from '../support/samples/catalog.ts';
import { startServer } from '../support/servers/server.ts';

/** Markup that an import accepts, because no tag of HTML in it is closed. Unescaped, it would run a script and ask another host. */
const hostile = (field: string) =>
  `${field}"'><xss autofocus onfocus=alert(1)><img src=//evil.example/${field} onerror=alert(1) </script x \u202E`;

const picture = (field: string) => ({ file: DISC.file, caption: hostile(field) });

const CATALOG = {
  platforms: [{ key: 'platform:evil', platform_name: hostile('platform') }],
  genres: [
    {
      key: 'genre:evil',
      genre_name: hostile('genre'),
      genre_category: hostile('category'),
      genre_description: hostile('genre-text'),
    },
  ],
  groups: [{ key: 'group:evil', group_name: hostile('group'), group_description: hostile('group-text') }],
  companies: [{ key: 'company:evil', company_name: hostile('company') }],
  attributes: [
    { key: 'attribute:evil', attribute_name: hostile('attribute'), attribute_category_name: hostile('attributes') },
  ],
  ratings: [{ key: 'rating:evil', rating_name: hostile('rating'), rating_system_name: hostile('ratings') }],
  games: ['a', 'b'].map((name) => ({
    key: `test:${name}"'><xss`,
    title: hostile(`title-${name}`),
    alternate_titles: [{ title: hostile('other-title'), description: hostile('title-kind') }],
    description: hostile('text'),
    official_url: `https://evil.example/"'><xss`,
    genres: ['genre:evil'],
    groups: ['group:evil'],
    ids: { key: [`evil:"'><xss`] },
    platforms: [
      {
        platform: 'platform:evil',
        attributes: ['attribute:evil'],
        ratings: ['rating:evil'],
        patches: [{ description: hostile('patch'), release_date: '1991' }],
        dumps: [{ name: hostile('file'), crc: '0123abcd' }],
        releases: [
          {
            release_date: '1990',
            countries: [hostile('country')],
            companies: [{ company: 'company:evil', role: hostile('role') }],
            description: hostile('release'),
            product_codes: [{ product_code: hostile('code'), product_code_type: hostile('code-type') }],
          },
        ],
      },
    ],
  })),
  media: ['a', 'b'].map((name) => ({
    key: `test:${name}"'><xss`,
    platform: 'platform:evil',
    screenshots: [picture('caption')],
  })),
};

const server = await startServer({}, CATALOG);
await addPerson(server, 'boss@example.org', 'operator');
await addPerson(server, 'eve@example.org');
const boss = await signIn(server, 'boss@example.org');
const { body: listed } = await server.get('/v1/games?include=companies');
const [game] = listed.games;
const platform = game.platforms[0].platform_id;
const company = (await server.get('/v1/companies')).body.companies[0].company_id;

/** Every page that shows a record, with a field whose text it must show. */
const PAGES: [path: string, field: string][] = [
  ['/', 'title-a'],
  ['/games', 'title-a'],
  ['/games?view=list', 'title-a'],
  [`/games?title=${encodeURIComponent('title-b')}`, 'title-b'],
  [`/games?title=${encodeURIComponent(hostile('no-such'))}`, 'no-such'],
  [`/games/${game.game_id}`, 'text'],
  [`/games/${game.game_id}`, 'release'],
  ['/platforms', 'platform'],
  [`/platforms/${platform}`, 'platform'],
  ['/genres', 'genre'],
  [`/genres/${game.genres[0].genre_id}`, 'genre-text'],
  ['/groups', 'group'],
  ['/groups/1', 'group-text'],
  ['/companies', 'company'],
  [`/companies/${company}`, 'company'],
  [`/games/${game.game_id}/x/sources`, 'title-a'],
  ['/sources', ''],
  ['/feed.atom', 'title-a'],
  ['/sitemap/games-1.xml', ''],
  ['/sitemap/groups-1.xml', ''],
];
const OPERATOR_PAGES: [path: string, field: string][] = [
  [`/operator/games/${game.game_id}`, 'edited'],
  [`/operator/games/${game.game_id}`, 'why'],
  [`/operator/games/${game.game_id}/platforms/${platform}`, 'platform'],
  [`/operator/games/${game.game_id}/pictures`, 'edited'],
  [`/operator/games/${game.game_id}/merge?with=${game.game_id + 1}`, 'title-b'],
  [`/operator/games/${game.game_id}/split`, 'edited'],
  ['/operator/corrections', 'why'],
  ['/operator/duplicates', ''],
  ['/operator/messages', 'message'],
  ['/operator/proposals', 'proposed'],
  ['/operator/proposals', 'source'],
  ['/operator/imports', ''],
  ['/operator/usage', ''],
  ['/operator', ''],
  [`/operator/games/${game.game_id}/merge?q=title`, 'title-b'],
  ['/profile', ''],
];

/** The page shows the field as text, and nothing of it is markup or turns the text around it. */
async function assertHarmless(browser: Browser, path: string, field: string): Promise<void> {
  const { status, text } = await browser.open(path);
  assert.equal(status, 200, path);
  assert.doesNotMatch(text, /<xss|<img src=\/\//, path);
  const shown = text.replace(/<script type="application\/ld\+json">.*?<\/script>/, '');
  assert.doesNotMatch(shown, /\u202e/, path);
  if (field !== '') assert.ok(readable(shown).includes(`${field}"'><xss autofocus`), path);
}

test('markup in every field of a record is shown as text on every page', async () => {
  for (const [path, field] of PAGES) await assertHarmless(openBrowser(server.url), path, field);
});

test('the pages of operators show hostile records, edits, reasons and messages as text', async () => {
  await saveEdit(boss);
  await boss.send('/profile', '/profile/messages', { message: hostile('message').slice(0, -2) });
  const eve = await signIn(server, 'eve@example.org');
  const form = `/propose/${game.game_id}`;
  const fields = { title: hostile('proposed').slice(0, -2), source: hostile('source').slice(0, -2) };
  assert.equal((await eve.send(form, form, fields)).path, '/profile/proposals?done=proposed');
  for (const [path, field] of OPERATOR_PAGES) await assertHarmless(boss, path, field);
  const own = [form, `${form}/platforms/${platform}`, `${form}/pictures`, `${form}/merge?with=${game.game_id + 1}`];
  for (const path of own) await assertHarmless(eve, path, '');
  for (const field of ['proposed', 'source']) await assertHarmless(eve, '/profile/proposals', field);
});

async function saveEdit(browser: Browser): Promise<void> {
  const path = `/operator/games/${game.game_id}`;
  const fields = hiddenFields(await browser.open(path), path);
  const saved = await browser.submit(path, {
    ...fields,
    title: hostile('edited').slice(0, -2),
    why: hostile('why').slice(0, -2),
  });
  assert.equal(saved.path, `${path}?done=edited`, saved.text);
}
