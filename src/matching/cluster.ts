import { type Comparison, compare, DIFFERENT, isImpossible, SAME } from './compare.ts';
import { type Evidence, join } from './evidence.ts';

/** What is grouped: all evidence of a line or a game. */
export interface Item {
  all: Evidence;
  /** Of a game that was there before: the evidence of what founds it. */
  creating?: Evidence | undefined;
  /** The games that it has, and those that the operator says it is not. */
  games?: { own: ReadonlySet<number>; others: ReadonlySet<number> } | undefined;
}

/**
 * Groups items into games: joins the two that are most alike, compares the result with their neighbours again, and stops
 * when no two are alike enough. What cannot be one game keeps all that is joined to either apart. Only the given pairs are
 * compared. Returns the groups as indexes of items.
 */
export function cluster(items: readonly Item[], pairs: Iterable<readonly [number, number]>): number[][] {
  const known = [...items];
  const groups: number[][] = items.map((_, i) => [i]);
  const neighbours = items.map(() => new Map<number, Comparison & { rank: number }>());
  for (const [a, b] of pairs) link(a, b, compareItems(at(known, a), at(known, b)));
  for (let best = findBest(); best; best = findBest()) joinGroups(...best);
  return groups.filter((group) => group.length > 0);

  function link(a: number, b: number, found: Comparison): void {
    const link = { ...found, rank: rankOf(found, at(known, a).all, at(known, b).all) };
    at(neighbours, a).set(b, link);
    at(neighbours, b).set(a, link);
  }

  function findBest(): [number, number] | undefined {
    let best: [number, number] | undefined;
    let most: number = SAME;
    for (const [a, links] of neighbours.entries())
      for (const [b, { rank }] of links) if (a < b && rank > most) [best, most] = [[a, b], rank];
    return best;
  }

  function joinGroups(a: number, b: number): void {
    at(groups, a).push(...at(groups, b).splice(0));
    known[a] = joinItems(at(known, a), at(known, b));
    const [own, other] = [at(neighbours, a), at(neighbours, b)];
    for (const c of other.keys()) at(neighbours, c).delete(b);
    own.delete(b);
    other.delete(a);
    for (const c of new Set([...own.keys(), ...other.keys()])) {
      const never = [own.get(c), other.get(c)].find((found) => found && isImpossible(found));
      link(a, c, never ?? compareItems(at(known, a), at(known, c)));
    }
    other.clear();
  }
}

/** Of games that are as much alike, the one on the same platform comes first, then the one with more entries: it is better known. */
export function rankOf({ score, reasons }: Comparison, a: Evidence, b: Evidence): number {
  const isOnOne = reasons.some(({ name }) => name === 'same platform');
  return score + (isOnOne ? 0.5 : 0) + 0.4 * (1 - 1 / (a.keys.size + b.keys.size));
}

/** Two games that were there before must be alike without what enriches them, too: it was attached to them by likeness. */
function compareItems(a: Item, b: Item): Comparison {
  if (areDifferent(a, b)) return DIFFERENT;
  const found = compare(a.all, b.all);
  if (!a.creating || !b.creating || found.score < SAME) return found;
  const creating = compare(a.creating, b.creating);
  return creating.score < found.score ? creating : found;
}

function areDifferent({ games: a }: Item, { games: b }: Item): boolean {
  return a !== undefined && b !== undefined && !(a.others.isDisjointFrom(b.own) && b.others.isDisjointFrom(a.own));
}

function joinItems(a: Item, b: Item): Item {
  const isKnown = a.creating !== undefined || b.creating !== undefined;
  return {
    all: join(a.all, b.all),
    creating: isKnown ? join(a.creating ?? a.all, b.creating ?? b.all) : undefined,
    games: a.games && b.games ? joinGames(a.games, b.games) : (a.games ?? b.games),
  };
}

function joinGames(a: NonNullable<Item['games']>, b: NonNullable<Item['games']>): Item['games'] {
  return { own: a.own.union(b.own), others: a.others.union(b.others) };
}

function at<T>(list: readonly T[], i: number): T {
  return list[i] as T;
}
