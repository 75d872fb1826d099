import { after } from 'node:test';

type End = () => Promise<void>;

let ends: End[] | undefined;

/** Runs after the last test file of this process, or after this file if it runs alone. */
export function atEnd(end: End): void {
  if (ends) ends.push(end);
  else after(end);
}

/** Collects hooks until the returned function runs them. */
export function collectEnds(): End {
  const collected: End[] = [];
  ends = collected;
  return async () => {
    for (const end of collected) await end();
  };
}
