import { attributes, companies, genres, on, platforms, release } from './entries.ts';

/** Games of hidden kinds, with companies, countries and years, for the filters of lists. Ids follow the order of the keys. */

const cooperative = 'attribute:multiplayer-options/cooperative';
const players = (count: string) => `attribute:number-of-players-supported/${count}-players`;
/** On a platform with attributes, of which those without a slash are kinds. */
const as = (platform: ReturnType<typeof on>, ...names: string[]) => ({
  ...platform,
  attributes: names.map((name) => (name.includes('/') ? name : `attribute:kind/${name}`)),
});

const GAMES: [title: string, ...platforms: object[]][] = [
  ['Hop', as(on('nes', release('1985-09', 'Japan, Germany', 'acme')), players('1-2'))],
  ['Skip', as(on('nes', release('1987', 'Japan', 'bolt')), 'attribute:number-of-players-supported/1-player')],
  [
    'Jump',
    as(on('genesis', release('1991')), players('1-2')),
    as(on('snes', release('1992')), players('1-4'), cooperative),
  ],
  ['Leap', on('own-machine', release(null))],
  ['Bootleg Hop', as(on('nes', release(null, 'Taiwan', 'acme')), 'pirate', players('1-2'))],
  ['10 in 1', as(on('nes', release(null)), 'compilation')],
  ['Never', as(on('nes', release('1986')), 'prototype')],
  ['Garage', as(on('nes', release('2010')), 'homebrew')],
];

export const KINDS_CATALOG = {
  platforms: platforms('NES', 'SNES', 'Genesis', 'Own machine'),
  genres: genres('Basic Genres', 'Action'),
  companies: companies('Acme', 'Bolt'),
  attributes: [
    ...attributes('Kind', 'Compilation', 'Pirate', 'Prototype', 'Homebrew'),
    ...attributes('Number of Players Supported', '1 Player', '1-2 Players', '1-4 Players'),
    ...attributes('Multiplayer Options', 'Cooperative'),
  ],
  games: GAMES.map(([title, ...on], i) => ({
    key: `test:${i}`,
    title,
    ...(title === 'Hop' && { description: 'A text.', genres: ['genre:action'], ids: { wikidata: ['Q1'] } }),
    platforms: on,
  })),
};

export const KINDS_GAME = { hop: 1, skip: 2, jump: 3, leap: 4, bootleg: 5, multicart: 6, never: 7, garage: 8 } as const;
