import { kindsExcept, yearOfDate } from '../../store/game-filters.ts';
import { MAX_NOTABILITY } from '../model/notability.ts';
import { positionsOf, type Snapshot } from '../snapshot/snapshot.ts';
import { openBest } from './best-candidates.ts';

/** Kinds that are not listed as related games. */
const HIDDEN = kindsExcept('compilation', 'homebrew');

/** Games of these years before and after count as of the same years. */
const NEAR_YEARS = 3;
/** An unknown year counts as this far away. */
const UNKNOWN_YEARS = 12;
/** Games further away are equally far. */
const MAX_YEARS = 100;

/** Games of a company in a role, those of the years of this game first, then the best known ones. */
export function listCompanyGames(
  snapshot: Snapshot,
  role: 'developed' | 'published',
  companyId: number,
  own: number,
  limit: number,
  shown: ReadonlySet<number> = new Set(),
): number[] {
  const year = yearAt(snapshot, own);
  const isListed = (position: number) => position !== own && !shown.has(position) && !isHiddenKind(snapshot, position);
  const distance = (position: number) => {
    if (year === undefined) return 0;
    const other = yearAt(snapshot, position) ?? year + UNKNOWN_YEARS;
    return Math.min(MAX_YEARS, Math.max(0, Math.abs(year - other) - NEAR_YEARS));
  };
  const best = openBest(limit);
  for (const position of positionsOf(snapshot.filters[role], companyId)) {
    const points = (MAX_YEARS - distance(position)) * (MAX_NOTABILITY + 1) + (snapshot.notability[position] as number);
    if (points >= best.least() && isListed(position)) best.add(position, points);
  }
  return best.list().map(({ position }) => position);
}

export interface SeriesPart {
  /** The number of games in the series. */
  total: number;
  /** In the order of release, with this game. */
  positions: number[];
}

/** Neighbours in the order of release that are always listed. */
const NEIGHBOURS = 2;

/** This game in its series: the games before and after it, and the best known ones. */
export function listSeries(snapshot: Snapshot, groupId: number, own: number, limit: number): SeriesPart {
  const [before, after, known] = [openBest(NEIGHBOURS), openBest(NEIGHBOURS), openBest(limit)];
  let total = 1;
  for (const position of positionsOf(snapshot.group, groupId)) {
    if (position === own || isHiddenKind(snapshot, position)) continue;
    total++;
    const key = releaseKey(snapshot, position);
    if (compareReleases(snapshot, position, own) < 0) before.add(position, key);
    else after.add(position, -key);
    known.add(position, snapshot.notability[position] as number);
  }
  const candidates = [...before.list(), ...after.list(), ...known.list()].map(({ position }) => position);
  const listed = [...new Set([own, ...candidates])].slice(0, limit);
  return { total, positions: listed.toSorted((a, b) => compareReleases(snapshot, a, b)) };
}

/** The year of the first release of the game at this position. */
export function yearAt({ filters }: Snapshot, position: number): number | undefined {
  const date = filters.release[position] as number;
  return date === 0 ? undefined : yearOfDate(date);
}

/** Whether the game is of a kind that no list of related games has. */
export function isHiddenKind({ filters }: Snapshot, position: number): boolean {
  return ((filters.flags[position] as number) & HIDDEN) !== 0;
}

function compareReleases(snapshot: Snapshot, a: number, b: number): number {
  return releaseKey(snapshot, a) - releaseKey(snapshot, b) || a - b;
}

/** Unknown dates come last. Not infinite: the difference of two must be a number. */
function releaseKey({ filters }: Snapshot, position: number): number {
  return (filters.release[position] as number) || Number.MAX_SAFE_INTEGER;
}
