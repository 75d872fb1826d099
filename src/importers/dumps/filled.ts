import type { GameLine } from '../../bundle/lines.ts';

/** Counts how many games have what enriches them. */
export interface Filled {
  add(game: GameLine): void;
  counts(): Record<string, number>;
}

const FIELDS: Record<string, (game: GameLine) => boolean> = {
  genre: ({ genres = [] }) => genres.length > 0,
  developer: (game) => releasesOf(game).some(({ companies }) => companies.some(({ role }) => role === 'Developed by')),
  publisher: (game) => releasesOf(game).some(({ companies }) => companies.some(({ role }) => role === 'Published by')),
  date: (game) => releasesOf(game).some(({ release_date }) => release_date !== null),
  'number of players': ({ platforms }) =>
    platforms.some(({ attributes = [] }) => attributes.some((key) => key.startsWith(PLAYERS))),
  group: ({ groups = [] }) => groups.length > 0,
  rating: ({ platforms }) => platforms.some(({ ratings = [] }) => ratings.length > 0),
  'product code': (game) => releasesOf(game).some(({ product_codes }) => product_codes.length > 0),
};
const PLAYERS = 'attribute:number-of-players-supported/';

export function openFilled(): Filled {
  const counts = Object.fromEntries(Object.keys(FIELDS).map((field) => [`games with a ${field}`, 0]));
  return {
    add: (game) => {
      for (const [field, has] of Object.entries(FIELDS)) if (has(game)) counts[`games with a ${field}`]!++;
    },
    counts: () => counts,
  };
}

/** Whether a game has anything at all that another source may lack. */
export function hasFacts(game: GameLine): boolean {
  return (
    Object.values(FIELDS).some((has) => has(game)) ||
    game.platforms.some(({ attributes = [] }) => attributes.length > 0)
  );
}

function releasesOf({ platforms }: GameLine) {
  return platforms.flatMap(({ releases = [] }) => releases);
}
