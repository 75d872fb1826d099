import { attributes, companies, genres, on, platforms, ratings, release } from './entries.ts';

/** A small catalog with one of each resource of the contract. Ids follow the order of the keys. */

const picture = (name: string, width: number, height: number) => ({
  image: `https://pictures.example/${name}.png`,
  thumbnail_image: `https://pictures.example/${name}-small.png`,
  width,
  height,
});

/** A stored picture of 10 by 20 pixels, and its path. */
export const DISC = {
  file: 'media/disc.png',
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAUCAMAAACDMFxkAAAAA1BMVEUzZpk7I4HSAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgGL4AAADc' +
      'AAGk2YNWAAAAAElFTkSuQmCC',
    'base64',
  ),
  image: '/media/2e/80937157a698e08889cb1601d53850d38699070894d67f0d692f361f67605a.png',
  thumbnail_image: '/media/2e/80937157a698e08889cb1601d53850d38699070894d67f0d692f361f67605a-320.webp',
};

const nes = {
  platform: 'platform:nes',
  attributes: ['attribute:media-type/cartridge', 'attribute:number-of-players-supported/1-2-players'],
  ratings: ['rating:pegi-rating/3', 'rating:esrb-rating/everyone'],
  patches: [{ description: 'Second revision of the cartridge', release_date: '1987-04' }],
  releases: [
    release('1987-05-15', 'Germany, France', 'nintendo', { description: null }),
    release('1985-09-13', 'Japan', 'nintendo, Developed nintendo-r-d4', {
      product_codes: [{ product_code: 'HVC-SM', product_code_type: 'Nintendo Media PN' }],
    }),
    release(null, 'Brazil', '', { description: 'Licensed clone' }),
    release('1985', 'United States'),
  ],
};

const plain = (platform: string, date: string | null) => on(platform, release(date, 'Worldwide'));

/** Enough games to need more than one page. */
const FILLERS = 130;

export const GAME = {
  everything: 1,
  chess: 2,
  accented: 3,
  eszett: 4,
  japanese: 5,
  greek: 6,
  bare: 7,
  firstFiller: 8,
  last: 7 + FILLERS,
  none: 999_999,
} as const;

export const PLATFORM = { nes: 22, snes: 15, arcade: 143 } as const;
export const GENRE = { action: 1, platform: 21, strategy: 4, chess: 11 } as const;

export const CATALOG = {
  platforms: platforms('NES', 'SNES', 'Arcade', 'New machine'),
  genres: [
    ...genres('Basic Genres', 'Action', 'Strategy / tactics'),
    { ...genres('Gameplay', 'Platform')[0], genre_description: 'Jump and run.' },
    ...genres('Gameplay', 'Chess'),
    ...genres('A new category', 'New'),
  ],
  groups: [
    { key: 'group:mario', group_name: 'Mario', group_description: 'Games with the plumber.' },
    { key: 'group:themes', group_name: 'Themes' },
    ...Array.from({ length: 120 }, (_, i) => ({ key: `group:z${1000 + i}`, group_name: `Series ${i}` })),
  ],
  companies: companies('Nintendo', 'Nintendo R&D4'),
  attributes: [...attributes('Media Type', 'Cartridge'), ...attributes('Number of Players Supported', '1-2 Players')],
  ratings: [...ratings('ESRB Rating', 'Everyone'), ...ratings('PEGI Rating', '3')],
  games: [
    {
      key: 'test:a',
      title: 'Super Example Bros.',
      alternate_titles: [
        { title: 'スーパーエグザンプル', description: 'Japanese spelling' },
        { title: 'Example 1', description: 'Working title' },
      ],
      description: 'A game that has everything.\nIt has "quotes", back\\slashes such as \\u0001 and <3 signs.',
      official_url: 'https://example.org/game',
      catalog_score: 8.5,
      num_votes: 12,
      genres: ['genre:platform', 'genre:action'],
      groups: ['group:mario', 'group:themes'],
      platforms: [nes, plain('snes', '1993-08'), plain('arcade', null)],
    },
    {
      key: 'test:b',
      title: 'Chess for Three',
      genres: ['genre:strategy-tactics', 'genre:chess', 'genre:new'],
      groups: ['group:themes'],
      platforms: [plain('nes', '1990'), plain('new-machine', '2020-01-02')],
    },
    { key: 'test:c', title: 'Pokémon', genres: ['genre:action'], platforms: [plain('snes', '1996')] },
    { key: 'test:d', title: 'STRASSE 7', platforms: [plain('arcade', '1981')] },
    { key: 'test:e', title: 'ドラゴンクエスト', platforms: [plain('nes', '1986-05-27')] },
    { key: 'test:f', title: 'ΟΔΥΣΣΕΥΣ', platforms: [plain('arcade', '1982')] },
    { key: 'test:g', title: 'Bare', platforms: [{ platform: 'platform:snes' }] },
    ...Array.from({ length: FILLERS }, (_, i) => ({
      key: `test:z${1000 + i}`,
      title: `Filler ${i}`,
      genres: ['genre:strategy-tactics'],
      platforms: [plain('arcade', '1999')],
    })),
  ],
  media: [
    {
      key: 'test:a',
      platform: 'platform:nes',
      screenshots: Array.from({ length: 7 }, (_, i) => ({
        caption: i === 0 ? null : `Level ${i}`,
        ...picture(`shot-${i}`, 256, 240),
      })),
      cover_groups: [
        {
          countries: ['Japan'],
          comments: 'First print',
          covers: [
            { scan_of: 'Back Cover', ...picture('back', 700, 500), description: 'Back', comments: null },
            { scan_of: 'Front Cover', ...picture('front', 800, 600) },
          ],
        },
        {
          countries: [],
          covers: [{ scan_of: 'Media', file: DISC.file }],
        },
      ],
    },
    {
      key: 'test:a',
      platform: 'platform:snes',
      cover_groups: [{ countries: ['Europe'], covers: [{ scan_of: 'Front Cover', ...picture('front', 800, 600) }] }],
    },
  ],
};
