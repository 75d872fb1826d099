import type { MaybePromise } from '../at-once.ts';

/** Distributes calls over the turns of the event loop. */
export interface Turns {
  /**
   * Runs the work at once, or in a later turn if the calls of this one took long enough. In the order of arrival. The work learns
   * how much CPU time the thread used while it waited.
   */
  run<T>(work: (waitedMs: number) => MaybePromise<T>): MaybePromise<T>;
}

/** How long calls of one turn may take. Most turns have a few calls that take less than a millisecond each. */
const TURN_MS = 5;
/** Turns for everything else between two with calls that waited, if they are short. Node accepts one connection in a turn. */
const OTHER_TURNS = 4;
/** Calls that wait get a third of the time, or more: the refusal of many others may take long. */
const SHARE_OF_OTHERS = 0.5;
const LONGEST_TURN_MS = 50;
/** So few calls at a time are no crowd. If they waited, a page of 100 games would take half as much CPU time again. */
const FEW_CALLS = 16;

/**
 * Node reads all connections that have sent something before it looks at anything else. With many expensive calls such a turn
 * took 100 ms and more, and new connections, such as those of health checks, were accepted after seconds.
 */
export function openTurns(countCalls: () => number): Turns {
  const waiting: (() => MaybePromise<unknown>)[] = [];
  let isBegun = false;
  let endsAt = 0;
  let otherTurns = 0;
  let othersSince = 0;

  const begin = (now: number, milliseconds = TURN_MS) => {
    isBegun = true;
    endsAt = now + milliseconds;
    setImmediate(end);
  };
  const end = () => {
    isBegun = false;
    if (waiting.length === 0) return;
    const now = performance.now();
    const othersMs = now - othersSince;
    if (otherTurns++ < OTHER_TURNS && othersMs < TURN_MS) return begin(now);
    otherTurns = 0;
    begin(now, Math.min(Math.max(TURN_MS, othersMs * SHARE_OF_OTHERS), LONGEST_TURN_MS));
    void runWaiting();
  };
  /** One after another, until the time of this turn is over. Each is awaited, so that answers are sent meanwhile and not all at its end. */
  const runWaiting = async () => {
    while (waiting.length > 0 && performance.now() < endsAt) await waiting.shift()?.();
    othersSince = performance.now();
  };
  return {
    run: (work) => {
      if (waiting.length === 0 && countCalls() <= FEW_CALLS) return work(0);
      const now = performance.now();
      if (!isBegun) begin(now);
      if (waiting.length === 0 && now < endsAt) return work(0);
      if (waiting.length === 0) othersSince = now;
      const since = readCpuMs();
      return new Promise((resolve, reject) => {
        waiting.push(() => {
          const result = work(readCpuMs() - since);
          if (result instanceof Promise) return result.then(resolve, reject);
          resolve(result);
          return undefined;
        });
      });
    },
  };
}

/** Not the time of day: on a machine with other work a call must not be refused for that. */
function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
