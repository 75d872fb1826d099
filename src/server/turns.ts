import type { MaybePromise } from '../at-once.ts';

/** Distributes calls over the turns of the event loop. */
export interface Turns {
  /** Runs the work at once, or in a later turn if the calls of this one took long enough. In the order of arrival. */
  run<T>(work: () => MaybePromise<T>): MaybePromise<T>;
}

/** How long calls of one turn may take. Most turns have a few calls that take less than a millisecond each. */
const TURN_MS = 5;
/** Turns for everything else between two with calls that waited. Node accepts one connection in a turn. */
const OTHER_TURNS = 4;

/**
 * Node reads all connections that have sent something before it looks at anything else. With many expensive calls such a turn
 * took 100 ms and more, and new connections, such as those of health checks, were accepted after seconds.
 */
export function openTurns(): Turns {
  const waiting: (() => MaybePromise<unknown>)[] = [];
  let isBegun = false;
  let endsAt = 0;
  let otherTurns = 0;

  const begin = (now: number) => {
    isBegun = true;
    endsAt = now + TURN_MS;
    setImmediate(end);
  };
  const end = () => {
    isBegun = false;
    if (waiting.length === 0) return;
    const now = performance.now();
    begin(now);
    if (otherTurns++ < OTHER_TURNS) return;
    otherTurns = 0;
    // Work that is not done at once goes on after this function, so its time is not known here: it is the last of its turn.
    while (waiting.length > 0 && !(waiting.shift()?.() instanceof Promise) && performance.now() < endsAt);
  };
  return {
    run: (work) => {
      const now = performance.now();
      if (!isBegun) begin(now);
      if (waiting.length === 0 && now < endsAt) return work();
      return new Promise((resolve) => {
        waiting.push(() => {
          const result = work();
          resolve(result);
          return result;
        });
      });
    },
  };
}
