import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addPerson, PASSWORD, signIn } from '../support/accounts.ts';
import { type Browser, hiddenFields } from '../support/browser.ts';
import { DISC } from '../support/catalog.ts';
import { openPage } from '../support/chromium.ts';
import { startServer } from '../support/server.ts';

/**
 * Markup that an import accepts, because no tag of HTML in it is closed. Unescaped, it would run a script and ask another host:
 * each of the two is an error in the console or a request that fails the test.
 */
const hostile = (field: string) =>
  `${field}"'><xss autofocus tabindex=1 onfocus=window.ran=1><img src=//evil.example/${field} onerror=window.ran=1 </script x`;

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
  [`/report/${game.game_id}`, ''],
  ['/sources', ''],
  ['/docs/credits', ''],
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
  ['/operator/imports', ''],
  ['/operator/imports/undo', ''],
  ['/operator/usage', ''],
  ['/operator', ''],
  [`/operator/games/${game.game_id}/merge?q=title`, 'title-b'],
  [`/report/${game.game_id}`, 'edited'],
  ['/profile', ''],
];

async function assertHarmless(page: Page, path: string, field: string): Promise<void> {
  await page.goto(path);
  const [ran, elements, text] = await page.evaluate<[unknown, number, string]>(
    "[window.ran, document.querySelectorAll('xss, img[onerror]').length, document.documentElement.innerHTML + document.body.innerText]",
  );
  assert.deepEqual([ran, elements], [undefined, 0], path);
  assert.ok(text.includes(field === '' ? 'Ludex' : `${field}"'><xss autofocus`), `${path} shows ${field} as text`);
}

test('markup in every field of a record is shown as text on every page, and nothing runs or is fetched', async (t) => {
  const page = await openPage(t, server.url);
  for (const [path, field] of PAGES) await assertHarmless(page, path, field);
  await page.goto('/');
  await page.getByRole('combobox').first().fill('title-a');
  await page.getByRole('option').first().waitFor();
  assert.equal(await page.locator('xss, img[onerror]').count(), 0);
});

test('the pages of operators show hostile records, edits, reasons and messages as text', async (t) => {
  await saveEdit(boss);
  await boss.open(`/report/${game.game_id}`);
  await boss.submit(`/report/${game.game_id}`, { message: hostile('message'), field: 'title' });
  const page = await openPage(t, server.url);
  await page.goto('/signin');
  await page.getByLabel('Email').fill('boss@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Password').press('Enter');
  await page.waitForURL('**/profile');
  for (const [path, field] of OPERATOR_PAGES) await assertHarmless(page, path, field);
});

async function saveEdit(browser: Browser): Promise<void> {
  const path = `/operator/games/${game.game_id}`;
  const fields = hiddenFields(await browser.open(path), path);
  const saved = await browser.submit(path, { ...fields, title: hostile('edited'), why: hostile('why') });
  assert.equal(saved.path, `${path}?done=edited`, saved.text);
}
