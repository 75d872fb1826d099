import { type MaybePromise, whenReady } from '../at-once.ts';
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
  /** Lets visits in as fast as they can be handled: the server stops. */
  drain(): void;
  close(): void;
}

export interface Visit {
  network: string;
  /** It takes a fraction of a millisecond, so that it need not wait while there are no calls. */
  isSmall: boolean;
  /** After this time it no longer keeps others waiting. */
  maxMs: number;
  isGone(): boolean;
  /** The result is there when the thread has nothing more to do for it. Never rejects. */
  run(): MaybePromise<void>;
  refuse(): void;
}

/** While there are calls, visits get one part of the time in so many. */
const PARTS = 4;
/** They may be ahead of that by this much: the page that somebody opens, with its pictures. */
const CREDIT_MS = 50;
/** The longest rest after a visit. */
const MAX_REST_MS = 500;
/** How long after the last call there are calls. */
const RECENT_MS = 1000;
const RETRY_MS = 5;
/** All networks together may have this many times the queue of one. */
const NETWORKS_IN_QUEUE = 8;
/** A visitor may be ahead of its pace by so much: a page has up to 100 pictures. */
const BURST_SECONDS = 10;
/** A refusal is delayed, so that a client that ignores it does not keep the thread busy with refusals. */
const REFUSAL_MS = 500;

export function allocateLastCall(): SharedArrayBuffer {
  return new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
}

type Limits = Pick<Config, 'site_queue' | 'site_per_second' | 'threads' | 'max_delay_ms' | 'max_memory_mb'>;

/** `shared` is memory of all serving threads, with the time of the last call: calls wait for the cores that visits in another thread use. */
export function openAdmission(config: Limits, shared = allocateLastCall()): Admission {
  const { site_queue: perNetwork, site_per_second, threads } = config;
  const perSecond = site_per_second === null ? undefined : site_per_second / threads;
  const queue = openVisitQueue<Visit>({
    perNetwork,
    inAll: perNetwork * NETWORKS_IN_QUEUE,
    pace: perSecond === undefined ? undefined : { burst: perSecond * BURST_SECONDS, perSecond },
  });
  const calls = openCalls(config);
  const lastCallAt = new Float64Array(shared);
  const memory = openMemoryCheck(config);
  let isRunning = false;
  let isScheduled = false;
  let isDraining = false;
  /** When visits have made up for the time that they took from calls. */
  let restUntil = Number.NEGATIVE_INFINITY;

  const hasRecentCalls = () => Date.now() < (lastCallAt[0] as number) + RECENT_MS;
  const isResting = () => performance.now() < restUntil && hasRecentCalls() && !isDraining;
  const schedule = () => {
    if (isScheduled || isRunning || queue.size === 0) return;
    isScheduled = true;
    setImmediate(takeNext);
  };
  const takeNext = () => {
    isScheduled = false;
    const visit = isResting() ? undefined : queue.take(isDraining);
    if (visit) {
      if (!visit.isGone()) begin(visit);
      schedule();
    } else if (queue.size > 0) {
      isScheduled = true;
      setTimeout(takeNext, RETRY_MS);
    }
  };
  const begin = (visit: Visit) => {
    isRunning = true;
    const usedBefore = readCpuMs();
    const end = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      isRunning = false;
      rest(readCpuMs() - usedBefore);
      schedule();
    };
    let timer: NodeJS.Timeout | undefined = setTimeout(end, visit.maxMs);
    whenReady(visit.run(), end);
  };
  const rest = (usedMs: number) => {
    if (!hasRecentCalls()) return;
    const now = performance.now();
    const next = Math.max(restUntil, now - CREDIT_MS * PARTS) + usedMs * PARTS;
    restUntil = Math.min(next, now + MAX_REST_MS);
  };
  const refuse = (visit: Visit) =>
    void setTimeout(() => {
      if (!visit.isGone()) visit.refuse();
    }, REFUSAL_MS);

  return {
    call: (work, busy) => {
      lastCallAt[0] = Date.now();
      return memory.isShort ? busy : calls.run(work, busy);
    },
    visit: (visit) => {
      if (memory.isShort) return refuse(visit);
      if (visit.isSmall && !hasRecentCalls()) return void visit.run();
      const refused = queue.add(visit.network, visit);
      if (refused) refuse(refused);
      schedule();
    },
    get isBusy() {
      return memory.isShort || isRunning || queue.size > 0 || isResting();
    },
    drain: () => {
      isDraining = true;
    },
    close: () => {
      calls.close();
      memory.close();
    },
  };
}
