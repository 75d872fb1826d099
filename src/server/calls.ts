import type { MaybePromise } from '../at-once.ts';
import { whenReady } from '../at-once.ts';
import type { Config } from '../config.ts';

/** Calls of the API with a valid key, in one thread. */
export interface Calls {
  /** Does the work at once, or soon if there are many others. Returns `busy` if there are too many, also for one that waited too long. */
  run<T>(work: () => MaybePromise<T>, busy: T): MaybePromise<T>;
  close(): void;
}

/** How long after a refusal there is a crowd. */
const CROWD_MS = 1000;

export function openCalls(config: Pick<Config, 'max_delay_ms' | 'threads'>): Calls {
  const maxDelayMs = config.max_delay_ms;
  const limit = openCallLimit(config);
  const turns = openTurns(() => limit.calls);
  let lastAt = Number.NEGATIVE_INFINITY;
  let lastRefusalAt = Number.NEGATIVE_INFINITY;
  /** Only in a crowd, whose first calls are accepted before it is known how long they take. */
  const isTooLate = (waitedMs: number) =>
    maxDelayMs !== null && waitedMs > maxDelayMs && lastAt - lastRefusalAt < CROWD_MS;
  return {
    run: (work, busy) => {
      lastAt = performance.now();
      if (limit.isReached) {
        lastRefusalAt = lastAt;
        return busy;
      }
      const turn = limit.begin();
      return turns.run((waitedMs) =>
        whenReady(isTooLate(waitedMs) ? busy : work(), (result) => {
          limit.end(turn);
          return result;
        }),
      );
    },
    close: limit.close,
  };
}

/** How many calls may be in work at the same time. */
export interface CallLimit {
  /** Calls in work, and those that were answered in this turn of the event loop: they delay the others of it all the same. */
  readonly calls: number;
  /** Whether one more call would make all of them wait too long. */
  readonly isReached: boolean;
  /** Returns the turn of the event loop, for the end of the call. */
  begin(): number;
  end(turn: number): void;
  close(): void;
}

const TICK_MS = 20;

export function openCallLimit({
  max_delay_ms: maxDelayMs,
  threads,
}: Pick<Config, 'max_delay_ms' | 'threads'>): CallLimit {
  let calls = 0;
  let turn = 0;
  let isTurnEndScheduled = false;
  let ended = 0;
  let recent = usualWork(maxDelayMs ?? 0);
  let limit = maxDelayMs === null ? Number.POSITIVE_INFINITY : USUAL_CALLS;
  let most = 0;
  let answered = 0;
  let used = { own: 0, share: 0 };
  let tickedAt = 0;
  let ticking: NodeJS.Timeout | undefined;

  const tick = () => {
    const nowUsed = readShares(threads);
    const cpuMs = Math.max(nowUsed.own - used.own, nowUsed.share - used.share);
    const now = performance.now();
    recent = addWork(recent, { most, answered, cpuMs, ms: now - tickedAt }, maxDelayMs ?? 0);
    limit = limitFor(recent, maxDelayMs ?? 0);
    used = nowUsed;
    tickedAt = now;
    answered = 0;
    // An idle thread does not wake up.
    if (most === 0 && limit === USUAL_CALLS) {
      clearInterval(ticking);
      ticking = undefined;
    }
    most = calls;
  };
  const endTurn = () => {
    isTurnEndScheduled = false;
    turn++;
    calls -= ended;
    ended = 0;
  };
  const startTicking = () => {
    used = readShares(threads);
    tickedAt = performance.now();
    ticking = setInterval(tick, TICK_MS).unref();
  };
  return {
    get calls() {
      return calls;
    },
    get isReached() {
      return calls >= limit;
    },
    begin: () => {
      if (++calls > most) most = calls;
      if (ticking === undefined && maxDelayMs !== null) startTicking();
      if (!isTurnEndScheduled) setImmediate(endTurn);
      isTurnEndScheduled = true;
      return turn;
    },
    end: (begunIn) => {
      answered++;
      if (begunIn === turn) ended++;
      else calls--;
    },
    close: () => clearInterval(ticking),
  };
}

/** Calls at the same time that a thread begins with: most take less than a millisecond. */
export const USUAL_CALLS = 128;
/** As many as a client program opens connections. With so few the CPU of the thread is spent on other things, too. */
const ALWAYS_ACCEPTED = 32;
/** In this time the past loses half of its weight. A thread whose code is still being compiled is slow for some ticks. */
const HALF_LIFE_MS = 130;

/** Calls that were answered, and the CPU time that was used meanwhile, with the refusals of others. */
interface Work {
  answered: number;
  cpuMs: number;
}

export function usualWork(maxDelayMs: number): Work {
  return { answered: USUAL_CALLS, cpuMs: maxDelayMs };
}

/** The recent work after a tick of `ms`, in which `most` calls were in work at the same time. A quiet thread returns to the usual. */
export function addWork(recent: Work, tick: Work & { most: number; ms: number }, maxDelayMs: number): Work {
  // By time: a thread that is busy ticks late.
  const share = 0.5 ** (tick.ms / HALF_LIFE_MS);
  const isBusy = tick.most >= ALWAYS_ACCEPTED && tick.answered > 0;
  const { answered, cpuMs } = isBusy ? tick : scale(usualWork(maxDelayMs), 1 - share);
  const kept = scale(recent, share);
  return { answered: kept.answered + answered, cpuMs: kept.cpuMs + cpuMs };
}

/**
 * How many calls may be in work at the same time. All of them share the thread, so each waits for all. Time of the CPU, because
 * a machine with other work must not refuse more.
 */
export function limitFor({ answered, cpuMs }: Work, maxDelayMs: number): number {
  return Math.max(ALWAYS_ACCEPTED, Math.round((maxDelayMs * answered) / cpuMs));
}

function scale({ answered, cpuMs }: Work, factor: number): Work {
  return { answered: answered * factor, cpuMs: cpuMs * factor };
}

/** CPU time of this thread, and its share of that of the process: answers are compressed in other threads. */
function readShares(threads: number): { own: number; share: number } {
  const { user, system } = process.cpuUsage();
  return { own: readCpuMs(), share: (user + system) / 1000 / threads };
}

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

/** CPU time of this thread. Not the time of day: on a machine with other work nobody must be refused for that. */
export function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
