/** What an importer met and did not understand, counted by name, so that tables can grow where it matters. */
export interface Unknowns {
  add(kind: string, name: string): void;
  /** The most frequent first. */
  list(most: number): { what: string; count: number }[];
  readonly size: number;
}

export function openUnknowns(): Unknowns {
  const counts = new Map<string, number>();
  return {
    add: (kind, name) => {
      const what = `${kind} ${name.slice(0, 80)}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
    },
    list: (most) =>
      Array.from(counts, ([what, count]) => ({ what, count }))
        .toSorted((a, b) => b.count - a.count || (a.what < b.what ? -1 : 1))
        .slice(0, most),
    get size() {
      return counts.size;
    },
  };
}
