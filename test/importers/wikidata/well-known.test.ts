import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readJsonLines } from '../../support/mame.ts';
import { convertItems, type ItemSketch } from '../../support/wikidata.ts';

const on = (value: string, ...platforms: string[]) => ({ value, qualifiers: { P400: platforms } });
const at = (value: string, place: string, platform: string) => ({
  value,
  qualifiers: { P400: [platform], P291: [place] },
});

/** Real items with a few facts. Companies and series have invented ids, except Nintendo. */
const ITEMS: ItemSketch[] = [
  {
    id: 'Q11168',
    label: 'Super Mario Bros.',
    labels: { ja: 'スーパーマリオブラザーズ', de: 'Super Mario Bros.' },
    claims: {
      P31: ['Q7889'],
      P400: ['Q172742', 'Q188642', 'Q8079'],
      P577: [
        at('1985-09-13', 'Q17', 'Q172742'),
        at('1985-10', 'Q30', 'Q172742'),
        at('1987-05-15', 'Q46', 'Q172742'),
        on('2004-02-14', 'Q188642'),
      ],
      P178: ['Q900000101'],
      P123: ['Q8093'],
      P179: ['Q900000111'],
      P136: ['Q828322'],
      P852: ['Q14864328'],
      P853: ['Q11389850'],
      P1872: ['1'],
      P1873: ['2'],
    },
  },
  {
    id: 'Q189784',
    labels: { mul: 'Doom', ja: 'DOOM', zh: '毁灭战士' },
    claims: {
      P31: ['Q7889'],
      P400: ['Q47604', 'Q183259', 'Q10677'],
      P577: [on('1993-12-10', 'Q47604'), on('1995', 'Q183259', 'Q10677')],
      P178: ['Q900000102'],
      P123: ['Q900000102', 'Q900000103'],
      P179: ['Q900000112'],
      P136: ['Q185029'],
      P404: ['Q208850', 'Q6895044'],
    },
  },
  { id: 'Q8093', label: 'Nintendo', claims: { P31: ['Q1137109'] } },
  { id: 'Q900000101', label: 'Nintendo R&D4' },
  { id: 'Q900000102', label: 'id Software' },
  { id: 'Q900000103', label: 'GT Interactive' },
  { id: 'Q900000111', label: 'Super Mario', claims: { P31: ['Q7058673'] } },
  { id: 'Q900000112', label: 'Doom', claims: { P31: ['Q7058673'] } },
];

const companies = (...publishers: string[]) => [
  ...publishers.map((name) => ({ company: `company:${name}`, role: 'Published by' })),
];

test('Super Mario Bros. has all its facts', async () => {
  const { games } = await convertItems(...ITEMS);
  const [line] = games;
  const nes = [...companies('nintendo'), { company: 'company:nintendo-r-d4', role: 'Developed by' }];
  const release = (release_date: string | null, ...countries: string[]) => ({
    release_date,
    countries,
    companies: nes,
    description: null,
    product_codes: [],
  });
  const common = {
    attributes: ['attribute:number-of-players-supported/1-2-players'],
    ratings: ['rating:cero-rating/a', 'rating:esrb-rating/everyone'],
  };
  assert.deepEqual(line, {
    key: 'wikidata:Q11168',
    title: 'Super Mario Bros.',
    alternate_titles: [{ title: 'スーパーマリオブラザーズ', description: 'Japanese spelling' }],
    official_url: null,
    genres: ['genre:action', 'genre:platform'],
    groups: ['group:super-mario'],
    ids: { wikidata: ['Q11168'] },
    platforms: [
      { platform: 'platform:game-boy-advance', ...common, releases: [release('2004-02-14')] },
      {
        platform: 'platform:nes',
        ...common,
        releases: [
          release('1985-09-13', 'Japan'),
          release('1985-10', 'United States'),
          release('1987-05-15', 'Europe'),
        ],
      },
      { platform: 'platform:wii', ...common, releases: [release(null)] },
    ],
  });
});

test('every release of Doom has its developer, and none has a publisher, because the item does not say who published where', async () => {
  const { games, counts, folder } = await convertItems(...ITEMS);
  const doom = games[1];
  assert.equal(doom?.title, 'Doom');
  assert.deepEqual(doom?.alternate_titles, [{ title: '毁灭战士', description: 'Chinese title' }]);
  assert.deepEqual(doom?.genres, ['genre:1st-person', 'genre:action', 'genre:shooter']);
  for (const { releases } of doom?.platforms ?? [])
    assert.deepEqual(releases?.[0]?.companies, [{ company: 'company:id-software', role: 'Developed by' }]);
  assert.equal(counts['publishers skipped'], 2);
  const names = readJsonLines<{ company_name: string }>(join(folder, 'companies.jsonl'));
  assert.deepEqual(
    names.map(({ company_name }) => company_name),
    ['id Software', 'Nintendo', 'Nintendo R&D4'],
  );
});
