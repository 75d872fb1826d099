import { companies, on, platforms, release } from './entries.ts';

/** Titles of two games each, on other platforms and by other companies: an import keeps them apart. Ids 1 and 2, 3 and 4 … */
export const TWINS = ['Hop Quest', 'Jump Town', 'Skip Duel'];

export const TWINS_CATALOG = {
  platforms: platforms('NES', 'SNES'),
  companies: companies('Acme', 'Bolt'),
  games: TWINS.flatMap((title, i) => [
    { key: `test:${i}a`, title, platforms: [on('nes', release('1990', 'Japan', 'acme'))] },
    { key: `test:${i}b`, title, platforms: [on('snes', release('1993', 'France', 'bolt'))] },
  ]),
};
