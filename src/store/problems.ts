import { getOrInsert } from '../get-or-insert.ts';
export interface Problem {
  /** What is wrong, as a plural: `cards that differ from their record`. */
  problem: string;
  count: number;
  /** The first few. */
  examples: string[];
}

/** Collects what checks find. */
export interface Problems {
  add(problem: string, example: string | number): void;
  list(): Problem[];
}

const MAX_EXAMPLES = 10;

export function openProblems(): Problems {
  const found = new Map<string, Problem>();
  return {
    add: (problem, example) => {
      const known = getOrInsert(found, problem, () => ({ problem, count: 0, examples: [] }));
      known.count++;
      if (known.examples.length < MAX_EXAMPLES) known.examples.push(String(example));
    },
    list: () => [...found.values()],
  };
}
