/** A mistake that somebody might make, planted to see whether a test finds it. */
export interface Fault {
  /** Within src/. */
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  /** The test files that must find it, within test/ and without their ending. */
  tests: readonly string[];
}

/** Faults by file. */
export type Faults = Record<string, [find: string, replace: string, ...tests: string[]][]>;

export const sourcePath = ({ file }: Fault): string => `src/${file}`;
export const testPaths = ({ tests }: Fault): string[] => tests.map((name) => `test/${name}.test.ts`);
