/** A game in a ranking. */
export interface Candidate {
  position: number;
  points: number;
}

/** Keeps the `limit` candidates with the most points, best first. Takes less time than sorting all of many candidates. */
export function openBest(limit: number) {
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
export function isBefore(a: Candidate, b: Candidate): boolean {
  return a.points > b.points || (a.points === b.points && a.position < b.position);
}
