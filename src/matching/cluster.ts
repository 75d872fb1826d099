import { type Comparison, compare, isImpossible, SAME } from './compare.ts';
import { type Evidence, join } from './evidence.ts';

/**
 * Groups items into games: joins the two that are most alike, compares the result with their neighbours again, and stops
 * when no two are alike enough. What cannot be one game keeps all that is joined to either apart. Only the given pairs are
 * compared. Returns the groups as indexes of items.
 */
export function cluster(items: readonly Evidence[], pairs: Iterable<readonly [number, number]>): number[][] {
  const evidence = [...items];
  const groups: number[][] = items.map((_, i) => [i]);
  const neighbours = items.map(() => new Map<number, Comparison>());
  for (const [a, b] of pairs) link(a, b, compare(at(evidence, a), at(evidence, b)));
  for (let best = findBest(); best; best = findBest()) joinGroups(...best);
  return groups.filter((group) => group.length > 0);

  function link(a: number, b: number, found: Comparison): void {
    at(neighbours, a).set(b, found);
    at(neighbours, b).set(a, found);
  }

  function findBest(): [number, number] | undefined {
    let best: [number, number] | undefined;
    let most = SAME - 1;
    for (const [a, links] of neighbours.entries())
      for (const [b, { score }] of links) if (a < b && score > most) [best, most] = [[a, b], score];
    return most >= SAME ? best : undefined;
  }

  function joinGroups(a: number, b: number): void {
    at(groups, a).push(...at(groups, b).splice(0));
    evidence[a] = join(at(evidence, a), at(evidence, b));
    const [own, other] = [at(neighbours, a), at(neighbours, b)];
    for (const c of other.keys()) at(neighbours, c).delete(b);
    own.delete(b);
    other.delete(a);
    for (const c of new Set([...own.keys(), ...other.keys()])) {
      const never = [own.get(c), other.get(c)].find((found) => found && isImpossible(found));
      link(a, c, never ?? compare(at(evidence, a), at(evidence, c)));
    }
    other.clear();
  }
}

function at<T>(list: readonly T[], i: number): T {
  return list[i] as T;
}
