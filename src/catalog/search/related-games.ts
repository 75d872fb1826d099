import { kindsExcept, yearOfDate } from '../../store/game-filters.ts';
import { positionsOf, type Snapshot } from '../snapshot/snapshot.ts';

/** Kinds that are not listed as related games. */
const HIDDEN = kindsExcept('compilation', 'homebrew');

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
function isHiddenKind({ filters }: Snapshot, position: number): boolean {
  return ((filters.flags[position] as number) & HIDDEN) !== 0;
}

function compareReleases(snapshot: Snapshot, a: number, b: number): number {
  return releaseKey(snapshot, a) - releaseKey(snapshot, b) || a - b;
}

/** Unknown dates come last. Not infinite: the difference of two must be a number. */
function releaseKey({ filters }: Snapshot, position: number): number {
  return (filters.release[position] as number) || Number.MAX_SAFE_INTEGER;
}

/** A game in the snapshot with the ids of its entries. */
export interface ComparedGame {
  position: number;
  genres: readonly number[];
  groups: readonly number[];
  /** Those of the groups that are series. Their games are not listed as similar. */
  series: readonly number[];
  platforms: readonly number[];
  developers: readonly number[];
  publishers: readonly number[];
}

/** How much a shared entry counts. Themes, platforms and publishers say less about what a game is like. */
const WEIGHTS = { genres: 3, developers: 2, groups: 1, publishers: 1, platforms: 1 } as const;
const POINTS_PER_WEIGHT = 8;
/** An entry counts more the fewer games have it, down to this share of the catalog: 2⁻⁸. */
const MAX_RARITY = 8;
/** Games of the same years get these points. The points decrease to zero within `YEARS_FAR`. */
const YEAR_POINTS = 32;
const YEARS_NEAR = 2;
const YEARS_FAR = 12;
/** 2,047 points of notability become 63: less than any shared genre, so that it decides between games that share as much. */
const NOTABILITY_SHIFT = 5;
const MAX_BONUS = YEAR_POINTS + 63;
/** Bounds the time: the rarest entries are compared, with so many games in all. The others say little. */
const MAX_COMPARED = 20_000;

/** Positions of the games that share the most with this one, best first. */
export function listSimilarGames(snapshot: Snapshot, game: ComparedGame, limit: number): number[] {
  const points = new Uint16Array(snapshot.ids.length);
  const entries = listSharedEntries(snapshot, game).toSorted((a, b) => a.games.length - b.games.length);
  let rest = MAX_COMPARED;
  const compared = entries.filter(({ games }, i) => {
    rest -= games.length;
    return i === 0 || rest >= 0;
  });
  for (const { games, weight } of compared) {
    for (let i = 0; i < games.length; i++) points[games[i] as number] = (points[games[i] as number] as number) + weight;
  }
  points[game.position] = 0;
  for (const id of game.series) for (const position of positionsOf(snapshot.group, id)) points[position] = 0;
  const bonus = bonusOf(snapshot, yearAt(snapshot, game.position));
  const best = openBest(limit);
  for (const { games } of compared) {
    for (let i = 0; i < games.length; i++) {
      const position = games[i] as number;
      const own = points[position] as number;
      // Visited again, or hidden.
      if (own === 0) continue;
      points[position] = 0;
      if (own + MAX_BONUS >= best.least() && !isHiddenKind(snapshot, position))
        best.add(position, own + bonus(position));
    }
  }
  return best.list().map(({ position }) => position);
}

interface SharedEntry {
  /** Ascending positions. */
  games: Uint32Array;
  weight: number;
}

function listSharedEntries({ ids, platform, genre, group, filters }: Snapshot, game: ComparedGame): SharedEntry[] {
  const facets = {
    groups: group,
    genres: genre,
    developers: filters.developed,
    publishers: filters.published,
    platforms: platform,
  };
  return (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).flatMap((kind) => {
    // A game on forty platforms is not like every other that is on many.
    const share = kind === 'platforms' ? 1 / Math.sqrt(game.platforms.length) : 1;
    return game[kind].map((id) => {
      const games = positionsOf(facets[kind], id);
      const rarity = Math.min(MAX_RARITY, Math.log2(ids.length / Math.max(1, games.length)));
      return { games, weight: Math.max(1, Math.round(WEIGHTS[kind] * share * rarity * POINTS_PER_WEIGHT)) };
    });
  });
}

function bonusOf(snapshot: Snapshot, year: number | undefined) {
  return (position: number): number => {
    const notability = (snapshot.notability[position] as number) >> NOTABILITY_SHIFT;
    const other = year === undefined ? undefined : yearAt(snapshot, position);
    if (year === undefined || other === undefined) return notability;
    const distance = Math.max(0, Math.abs(year - other) - YEARS_NEAR);
    return notability + Math.max(0, Math.round(YEAR_POINTS * (1 - distance / (YEARS_FAR - YEARS_NEAR))));
  };
}

/** A game in a ranking. */
interface Candidate {
  position: number;
  points: number;
}

/** Keeps the `limit` candidates with the most points, best first. Takes less time than sorting all of many candidates. */
function openBest(limit: number) {
  const list: Candidate[] = [];
  return {
    /** No candidate with fewer points is kept. */
    least: () => (list.length < limit ? -Infinity : (list.at(-1) as Candidate).points),
    add: (position: number, points: number) => {
      const candidate = { position, points };
      if (list.length === limit && !isBefore(candidate, list[limit - 1] as Candidate)) return;
      let at = list.length;
      while (at > 0 && isBefore(candidate, list[at - 1] as Candidate)) at--;
      list.splice(at, 0, candidate);
      if (list.length > limit) list.pop();
    },
    list: (): readonly Candidate[] => list,
  };
}

/** Of equal candidates, the one with the lower position is first. */
function isBefore(a: Candidate, b: Candidate): boolean {
  return a.points > b.points || (a.points === b.points && a.position < b.position);
}
