import { attributes, companies, genres, groups, on, platforms, release } from './entries.ts';

/** A catalog with a series, a developer, files, titles in several scripts and games without facts. */

const MAKERS = 'Developed hop-works, Published big-box';
const nes = (date: string | null, more: object = {}) => ({ ...on('nes', release(date, 'Japan', MAKERS)), ...more });
const ZELDA = 'group:the-legend-of-zelda';
const PIRATE = { attributes: ['attribute:kind/pirate'] };

/** Listed by two sources. */
export const FILE = { name: 'Zelda III (Japan).nes', size: 40_976, crc: '1'.repeat(8), sha1: '3'.repeat(40) };

/** The ids follow the order of the keys. */
export const SERIES_GAME = {
  first: 1,
  second: 2,
  third: 3,
  pirate: 4,
  similar: 5,
  sameDeveloper: 6,
  arabic: 7,
  bare: 8,
  namesake: 9,
  arcadeOnly: 11,
};

const GAMES = [
  ...[
    ['a', 'One', '1986'],
    ['b', 'Two', '1988'],
  ].map(([key, title, date = null]) => ({
    key: `test:${key}`,
    title: `Zelda ${title}`,
    genres: ['genre:action'],
    groups: [ZELDA],
    platforms: [nes(date)],
  })),
  {
    key: 'test:c',
    title: 'Zelda Three',
    alternate_titles: [
      { title: 'ゼルダ三', description: 'Japanese spelling' },
      { title: 'Zelda Trois', description: 'French title' },
    ],
    genres: ['genre:action'],
    groups: [ZELDA, 'group:text-adventures'],
    ids: { igdb: ['1942'], igdb_slug: ['zelda-three'], pcgamingwiki: ['Zelda_&_Three'], unknown: ['7'] },
    platforms: [
      nes('1992-04', {
        releases: [
          release('1992-04', 'Japan', MAKERS, {
            product_codes: [{ product_code: 'HVC-ZT', product_code_type: 'Nintendo Media PN' }],
            dumps: [FILE],
          }),
          release('1993', 'United States', MAKERS),
        ],
        dumps: [
          { ...FILE, md5: '2'.repeat(32) },
          { name: 'chip.bin', crc: '4'.repeat(8) },
        ],
      }),
      ...Array.from({ length: 7 }, (_, i) => on(`home-${i}`, release('1999', 'France', MAKERS))),
    ],
  },
  {
    key: 'test:d',
    title: 'Zelda Pirate',
    genres: ['genre:action'],
    groups: [ZELDA],
    platforms: [nes('1990', PIRATE)],
  },
  {
    key: 'test:e',
    title: 'Much the Same',
    genres: ['genre:action'],
    groups: ['group:text-adventures'],
    platforms: [on('nes', release('1992', 'Japan'))],
  },
  { key: 'test:f', title: 'Of the Same Makers', genres: ['genre:puzzle'], platforms: [nes('1991')] },
  {
    key: 'test:g',
    title: 'لعبة طويلة الاسم',
    alternate_titles: [{ title: '龍', description: 'Chinese title' }],
    platforms: [on('arcade', release(null, 'Arab world'))],
  },
  { key: 'test:h', title: 'Bare', platforms: [on('snes')] },
  {
    key: 'test:i1',
    title: 'Twin',
    groups: ['group:twins'],
    platforms: [on('nes', release('1985', 'Japan', 'Developed hop-works'))],
  },
  {
    key: 'test:i2',
    title: 'Twin',
    groups: ['group:twins'],
    platforms: [on('snes', release('2010', 'Japan', 'Developed big-box'))],
  },
  { key: 'test:j', title: 'On Arcade Only', platforms: [on('arcade')] },
  ...Array.from({ length: 20 }, (_, i) => ({
    key: `test:z${i + 10}`,
    title: `Other ${i}`,
    genres: ['genre:puzzle'],
    platforms: [on('arcade')],
  })),
];

export const SERIES_CATALOG = {
  platforms: platforms('NES', 'SNES', 'Arcade', ...Array.from({ length: 7 }, (_, i) => `Home ${i}`)),
  genres: genres('Basic Genres', 'Action', 'Puzzle'),
  groups: groups('The Legend of Zelda', 'Twins', 'Text adventures'),
  companies: companies('Hop Works', 'Big Box'),
  attributes: attributes('Kind', 'Pirate'),
  games: GAMES,
};
