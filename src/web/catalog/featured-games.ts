import { findByTitle } from '../../catalog/search/exact-title.ts';
import { orderOf } from '../../catalog/search/orders.ts';
import { seededRandom } from '../../catalog/search/random.ts';
import { findPosition, positionsOf, type Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { lowerBound } from '../../catalog/snapshot/sorted-lists.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { hashTerm, TERMS, yearOfDate } from '../../store/game-filters.ts';
import { LANDMARKS, type Landmark } from '../../vocabulary/landmarks.ts';
import { listFacetValues } from './facets.ts';
import { isForFrontPage } from './front-page.ts';

/** Random picks are games that people may know: of this many best known ones. */
const KNOWN_GAMES = 2000;
/** The last games that were added, of which the best known are shown. */
const ADDED_GAMES = 5000;
const DAY_MS = 24 * 3600 * 1000;

/** Computed once per snapshot. */
const landmarksOf = new WeakMap<Snapshot, number[]>();
const addedOf = new WeakMap<Snapshot, AddedDay[]>();
/** Computed once per snapshot and day. */
const onDayOf = new WeakMap<Snapshot, { day: number; positions: number[] }>();

/** The landmarks that the catalog has; each day begins with others. */
export function listLandmarks(snapshot: Snapshot, now: number, count: number): number[] {
  const all = getOrInsert(landmarksOf, snapshot, () =>
    LANDMARKS.flatMap((landmark) => findLandmark(snapshot, landmark) ?? []),
  );
  if (all.length <= count) return all;
  const start = (Math.floor(now / DAY_MS) * count) % all.length;
  return [...all, ...all].slice(start, start + count);
}

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
  const day = Math.floor(now / DAY_MS);
  const known = onDayOf.get(snapshot);
  if (known?.day === day) return known.positions;
  const released = positionsOf(snapshot.filters.terms, hashTerm(TERMS.day(isoDate(now))));
  const positions = Array.from(released).filter((position) => isForFrontPage(snapshot, position));
  onDayOf.set(snapshot, { day, positions: positions.toSorted(byNotability(snapshot)) });
  return listOnThisDay(snapshot, now);
}

function isoDate(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** Well-known games at random. The same seed gives the same games. */
export function pickGames(snapshot: Snapshot, seed: number, count: number): number[] {
  const known = orderOf(snapshot, '-notability').subarray(0, KNOWN_GAMES);
  const random = seededRandom(seed);
  const picks = new Set<number>();
  // A limit, because a catalog may have few games for the home page.
  for (let tries = 0; picks.size < count && tries < 10 * count; tries++) {
    const position = known[Math.floor(random() * known.length)];
    if (position !== undefined && isForFrontPage(snapshot, position)) picks.add(position);
  }
  return [...picks];
}

interface AddedDay {
  /** Days since 1970. */
  day: number;
  /** The best known first. */
  positions: number[];
}

/** The last games that imports added, by day, the newest first. */
export function listAdded(snapshot: Snapshot): AddedDay[] {
  return getOrInsert(addedOf, snapshot, () => {
    const days = Map.groupBy(findAdded(snapshot), ({ day }) => day);
    const added = Array.from(days, ([day, games]) => ({
      day,
      positions: games.map(({ position }) => position).toSorted(byNotability(snapshot)),
    }));
    return added.toSorted((a, b) => b.day - a.day);
  });
}

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
