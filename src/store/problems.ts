import { getOrInsert } from '../get-or-insert.ts';
export interface Problem {
  /** What is wrong, as a plural: `cards that differ from their record`. */
  problem: string;
  count: number;
  /** The first few. */
  examples: string[];
}

export type Problems = ReturnType<typeof openProblems>;

const MAX_EXAMPLES = 10;

/** Collects what checks find. */
export function openProblems() {
  const found = new Map<string, Problem>();
  return {
    add: (problem: string, example: string | number): void => {
      const known = getOrInsert(found, problem, () => ({ problem, count: 0, examples: [] }));
      known.count++;
      if (known.examples.length < MAX_EXAMPLES) known.examples.push(String(example));
    },
    list: (): Problem[] => [...found.values()],
  };
}
