import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testLists } from '../../support/cases.ts';
import { getPage, titlesOn, unescapeHtml } from '../../support/page.ts';
import { writeBundle, writeFiles } from '../../support/samples/bundle.ts';
import { on, platforms, release } from '../../support/samples/entries.ts';
import { png } from '../../support/samples/pictures.ts';
import { startServer } from '../../support/servers/server.ts';

/** A game of 1983 with a late port, one that came out elsewhere before, two of one platform, and one without a date there. */
const server = await startServer({}, {
  platforms: platforms('Arcade', 'NES', 'SNES'),
  games: [
    { key: 'test:1', title: 'Lair', platforms: [on('arcade', release('1983-06')), on('snes', release('1992-03'))] },
    {
      key: 'test:2',
      title: 'Grand',
      platforms: [on('nes', release('1991-12')), on('snes', release('1993'), release('1992-08-21'))],
    },
    { key: 'test:3', title: 'Native', platforms: [on('snes', release('1992-05'))] },
    { key: 'test:4', title: 'Undated', platforms: [on('arcade', release('1980')), on('snes', release(null))] },
    { key: 'test:5', title: 'Late', platforms: [on('snes', release('1994'))] },
  ],
} as never);
const [ARCADE, NES, SNES] = [143, 22, 15];
const [ARCADE_KEY, SNES_KEY] = ['platform:arcade', 'platform:snes'];
const [LAIR, GRAND, NATIVE, UNDATED, LATE] = [1, 2, 3, 4, 5];

testLists(server, 'with platforms, years and sort=release mean the release on one of these', {
  'year=1983': [LAIR],
  [`platform=${SNES}&year=1983`]: [],
  [`platform=${SNES}&year=1992`]: [LAIR, GRAND, NATIVE],
  [`platform=${SNES}&year_from=1993`]: [LATE],
  [`platform=${SNES}&year_to=1985`]: [],
  [`platform=${SNES}&platform=${NES}&match=any&year=1991`]: [GRAND],
  [`platform=${SNES}&platform=${NES}&year_to=1991`]: [GRAND],
  [`platform=${SNES}&platform=${NES}&year=1992`]: [GRAND],
  [`platform=${SNES}&sort=release`]: [LAIR, NATIVE, GRAND, LATE, UNDATED],
  [`platform=${SNES}&sort=-release`]: [LATE, GRAND, NATIVE, LAIR, UNDATED],
  [`platform=${SNES}&platform=${ARCADE}&match=any&sort=release`]: [UNDATED, LAIR, NATIVE, GRAND, LATE],
  'sort=release': [UNDATED, LAIR, GRAND, NATIVE, LATE],
});

testLists(
  server,
  'so do they in a search',
  { [`q=l&platform=${SNES}&sort=-release&year=1992`]: [LAIR] },
  '/v1/games/search',
);

test('cursors follow the order by the release on a platform', async () => {
  const first = await server.get(`/v1/games?format=id&limit=2&platform=${SNES}&sort=release`);
  const [, next = ''] = /<[^>]*(\/v1[^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
  assert.deepEqual((await server.get(next)).body.games, [GRAND, LATE]);
});

test('a list of a platform shows, orders and counts the years of the releases there', async () => {
  const grid = await getPage(server, `/games?platform=${SNES}&sort=oldest`);
  assert.deepEqual(titlesOn(grid.text), ['Lair', 'Native', 'Grand', 'Late', 'Undated']);
  assert.match(grid.words, /SNES \+1 · 1992/);
  assert.doesNotMatch(grid.words, /1983|1980/);
  assert.match(grid.text, /placeholder="1992"[^>]*>.*placeholder="1994"/s);
  const table = await getPage(server, `/games?platform=${SNES}&view=table`);
  assert.doesNotMatch(table.words, /1983|1980/);
  const page = unescapeHtml((await getPage(server, `/platforms/${SNES}/snes`)).text);
  assert.doesNotMatch(page, /1983|1980/);
  const path = /href="(\/games\?platform=[^"]*year_from=1992[^"]*)"/.exec(unescapeHtml(table.text) + page)?.[1] ?? '';
  assert.equal(titlesOn((await getPage(server, path)).text).length, 3);
});

test('platforms are counted by their releases in the chosen years', async () => {
  const countsOf = async (search: string) => {
    const { text } = await getPage(server, `/games?${search}`);
    const found = text.matchAll(/name="platform" value="(\d+)"(?: checked)?>.*?<span class="count">(\d+)/gs);
    return Object.fromEntries(Array.from(found, ([, id, count]) => [id, Number(count)]));
  };
  assert.deepEqual(await countsOf('year_from=1992&year_to=1992'), { [SNES]: 3 });
  assert.deepEqual(await countsOf('year_from=1983&year_to=1991'), { [ARCADE]: 1, [NES]: 1 });
  assert.deepEqual(await countsOf(`year_to=1991&platform=${NES}`), { [NES]: 1, [SNES]: 1 });
  assert.deepEqual(await countsOf(`year_to=1991&platform=${NES}&platform=${SNES}&match=any`), {
    [ARCADE]: 2,
    [NES]: 1,
    [SNES]: 0,
  });
});

test('a drawn cover for a platform has the year of the release there', async () => {
  const { text } = await getPage(server, `/games?platform=${SNES}&title=lair`);
  const cover = new RegExp(`src="(/covers/1-360\\.png\\?v=[^"]*platform=${SNES})"`).exec(unescapeHtml(text))?.[1];
  const { headers } = await fetch(server.url + cover);
  assert.match(headers.get('cache-control') ?? '', /immutable/);
});

test('a list of a platform shows the covers of that platform', async () => {
  const pictures = { 'media/0.png': await png({ colour: '#ff0000' }), 'media/1.png': await png({ colour: '#00ff00' }) };
  const media = [ARCADE_KEY, SNES_KEY].map((platform, i) => ({
    key: 'covers:1',
    platform,
    cover_groups: [{ countries: [], covers: [{ scan_of: 'Front Cover', file: `media/${i}.png` }] }],
  }));
  const games = [{ key: 'covers:1', title: 'Covered', platforms: [on('arcade'), on('snes'), on('nes')] }];
  const lines = { platforms: platforms('Arcade', 'NES', 'SNES'), games, media };
  await server.import(writeFiles(writeBundle(lines, { source: 'covers' }), pictures));
  const [game] = (await server.get('/v1/games?title=covered')).body.games;
  const pathOf = ({ thumbnail_image }: { thumbnail_image: string }) => new URL(thumbnail_image).pathname;
  const coverOf = async (platform: number) =>
    pathOf((await server.get(`/v1/games/${game.game_id}/platforms/${platform}/covers`)).body.cover_groups[0].covers[0]);
  const [arcade, snes] = [await coverOf(ARCADE), await coverOf(SNES)];
  const sample = pathOf(game.sample_cover);
  const coverOn = async (search: string) =>
    /src="(\/media\/[^"]+)"/.exec(
      (await getPage(server, `/games?title=covered${search}`)).text.replaceAll(server.url, ''),
    )?.[1];
  assert.deepEqual(
    await Promise.all(['', `&platform=${SNES}`, `&platform=${ARCADE}`, `&platform=${NES}`].map(coverOn)),
    [sample, snes, arcade, sample],
  );
});
