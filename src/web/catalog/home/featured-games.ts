import { gamePath } from '../../../catalog/render/render.ts';
import { perSnapshot } from '../../../catalog/snapshot/per-snapshot.ts';
import { textAt } from '../../../catalog/snapshot/shared-arrays.ts';
import { positionsOf, type Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { kindsExcept } from '../../../store/game-filters.ts';
import type { PageRequest, PageResponse } from '../../kit/page.ts';
import { listFacetValues } from '../facets/facets.ts';

/** The games of which the home page shows others each day. */
const KNOWN_GAMES = 120;
/** One of these is picked at random. */
const PICKED_GAMES = 2000;
export const DAY_MS = 24 * 3600 * 1000;

/** Some of the best known games; each day begins with others. */
export function listBestKnown(snapshot: Snapshot, now: number, count: number): number[] {
  const known = bestKnown(snapshot).slice(0, KNOWN_GAMES);
  if (known.length <= count) return known;
  const start = (Math.floor(now / DAY_MS) * count) % known.length;
  return [...known, ...known].slice(start, start + count);
}

const bestKnown = perSnapshot((snapshot: Snapshot) => {
  const known = Iterator.from(snapshot.orders['-notability']);
  return [...known.filter((position) => isForFrontPage(snapshot, position)).take(PICKED_GAMES)];
});

/** Leads to a well-known game, each time to another one. */
export function showRandomGame({ snapshot }: PageRequest): PageResponse {
  const known = bestKnown(snapshot);
  const position = known[Math.floor(Math.random() * known.length)];
  if (position === undefined) return { status: 303, location: '/games' };
  const title = textAt(snapshot.titles, position);
  return { status: 303, location: gamePath(snapshot.ids[position] as number, title) };
}

/** Kinds of games that the home page never shows. */
const HIDDEN_KINDS = kindsExcept('homebrew');
const HIDDEN_GENRE = 'Adult';
/** Pirate copies of games that also came out otherwise. */
const HIDDEN_GROUP = 'Unlicensed games';
/**
 * Sources seldom state that a game is for adults. Most such games say so in their title; many of those with Japanese tiles and
 * cards are, and do not.
 */
const ADULT_TITLE =
  /\b(?:strip(?:per)?|sexy?|nude|porno?|erotic|hentai|playboy|penthouse|adults? only|bikini|lingerie|pin-?ups?|gals?|girls?|mahjong|mahjan|hanafuda)\b/i;

/** Whether the home page may show a game: nothing for adults, no piracy, no hacks. */
export function isForFrontPage(snapshot: Snapshot, position: number): boolean {
  return (
    ((snapshot.filters.flags[position] as number) & HIDDEN_KINDS) === 0 &&
    !hiddenPositions(snapshot).has(position) &&
    !ADULT_TITLE.test(textAt(snapshot.titles, position))
  );
}

const hiddenPositions = perSnapshot((snapshot: Snapshot): ReadonlySet<number> => {
  const listNamed = (facet: 'genre' | 'group', wanted: string) =>
    listFacetValues(snapshot, facet)
      .filter(({ name }) => name === wanted)
      .flatMap(({ id }) => Array.from(positionsOf(snapshot[facet], id)));
  return new Set([...listNamed('genre', HIDDEN_GENRE), ...listNamed('group', HIDDEN_GROUP)]);
});
