import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { openCatalog } from '../../src/catalog/catalog.ts';
import type { GameRecord } from '../../src/catalog/model/record.ts';
import { renderGame } from '../../src/catalog/render/card.ts';
import {
  INCLUDES,
  NO_PROVENANCE,
  renderGamesWith,
  renderIncluded,
  renderSources,
} from '../../src/catalog/render/included.ts';
import { coverGroupsOf, detailsOf, type RenderOptions, screenshotsOf } from '../../src/catalog/render/render.ts';
import { readSnapshot } from '../../src/catalog/snapshot/load-snapshot.ts';
import { loadBundle, loadStarter } from '../../src/merging/load/load.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { temporaryFolder, writeBundle } from '../support/bundle.ts';

/** Texts that look like the fields that are searched for. */
const NASTY =
  '","screenshots":[{"platform_id":1},{"company_id":2,"company_name":"x","role":"y"}],"sample_cover":null\\';

const release = (date: string, description: string | null) => ({
  release_date: date,
  countries: ['Japan'],
  companies: [{ company: 'company:nasty', role: NASTY }],
  description,
  product_codes: [],
});
const cover = (scan_of: string) => ({
  scan_of,
  image: `https://pictures.example/${scan_of.length}.png`,
  thumbnail_image: 'https://pictures.example/small.png',
  width: 10,
  height: 20,
  comments: NASTY,
});
const TRICKY = {
  platforms: [
    { key: 'platform:nes', platform_name: NASTY },
    { key: 'platform:snes', platform_name: 'SNES' },
  ],
  groups: [{ key: 'group:nasty', group_name: NASTY }],
  companies: [{ key: 'company:nasty', company_name: NASTY }],
  games: [
    {
      key: 'test:prototype',
      title: NASTY,
      description: NASTY,
      groups: ['group:nasty'],
      platforms: [
        { platform: 'platform:nes', releases: [release('1985', 'Prototype'), release('1986', null)] },
        { platform: 'platform:snes', releases: [release('1985', `${NASTY}; Demo`), release('1986', 'Not a demo')] },
      ],
    },
    { key: 'test:without-front', title: 'Back cover only', platforms: [{ platform: 'platform:nes' }] },
    { key: 'test:back-chosen', title: 'Its back cover was chosen', platforms: [{ platform: 'platform:nes' }] },
    { key: 'test:bare', title: 'Bare', platforms: [{ platform: 'platform:nes' }, { platform: 'platform:snes' }] },
  ],
  media: [
    {
      key: 'test:prototype',
      platform: 'platform:snes',
      cover_groups: [{ countries: [NASTY], covers: [cover('Front Cover')] }],
    },
    {
      key: 'test:without-front',
      platform: 'platform:nes',
      cover_groups: [{ countries: [], covers: [cover('Back Cover')] }],
      screenshots: [
        {
          caption: NASTY,
          image: 'https://pictures.example/1.png',
          thumbnail_image: 'https://pictures.example/2.png',
          width: 1,
          height: 2,
        },
      ],
    },
    {
      key: 'test:back-chosen',
      platform: 'platform:nes',
      cover_groups: [{ countries: [], covers: [cover('Back Cover')] }],
    },
  ],
};
const CHOICE = { key: 'correction:chosen', game: 'test:back-chosen', main_picture: cover('Back Cover').image };

const store = await openSqliteStore(temporaryFolder('included'));
after(() => store.close());
await loadStarter(store, () => 1000, openPictureStore(temporaryFolder('media')));
await loadBundle(store, await openBundle(writeBundle(TRICKY, { source: 'tricky' })), { clock: () => 2000 });
await loadBundle(store, await openBundle(writeBundle({ corrections: [CHOICE] }, { source: 'corrections' })), {
  clock: () => 3000,
});
const { ids, revisions } = (await store.catalog.readIndex()).games;
const versions = ids.map((gameId, i) => ({ gameId, revision: revisions[i] as number }));
const cards = await store.catalog.readCards(versions);
const records = await store.catalog.readRecords(versions);

const known = new Map((await store.catalog.listSources()).map((source) => [source.source, source]));
const sources = (await store.catalog.readProvenance(versions)).map((text) => renderSources(text as string, known));

test('each source of a game has its licence and its fields, in the order of the provenance', () => {
  const text = sources.find((one) => one.includes('"starter-pictures"')) as string;
  const [first, ...others] = JSON.parse(text);
  assert.deepEqual(
    { ...first, fields: first.fields.filter((field: string) => /^(title|releases)$/.test(field)) },
    {
      source: 'starter',
      source_name: 'Ludex starter catalog',
      licence: 'CC0-1.0',
      source_url: null,
      fields: ['title', 'releases'],
    },
  );
  const pictures = others.find(({ source }: { source: string }) => source === 'starter-pictures');
  assert.deepEqual([pictures.licence, pictures.fields], ['LicenseRef-free-per-game', ['screenshots']]);
});

test('a source that is gone has its key as name, and a game without provenance no sources', () => {
  const gone = '{"fields":{"title":["gone"]},"platforms":{"platform:nes":{"releases":["gone"]}}}';
  assert.equal(
    renderSources(gone, known),
    '[{"source":"gone","source_name":"gone","licence":null,"source_url":null,"fields":["title","releases"]}]',
  );
  assert.equal(renderSources(NO_PROVENANCE, known), '[]');
});

const publicUrl = 'https://games.example.org';
const USUAL: RenderOptions = {
  publicUrl,
  mediaUrl: `${publicUrl}/media`,
  originalFields: false,
  generatedCovers: true,
};
const OPTIONS: RenderOptions[] = [
  USUAL,
  { ...USUAL, generatedCovers: false },
  { ...USUAL, mediaUrl: 'https://pictures.example.org/all' },
  { ...USUAL, originalFields: true },
];

for (const options of OPTIONS) {
  test(`the copied text of ${ids.length} games equals their parsed records: ${JSON.stringify(options)}`, () => {
    for (const [i, text] of records.entries()) {
      const game = renderGame(cards[i] as string, options);
      const rendered = JSON.parse(
        renderIncluded(game, { record: text as string, sources: sources[i] }, INCLUDES, options),
      );
      const expected = describe(JSON.parse(game), JSON.parse(text as string), options);
      assert.deepEqual(rendered, { ...expected, sources: JSON.parse(sources[i] as string) });
    }
  });
}

test('a page of a hundred games of the starter catalog, with everything, is not cut', async () => {
  const catalog = openCatalog(store.catalog, store.randomLists, await readSnapshot(store.catalog), USUAL, 1_000_000);
  const positions = Array.from({ length: 100 }, (_, i) => i);
  const games = await renderGamesWith(catalog, catalog.snapshot, positions, INCLUDES);
  assert.equal(games.length, 100);
});

/** The same from the parsed record. */
function describe(game: object, record: GameRecord, options: RenderOptions): object {
  const companies = record.platforms.flatMap(({ releases }) => releases.flatMap((one) => one.companies));
  return {
    ...game,
    platforms: record.platforms.map((platform) => {
      const { game_id: _gameId, ...details } = detailsOf(record, platform, options);
      return {
        ...details,
        screenshots: screenshotsOf(platform, options),
        cover_groups: coverGroupsOf(record, platform, options),
      };
    }),
    groups: record.groups,
    external_ids: (record as { external_ids?: object[] }).external_ids ?? [],
    companies: Object.values(Object.fromEntries(companies.map((one) => [JSON.stringify(one), one]))),
  };
}
