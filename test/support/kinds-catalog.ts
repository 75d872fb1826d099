/** Games of hidden kinds, with companies, countries and years, for the filters of lists. Ids follow the order of the keys. */

interface Facts {
  date?: string;
  countries?: string[];
  publisher?: string;
  kind?: string;
  players?: string;
  isCooperative?: boolean;
}

const COOPERATIVE = {
  key: 'attribute:multiplayer-options/cooperative',
  attribute_name: 'Cooperative',
  attribute_category_name: 'Multiplayer Options',
};

const on = (platform: string, { date, countries = [], publisher, kind, players, isCooperative = false }: Facts) => ({
  platform: `platform:${platform}`,
  attributes: [
    ...(kind ? [`attribute:kind/${kind}`] : []),
    ...(players ? [playersKey(players)] : []),
    ...(isCooperative ? [COOPERATIVE.key] : []),
  ],
  releases: [
    {
      release_date: date ?? null,
      countries,
      companies: publisher ? [{ company: `company:${publisher}`, role: 'Published by' }] : [],
      product_codes: [],
    },
  ],
});

const playersKey = (players: string) => `attribute:number-of-players-supported/${players}-players`;

const players = (name: string) => ({
  key: playersKey(name),
  attribute_name: `${name} ${name === '1' ? 'Player' : 'Players'}`,
  attribute_category_name: 'Number of Players Supported',
});

const kind = (name: string) => ({
  key: `attribute:kind/${name.toLowerCase()}`,
  attribute_name: name,
  attribute_category_name: 'Kind',
});

export const KINDS_CATALOG = {
  platforms: [
    { key: 'platform:nes', platform_name: 'NES' },
    { key: 'platform:snes', platform_name: 'SNES' },
    { key: 'platform:genesis', platform_name: 'Genesis' },
    { key: 'platform:own', platform_name: 'Own machine' },
  ],
  genres: [{ key: 'genre:action', genre_name: 'Action', genre_category: 'Basic Genres' }],
  companies: [
    { key: 'company:acme', company_name: 'Acme' },
    { key: 'company:bolt', company_name: 'Bolt' },
  ],
  attributes: ['Compilation', 'Pirate', 'Prototype', 'Homebrew']
    .map(kind)
    .concat(['1', '1-2', '1-4'].map(players), COOPERATIVE),
  games: [
    {
      key: 'test:a',
      title: 'Hop',
      description: 'A text.',
      genres: ['genre:action'],
      platforms: [on('nes', { date: '1985-09', countries: ['Japan', 'Germany'], publisher: 'acme', players: '1-2' })],
    },
    {
      key: 'test:b',
      title: 'Skip',
      platforms: [on('nes', { date: '1987', countries: ['Japan'], publisher: 'bolt', players: '1' })],
    },
    {
      key: 'test:c',
      title: 'Jump',
      platforms: [
        on('genesis', { date: '1991', players: '1-2' }),
        on('snes', { date: '1992', players: '1-4', isCooperative: true }),
      ],
    },
    { key: 'test:d', title: 'Leap', platforms: [on('own', {})] },
    {
      key: 'test:e',
      title: 'Bootleg Hop',
      platforms: [on('nes', { kind: 'pirate', countries: ['Taiwan'], publisher: 'acme', players: '1-2' })],
    },
    { key: 'test:f', title: '10 in 1', platforms: [on('nes', { kind: 'compilation' })] },
    { key: 'test:g', title: 'Never', platforms: [on('nes', { kind: 'prototype', date: '1986' })] },
    { key: 'test:h', title: 'Garage', platforms: [on('nes', { kind: 'homebrew', date: '2010' })] },
  ],
};

export const KINDS_GAME = { hop: 1, skip: 2, jump: 3, leap: 4, bootleg: 5, multicart: 6, never: 7, garage: 8 } as const;
