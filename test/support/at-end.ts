import { after, getTestContext, type TestContext } from 'node:test';

type End = () => Promise<void>;

let ends: End[] | undefined;
const endsOf = new WeakMap<object, End[]>();

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

/** Runs after a test or suite, the last one first: a page must close before its server. Node's own hooks run the first one first. */
export function lastFirst(end: End, t?: TestContext): void {
  const context = t ?? getTestContext();
  const known = context && endsOf.get(context);
  if (known) return void known.unshift(end);
  const queue = [end];
  if (context) endsOf.set(context, queue);
  const hook = async () => {
    const results: PromiseSettledResult<void>[] = [];
    for (const next of queue) results.push(...(await Promise.allSettled([next()])));
    // A page with errors must not leave its server open.
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  };
  if (t) t.after(hook);
  else after(hook);
}
