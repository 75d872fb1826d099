import { getHeapStatistics } from 'node:v8';
import type { Config } from '../config.ts';

/** How busy a serving thread is. */
export interface Pressure {
  /** Calls of the API whose answer is being made, or that were read and answered in this turn of the event loop. */
  readonly calls: number;
  /** When the last call began, on the clock of `performance`. */
  readonly lastCallAt: number;
  /** Returns the turn of the event loop, for the end of the call. */
  beginCall(): number;
  endCall(turn: number): void;
  /** Whether one more call would make all of them wait too long. */
  readonly isCrowded: boolean;
  /** Whether half as many are in work, and more than a client program sends. */
  readonly isHalfCrowded: boolean;
  readonly isMemoryShort: boolean;
  /** Call it when a call was refused because too many were in work. */
  noteRefusal(): void;
  /** Whether a call has waited too long. Only in a crowd, whose first calls are accepted before it is known how long they take. */
  isTooLate(waitedMs: number): boolean;
  close(): void;
}

const TICK_MS = 20;
const MEMORY_CHECK_MS = 1000;
/** How long after a refusal there is a crowd. */
const CROWD_MS = 1000;
const HEAP_SHARE = 0.9;
const MEGABYTE = 2 ** 20;

export function openPressure(config: Pick<Config, 'max_delay_ms' | 'max_memory_mb' | 'threads'>): Pressure {
  const { max_delay_ms: maxDelayMs, max_memory_mb: maxMemoryMb, threads } = config;
  let calls = 0;
  let turn = 0;
  let isTurnEndScheduled = false;
  let ended = 0;
  let lastCallAt = Number.NEGATIVE_INFINITY;
  let lastRefusalAt = Number.NEGATIVE_INFINITY;
  let recent = usualWork(maxDelayMs ?? 0);
  let limit = maxDelayMs === null ? Number.POSITIVE_INFINITY : USUAL_CALLS;
  let isMemoryShort = findMemoryShort(maxMemoryMb);
  let most = 0;
  let answered = 0;
  let used = { own: 0, share: 0 };
  let tickedAt = 0;
  let ticking: NodeJS.Timeout | undefined;

  const tick = () => {
    const nowUsed = readCpuMs(threads);
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
  // Most calls end at once. They delay those that are read after them in the same turn all the same.
  const endTurn = () => {
    isTurnEndScheduled = false;
    turn++;
    calls -= ended;
    ended = 0;
  };
  const startTicking = () => {
    used = readCpuMs(threads);
    tickedAt = performance.now();
    ticking = setInterval(tick, TICK_MS).unref();
  };
  const checkingMemory = setInterval(() => {
    isMemoryShort = findMemoryShort(maxMemoryMb);
  }, MEMORY_CHECK_MS).unref();

  return {
    get calls() {
      return calls;
    },
    get lastCallAt() {
      return lastCallAt;
    },
    get isCrowded() {
      return calls >= limit;
    },
    get isHalfCrowded() {
      return calls >= Math.max(ALWAYS_ACCEPTED, limit / 2);
    },
    get isMemoryShort() {
      return isMemoryShort;
    },
    beginCall: () => {
      if (++calls > most) most = calls;
      lastCallAt = performance.now();
      if (ticking === undefined && maxDelayMs !== null) startTicking();
      if (!isTurnEndScheduled) setImmediate(endTurn);
      isTurnEndScheduled = true;
      return turn;
    },
    endCall: (begunIn) => {
      answered++;
      if (begunIn === turn) ended++;
      else calls--;
    },
    noteRefusal: () => {
      lastRefusalAt = performance.now();
    },
    isTooLate: (waitedMs) =>
      maxDelayMs !== null && waitedMs > maxDelayMs && performance.now() - lastRefusalAt < CROWD_MS,
    close: () => {
      clearInterval(ticking);
      clearInterval(checkingMemory);
    },
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

/** Of this thread, or its share of the whole process if that is more: answers are compressed in other threads. */
function readCpuMs(threads: number): { own: number; share: number } {
  const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
  return { own: (own.user + own.system) / 1000, share: (all.user + all.system) / 1000 / threads };
}

/** V8 ends the process when its heap is full. */
function findMemoryShort(maxMemoryMb: number | null): boolean {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  if (used_heap_size > heap_size_limit * HEAP_SHARE) return true;
  return maxMemoryMb !== null && process.memoryUsage.rss() > maxMemoryMb * MEGABYTE;
}
