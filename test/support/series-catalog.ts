/** A catalog with a series, a developer, files, titles in several scripts and games without facts. */

const release = (date: string | null, country: string, more: object = {}) => ({
  release_date: date,
  countries: [country],
  companies: [
    { company: 'company:hop-works', role: 'Developed by' },
    { company: 'company:big-box', role: 'Published by' },
  ],
  product_codes: [],
  ...more,
});

const nes = (date: string | null, more: object = {}) => ({
  platform: 'platform:nes',
  releases: [release(date, 'Japan')],
  ...more,
});

const by = (company: string, date: string) => ({
  ...release(date, 'Japan'),
  companies: [{ company, role: 'Developed by' }],
});

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

export const SERIES_CATALOG = {
  platforms: [
    { key: 'platform:nes', platform_name: 'NES' },
    { key: 'platform:snes', platform_name: 'SNES' },
    { key: 'platform:arcade', platform_name: 'Arcade' },
    ...Array.from({ length: 7 }, (_, i) => ({ key: `platform:home-${i}`, platform_name: `Home ${i}` })),
  ],
  genres: [
    { key: 'genre:action', genre_name: 'Action', genre_category: 'Basic Genres' },
    { key: 'genre:puzzle', genre_name: 'Puzzle', genre_category: 'Basic Genres' },
  ],
  groups: [
    { key: 'group:the-legend-of-zelda', group_name: 'The Legend of Zelda' },
    { key: 'group:twins', group_name: 'Twins' },
    { key: 'group:text-adventures', group_name: 'Text adventures' },
  ],
  companies: [
    { key: 'company:hop-works', company_name: 'Hop Works' },
    { key: 'company:big-box', company_name: 'Big Box' },
  ],
  attributes: [{ key: 'attribute:kind/pirate', attribute_name: 'Pirate', attribute_category_name: 'Kind' }],
  games: [
    {
      key: 'test:a',
      title: 'Zelda One',
      genres: ['genre:action'],
      groups: ['group:the-legend-of-zelda'],
      platforms: [nes('1986')],
    },
    {
      key: 'test:b',
      title: 'Zelda Two',
      genres: ['genre:action'],
      groups: ['group:the-legend-of-zelda'],
      platforms: [nes('1988')],
    },
    {
      key: 'test:c',
      title: 'Zelda Three',
      alternate_titles: [
        { title: 'ゼルダ三', description: 'Japanese spelling' },
        { title: 'Zelda Trois', description: 'French title' },
      ],
      genres: ['genre:action'],
      groups: ['group:the-legend-of-zelda', 'group:text-adventures'],
      ids: { igdb: ['1942'], igdb_slug: ['zelda-three'], pcgamingwiki: ['Zelda_&_Three'], unknown: ['7'] },
      platforms: [
        nes('1992-04', {
          releases: [
            release('1992-04', 'Japan', {
              product_codes: [{ product_code: 'HVC-ZT', product_code_type: 'Nintendo Media PN' }],
              dumps: [FILE],
            }),
            release('1993', 'United States'),
          ],
          dumps: [
            { ...FILE, md5: '2'.repeat(32) },
            { name: 'chip.bin', crc: '4'.repeat(8) },
          ],
        }),
        ...Array.from({ length: 7 }, (_, i) => ({
          platform: `platform:home-${i}`,
          releases: [release('1999', 'France')],
        })),
      ],
    },
    {
      key: 'test:d',
      title: 'Zelda Pirate',
      genres: ['genre:action'],
      groups: ['group:the-legend-of-zelda'],
      platforms: [nes('1990', PIRATE)],
    },
    {
      key: 'test:e',
      title: 'Much the Same',
      genres: ['genre:action'],
      groups: ['group:text-adventures'],
      platforms: [{ platform: 'platform:nes', releases: [{ ...release('1992', 'Japan'), companies: [] }] }],
    },
    { key: 'test:f', title: 'Of the Same Makers', genres: ['genre:puzzle'], platforms: [nes('1991')] },
    {
      key: 'test:g',
      title: 'لعبة طويلة الاسم',
      alternate_titles: [{ title: '龍', description: 'Chinese title' }],
      platforms: [{ platform: 'platform:arcade', releases: [{ ...release(null, 'Arab world'), companies: [] }] }],
    },
    { key: 'test:h', title: 'Bare', platforms: [{ platform: 'platform:snes' }] },
    {
      key: 'test:i1',
      title: 'Twin',
      groups: ['group:twins'],
      platforms: [{ platform: 'platform:nes', releases: [by('company:hop-works', '1985')] }],
    },
    {
      key: 'test:i2',
      title: 'Twin',
      groups: ['group:twins'],
      platforms: [{ platform: 'platform:snes', releases: [by('company:big-box', '2010')] }],
    },
    { key: 'test:j', title: 'On Arcade Only', platforms: [{ platform: 'platform:arcade' }] },
    ...Array.from({ length: 20 }, (_, i) => ({
      key: `test:z${i + 10}`,
      title: `Other ${i}`,
      genres: ['genre:puzzle'],
      platforms: [{ platform: 'platform:arcade' }],
    })),
  ],
};
