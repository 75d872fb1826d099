import { getHeapStatistics } from 'node:v8';
import type { Config } from '../config.ts';

/** How busy a serving thread is. */
export interface Pressure {
  /** Calls of the API whose answer is being made, or was made in this turn of the event loop. */
  readonly calls: number;
  /** When the last call began, on the clock of `performance`. */
  readonly lastCallAt: number;
  beginCall(): void;
  endCall(): void;
  /** Whether one more call would make all of them wait too long. */
  readonly isCrowded: boolean;
  readonly isMemoryShort: boolean;
  close(): void;
}

const TICK_MS = 20;
const MEMORY_CHECK_MS = 1000;
const HEAP_SHARE = 0.9;
const MEGABYTE = 2 ** 20;

export function openPressure(config: Pick<Config, 'max_delay_ms' | 'max_memory_mb'>): Pressure {
  const { max_delay_ms: maxDelayMs, max_memory_mb: maxMemoryMb } = config;
  let calls = 0;
  let ended = 0;
  let lastCallAt = Number.NEGATIVE_INFINITY;
  let limit = maxDelayMs === null ? Number.POSITIVE_INFINITY : USUAL_CALLS;
  let isMemoryShort = findMemoryShort(maxMemoryMb);
  let most = 0;
  let answered = 0;
  let usedMs = 0;
  let ticking: NodeJS.Timeout | undefined;

  const tick = () => {
    const nowMs = readCpuMs();
    limit = nextLimit({ limit, most, answered, cpuMs: nowMs - usedMs, maxDelayMs: maxDelayMs ?? 0 });
    usedMs = nowMs;
    answered = 0;
    // An idle thread does not wake up.
    if (most === 0 && limit === USUAL_CALLS) {
      clearInterval(ticking);
      ticking = undefined;
    }
    most = calls;
  };
  // Most calls end at once. Those of one turn delay each other all the same.
  const removeEnded = () => {
    calls -= ended;
    ended = 0;
  };
  const startTicking = () => {
    usedMs = readCpuMs();
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
    get isMemoryShort() {
      return isMemoryShort;
    },
    beginCall: () => {
      if (++calls > most) most = calls;
      lastCallAt = performance.now();
      if (ticking === undefined && maxDelayMs !== null) startTicking();
    },
    endCall: () => {
      answered++;
      if (ended++ === 0) setImmediate(removeEnded);
    },
    close: () => {
      clearInterval(ticking);
      clearInterval(checkingMemory);
    },
  };
}

/** Calls at the same time that a thread begins with: most take less than a millisecond. */
export const USUAL_CALLS = 128;
/** With fewer calls at the same time the CPU of the thread is spent on other things, too. So many are always accepted. */
const FEWEST_CALLS = 16;
const GROWTH = 1.25;

/**
 * How many calls may be in work at the same time, from what happened since the last tick: `most` were in work, and `answered`
 * took `cpuMs` of the thread, with the refusals of others. All calls in work share the thread, so each waits for all. Time of
 * the CPU, because a machine with other work must not refuse more.
 */
export function nextLimit(seen: {
  limit: number;
  most: number;
  answered: number;
  cpuMs: number;
  maxDelayMs: number;
}): number {
  const { limit, most, answered, cpuMs, maxDelayMs } = seen;
  if (most >= FEWEST_CALLS && answered > 0) {
    const wanted = Math.floor((maxDelayMs * answered) / cpuMs);
    return Math.max(FEWEST_CALLS, Math.min(wanted, Math.ceil(limit * GROWTH)));
  }
  return limit < USUAL_CALLS
    ? Math.min(USUAL_CALLS, Math.ceil(limit * GROWTH))
    : Math.max(USUAL_CALLS, Math.floor(limit / GROWTH));
}

function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** V8 ends the process when its heap is full. */
function findMemoryShort(maxMemoryMb: number | null): boolean {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  if (used_heap_size > heap_size_limit * HEAP_SHARE) return true;
  return maxMemoryMb !== null && process.memoryUsage.rss() > maxMemoryMb * MEGABYTE;
}
