/** Counts the names that an importer does not recognize, so that the tables can grow where it matters. */
export interface Unknowns {
  add(kind: string, name: string): void;
  /** An entry that cannot be read: each is listed, before the names. */
  addBroken(what: string): void;
  hasBroken(): boolean;
  /** The most frequent names first. */
  list(): { what: string; count: number }[];
}

export function makeUnknowns(): Unknowns {
  const counts = new Map<string, number>();
  const broken: string[] = [];
  return {
    addBroken: (what) => {
      broken.push(`broken entry ${what}`);
    },
    hasBroken: () => broken.length > 0,
    add: (kind, name) => {
      const what = `${kind} ${name.slice(0, 80)}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
    },
    list: () => [
      ...broken.map((what) => ({ what, count: 1 })),
      ...Array.from(counts, ([what, count]) => ({ what, count })).toSorted(
        (a, b) => b.count - a.count || (a.what < b.what ? -1 : 1),
      ),
    ],
  };
}
