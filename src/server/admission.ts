import type { MaybePromise } from '../at-once.ts';
import type { Config } from '../config.ts';
import { openCalls, readCpuMs } from './calls.ts';
import { openMemoryCheck } from './memory.ts';
import { openVisitQueue } from './visit-queue.ts';

/**
 * Who may enter now (docs/decisions/0063). A serving thread does one thing at a time, so whatever it does for one client
 * delays all others.
 *
 * - **Calls** have an API key that is known to be valid and within its quota. They enter at once, as many as the thread answers in
 *   `LUDEX_MAX_DELAY_MS`; more get 503.
 * - **Visits** are everything else: pages, pictures and forms, and requests to the API whose key is missing, refused or
 *   not looked up yet. Each network has a queue and a pace. One visit enters at a time, from each network in turn, and while there
 *   are calls, visits get a quarter of the thread's time.
 *
 * Health checks enter at once, and so do operators who are signed in (`serve-site`).
 */
export interface Admission {
  /** Does the work of a call, or returns `busy` if there are too many. */
  call<T>(work: () => MaybePromise<T>, busy: T): MaybePromise<T>;
  visit(visit: Visit): void;
  /** Whether a visit would have to wait, or be refused. */
  readonly isBusy: boolean;
  close(): void;
}

export interface Visit {
  network: string;
  /** It takes a fraction of a millisecond, so that it needs no turn while there are no calls. */
  isSmall: boolean;
  /** After this time it no longer keeps others waiting. */
  maxMs: number;
  isGone(): boolean;
  /** Calls `end` when the thread has nothing more to do for it. */
  run(end: () => void): void;
  refuse(): void;
}

/** While there are calls, the thread is kept from visits for three times as long as one took. */
const TIME_PER_VISIT = 4;
/** Visits may be ahead of that by this much: the page that somebody opens, with its pictures. */
const CREDIT_MS = 50;
/** How long after the last call there are calls. */
const IN_USE_MS = 1000;
const RETRY_MS = 5;
/** All networks together may have this many times the queue of one. */
const NETWORKS_IN_QUEUE = 8;
/** A visitor may be ahead of its pace by so much: a page has up to 100 pictures. */
const BURST_SECONDS = 10;
/** A refusal is delayed, so that a client that ignores it does not keep the thread busy with refusals. */
const REFUSAL_MS = 500;

type Limits = Pick<Config, 'site_queue' | 'site_per_second' | 'threads' | 'max_delay_ms' | 'max_memory_mb'>;

export function openAdmission(config: Limits): Admission {
  const { site_queue: perNetwork, site_per_second, threads } = config;
  const perSecond = site_per_second === null ? undefined : site_per_second / threads;
  const queue = openVisitQueue<Visit>({
    perNetwork,
    inAll: perNetwork * NETWORKS_IN_QUEUE,
    pace: perSecond === undefined ? undefined : { burst: perSecond * BURST_SECONDS, perSecond },
  });
  const calls = openCalls(config);
  const memory = openMemoryCheck(config);
  let isVisited = false;
  let isScheduled = false;
  /** When the thread has made up for the time of its visits. */
  let dueAt = Number.NEGATIVE_INFINITY;

  const isInUse = (now: number) => now < calls.lastAt + IN_USE_MS;
  const schedule = () => {
    if (isScheduled || isVisited || queue.size === 0) return;
    isScheduled = true;
    setImmediate(takeNext);
  };
  const takeNext = () => {
    isScheduled = false;
    const now = performance.now();
    const visit = now < dueAt && isInUse(now) ? undefined : queue.take();
    if (visit) {
      if (!visit.isGone()) begin(visit);
      schedule();
    } else if (queue.size > 0) {
      isScheduled = true;
      setTimeout(takeNext, RETRY_MS);
    }
  };
  const begin = (visit: Visit) => {
    isVisited = true;
    const usedBefore = readCpuMs();
    const end = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      const now = performance.now();
      dueAt = Math.max(dueAt, now - CREDIT_MS * TIME_PER_VISIT) + TIME_PER_VISIT * (readCpuMs() - usedBefore);
      isVisited = false;
      schedule();
    };
    let timer: NodeJS.Timeout | undefined = setTimeout(end, visit.maxMs);
    visit.run(end);
  };
  const refuse = (visit: Visit) =>
    void setTimeout(() => {
      if (!visit.isGone()) visit.refuse();
    }, REFUSAL_MS);

  return {
    call: (work, busy) => (memory.isShort ? busy : calls.run(work, busy)),
    visit: (visit) => {
      if (memory.isShort) refuse(visit);
      else if (visit.isSmall && !isInUse(performance.now())) visit.run(() => {});
      else if (queue.add(visit.network, visit)) schedule();
      else refuse(visit);
    },
    get isBusy() {
      return memory.isShort || isVisited || queue.size > 0;
    },
    close: () => {
      calls.close();
      memory.close();
    },
  };
}
