import { type MaybePromise, whenReady } from '../at-once.ts';
import type { Config } from '../config.ts';

export type Calls = ReturnType<typeof openCalls>;

/** So few calls at a time are no crowd. If they waited, a page of 100 games would take half as much CPU time again. */
const FEW_CALLS = 16;
/** As many as a client program opens connections. */
const ALWAYS_ACCEPTED = 32;
/** How many a quiet thread accepts: most take less than a millisecond. */
const USUAL_CALLS = 128;
/** How long after a refusal there is a crowd. */
const CROWD_MS = 1000;
/** CPU time is measured in steps on some machines. */
const MIN_SAMPLE_MS = 0.1;

/** How long calls of one turn of the event loop may take. Most turns have a few calls that take less than a millisecond each. */
const TURN_MS = 5;
/** Turns for everything else between two with calls that waited, if they are short. Node accepts one connection in a turn. */
const OTHER_TURNS = 4;
/** Calls that wait get a third of the time, or more: the refusal of many others may take long. */
const SHARE_OF_OTHERS = 0.5;
const LONGEST_TURN_MS = 50;

/**
 * Calls of the API with a valid key, in one thread.
 *
 * Node reads all connections that have sent something before it looks at anything else. With many expensive calls such a turn
 * took 100 ms and more, and new connections, such as those of health checks, were accepted after seconds. So calls have a part of
 * each turn, and the others wait in their order.
 */
export function openCalls(
  { max_delay_ms: maxDelayMs, threads }: Pick<Config, 'max_delay_ms' | 'threads'>,
  startTimer = () => startCpuTimer(threads),
) {
  const delayMs = maxDelayMs ?? Number.POSITIVE_INFINITY;
  const usual = maxDelayMs === null ? Number.POSITIVE_INFINITY : USUAL_CALLS;
  const waiting: (() => MaybePromise<unknown>)[] = [];
  /** With those that wait, and those that ended in this turn: they delay the others of it all the same. */
  let inWork = 0;
  let endedInTurn = 0;
  /** How many may be in work at the same time. All of them share the thread, so each waits for all. */
  let limit = usual;
  /** While there are more than a few: the last ones that ended, and the CPU time that was used meanwhile. */
  let ended = 0;
  let readUsedMs: (() => number) | undefined;
  let refusedAt = Number.NEGATIVE_INFINITY;
  let isInTurn = false;
  let turnEndsAt = 0;
  let otherTurns = 0;
  let othersSince = 0;

  const beginTurn = (milliseconds = TURN_MS) => {
    isInTurn = true;
    turnEndsAt = performance.now() + milliseconds;
    setImmediate(endTurn);
  };
  const endTurn = () => {
    isInTurn = false;
    inWork -= endedInTurn;
    ended += endedInTurn;
    endedInTurn = 0;
    setLimit();
    if (waiting.length === 0) return;
    const othersMs = performance.now() - othersSince;
    if (otherTurns++ < OTHER_TURNS && othersMs < TURN_MS) return beginTurn();
    otherTurns = 0;
    beginTurn(Math.min(Math.max(TURN_MS, othersMs * SHARE_OF_OTHERS), LONGEST_TURN_MS));
    void runWaiting();
  };
  const setLimit = () => {
    if (inWork === 0) limit = usual;
    else if (!readUsedMs || ended < FEW_CALLS) return;
    // One sample changes only half of it: the garbage is collected in some of them.
    else limit = Math.max(ALWAYS_ACCEPTED, (limit + (delayMs * ended) / Math.max(readUsedMs(), MIN_SAMPLE_MS)) / 2);
    readUsedMs = undefined;
  };
  /** One after another, until the time of this turn is over. Each is awaited, so that answers are sent meanwhile and not all at its end. */
  const runWaiting = async () => {
    while (waiting.length > 0 && performance.now() < turnEndsAt) await waiting.shift()?.();
    othersSince = performance.now();
  };
  /** Only in a crowd, whose first calls are accepted before it is known how long they take. By the CPU time of this thread: others build snapshots. */
  const isTooLate = (waitedMs: number) => waitedMs > delayMs && performance.now() - refusedAt < CROWD_MS;
  const begin = <T>(work: () => MaybePromise<T>) =>
    whenReady(work(), (result) => {
      endedInTurn++;
      if (!isInTurn) beginTurn();
      return result;
    });

  return {
    /** Does the work at once, or soon if there are many others. Returns `busy` if there are too many, also for one that waited too long. */
    run: <T>(work: () => MaybePromise<T>, busy: T): MaybePromise<T> => {
      if (inWork >= limit) {
        refusedAt = performance.now();
        return busy;
      }
      if (!isInTurn) beginTurn();
      inWork++;
      if (waiting.length === 0 && inWork <= FEW_CALLS) return begin(work);
      if (readUsedMs === undefined) {
        readUsedMs = startTimer();
        ended = 0;
      }
      const now = performance.now();
      if (waiting.length === 0 && now < turnEndsAt) return begin(work);
      if (waiting.length === 0) othersSince = now;
      const usedBefore = readCpuMs();
      return new Promise((resolve, reject) => {
        waiting.push(() => {
          const result = begin(isTooLate(readCpuMs() - usedBefore) ? () => busy : work);
          if (result instanceof Promise) return result.then(resolve, reject);
          resolve(result);
          return undefined;
        });
      });
    },
  };
}

/** Measures the CPU time of this thread, or its share of that of the process if it is more: answers are compressed in other threads. */
function startCpuTimer(threads: number): () => number {
  const [ownBefore, before] = [readCpuMs(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.max(readCpuMs() - ownBefore, (user + system) / 1000 / threads);
  };
}

/** CPU time of this thread. Not the time of day: on a machine with other work nobody must be refused for that. */
export function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
