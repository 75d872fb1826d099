import type { Parameters } from './parameters.ts';

const MAX_TITLE_LENGTH = 128;

/** The filters of every list of games. Their values are a `GameFilter`. */
export const FILTER_PARAMETERS = {
  platform: { type: 'integers', min: 1, help: 'Ids of platforms on which the game was released' },
  genre: { type: 'integers', min: 1, help: 'Ids of genres assigned to the game' },
  group: { type: 'integers', min: 1, help: 'Ids of groups assigned to the game' },
  title: {
    type: 'text',
    maxLength: MAX_TITLE_LENGTH,
    help: 'Part of the title; ignores case and the accents of Latin and Greek letters',
  },
  match: {
    type: 'choice',
    values: ['all', 'any'],
    fallback: 'all',
    help: 'Whether a game must match all values of a filter, or any',
  },
} as const satisfies Parameters;
