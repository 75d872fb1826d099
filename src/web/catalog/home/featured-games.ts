import { findByTitle } from '../../../catalog/search/query.ts';
import { seededRandom } from '../../../catalog/search/random.ts';
import { perSnapshot } from '../../../catalog/snapshot/per-snapshot.ts';
import { textBytes } from '../../../catalog/snapshot/shared-arrays.ts';
import { findPosition, positionsOf, type Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { lowerBound } from '../../../catalog/snapshot/sorted-lists.ts';
import { hashTerm, kindsExcept, TERMS, yearOfDate } from '../../../store/game-filters.ts';
import { LANDMARKS, type Landmark } from '../../../vocabulary/landmarks.ts';
import { listFacetValues } from '../facets/facets.ts';

/** Random picks are games that people may know: of this many best known ones. */
const KNOWN_GAMES = 2000;
/** The last games that were added, of which the best known are shown. */
const ADDED_GAMES = 5000;
const DAY_MS = 24 * 3600 * 1000;

/** The landmarks that the catalog has; each day begins with others. */
export function listLandmarks(snapshot: Snapshot, now: number, count: number): number[] {
  const all = findLandmarks(snapshot);
  if (all.length <= count) return all;
  const start = (Math.floor(now / DAY_MS) * count) % all.length;
  return [...all, ...all].slice(start, start + count);
}

const findLandmarks = perSnapshot((snapshot: Snapshot) =>
  LANDMARKS.flatMap((landmark) => findLandmark(snapshot, landmark) ?? []),
);

/** Sources differ by a year in the date of some games. */
function findLandmark(snapshot: Snapshot, { title, year, platform }: Landmark): number | undefined {
  const id = listFacetValues(snapshot, 'platform').find(({ name }) => name === platform)?.id ?? 0;
  const onPlatform = positionsOf(snapshot.platform, id);
  return findByTitle(snapshot, title).find((position) => {
    const own = yearOfDate(snapshot.filters.release[position] as number);
    return Math.abs(own - year) <= 1 && onPlatform[lowerBound(onPlatform, position)] === position;
  });
}

/** The games of which a release came out on this day of the year, the best known first. */
export function listOnThisDay(snapshot: Snapshot, now: number): number[] {
  const day = new Date(now).toISOString().slice(0, 10);
  const released = positionsOf(snapshot.filters.terms, hashTerm(TERMS.day(day)));
  const shown = Array.from(released).filter((position) => isForFrontPage(snapshot, position));
  return shown.toSorted(byNotability(snapshot));
}

/** Well-known games at random. The same seed gives the same games. */
export function pickGames(snapshot: Snapshot, seed: number, count: number): number[] {
  const known = snapshot.orders['-notability'].subarray(0, KNOWN_GAMES);
  const random = seededRandom(seed);
  const picks = new Set<number>();
  // A limit, because a catalog may have few games for the home page.
  for (let tries = 0; picks.size < count && tries < 10 * count; tries++) {
    const position = known[Math.floor(random() * known.length)];
    if (position !== undefined && isForFrontPage(snapshot, position)) picks.add(position);
  }
  return [...picks];
}

/** The last games that imports added, by day since 1970, the newest first; of each day the best known first. */
export const listAdded = perSnapshot((snapshot: Snapshot) => {
  const days = Map.groupBy(findAdded(snapshot), ({ day }) => day);
  const added = Array.from(days, ([day, games]) => ({
    day,
    positions: games.map(({ position }) => position).toSorted(byNotability(snapshot)),
  }));
  return added.toSorted((a, b) => b.day - a.day);
});

function findAdded(snapshot: Snapshot): { position: number; day: number }[] {
  const { gameIds, sequences, createdSequences, modifiedAt } = snapshot.changes;
  const last = createdSequences.reduce((a, b) => Math.max(a, b), 0);
  return Array.from(gameIds).flatMap((gameId, i) => {
    const created = createdSequences[i] as number;
    if (created <= last - ADDED_GAMES) return [];
    const position = findPosition(snapshot, gameId);
    if (position === undefined || !isForFrontPage(snapshot, position)) return [];
    // The first change since then that is still the last one of its game: of the same import, unless all its games changed.
    const at = modifiedAt[lowerBound(sequences, created)] as number;
    return [{ position, day: Math.floor(at / DAY_MS) }];
  });
}

function byNotability({ notability }: Snapshot): (a: number, b: number) => number {
  return (a, b) => (notability[b] as number) - (notability[a] as number) || a - b;
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
    !ADULT_TITLE.test(textBytes(snapshot.titles, position).toString())
  );
}

const hiddenPositions = perSnapshot((snapshot: Snapshot): ReadonlySet<number> => {
  const listNamed = (facet: 'genre' | 'group', wanted: string) =>
    listFacetValues(snapshot, facet)
      .filter(({ name }) => name === wanted)
      .flatMap(({ id }) => Array.from(positionsOf(snapshot[facet], id)));
  return new Set([...listNamed('genre', HIDDEN_GENRE), ...listNamed('group', HIDDEN_GROUP)]);
});
