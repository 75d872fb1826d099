import { type MaybePromise, whenReady } from '../at-once.ts';
import type { Config } from '../config.ts';
import { getOrInsert } from '../get-or-insert.ts';
import { openCalls, readCpuMs } from './calls.ts';

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
const PARTS = 20;
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

type Limits = Pick<Config, 'site_queue' | 'site_per_second' | 'threads' | 'max_delay_ms'>;

export type Admission = ReturnType<typeof openAdmission>;

/**
 * Who may enter now (docs/decisions/0063). A serving thread does one thing at a time, so whatever it does for one client
 * delays all others.
 *
 * - **Calls** have an API key that is known to be valid and within its quota. They enter at once, as many as the thread answers in
 *   `LUDEX_MAX_DELAY_MS`; more get 503.
 * - **Visits** are everything else: pages, pictures and forms, and requests to the API whose key is missing, refused or
 *   not looked up yet. Each network has a queue and a pace. One visit enters at a time, from each network in turn, and while there
 *   are calls, visits get a twentieth of the thread's time.
 *
 * Health checks enter at once, and so do operators who are signed in (`serve-site`).
 *
 * `shared` is memory of all serving threads, with the time of the last call: calls wait for the cores that visits in another
 * thread use.
 */
export function openAdmission(config: Limits, shared = allocateLastCall()) {
  const { site_queue: perNetwork, site_per_second, threads } = config;
  const perSecond = site_per_second === null ? undefined : site_per_second / threads;
  const queue = openVisitQueue<Visit>({
    perNetwork,
    inAll: perNetwork * NETWORKS_IN_QUEUE,
    pace: perSecond === undefined ? undefined : { burst: perSecond * BURST_SECONDS, perSecond },
  });
  const calls = openCalls(config);
  const lastCallAt = new Float64Array(shared);
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
    /** Does the work of a call, or returns `busy` if there are too many. */
    call: <T>(work: () => MaybePromise<T>, busy: T): MaybePromise<T> => {
      lastCallAt[0] = Date.now();
      return calls.run(work, busy);
    },
    visit: (visit: Visit) => {
      if (visit.isSmall && !hasRecentCalls()) return void visit.run();
      const refused = queue.add(visit.network, visit);
      if (refused) refuse(refused);
      schedule();
    },
    /** Whether a visit would have to wait, or be refused. */
    get isBusy(): boolean {
      return isRunning || queue.size > 0 || isResting();
    },
    /** Lets visits in as fast as they can be handled: the server stops. */
    drain: (): void => {
      isDraining = true;
    },
  };
}

interface QueueLimits {
  perNetwork: number;
  inAll: number;
  /** Undefined for none. */
  pace: PaceLimits | undefined;
}

/** Serves networks in turn, whatever each has in its queue, and each at its pace. */
export function openVisitQueue<T>({ perNetwork, inAll, pace }: QueueLimits, clock = () => performance.now()) {
  /** The first one is next. */
  const queues = new Map<string, T[]>();
  const isWithinPace = pace ? openPace(pace, clock) : () => true;
  let size = 0;
  return {
    get size(): number {
      return size;
    },
    /** Returns the item that has no place: this one if the queue of its network is full, the last of the longest queue if all are. */
    add: (network: string, item: T): T | undefined => {
      const own = getOrInsert(queues, network, () => []);
      own.push(item);
      size++;
      const full = own.length > perNetwork ? own : size > inAll ? longest(queues) : undefined;
      if (full === undefined) return undefined;
      size--;
      const refused = full.pop();
      if (own.length === 0) queues.delete(network);
      return refused;
    },
    /** The oldest item of the network whose turn it is, or undefined if all wait for their pace. */
    take: (isUnpaced = false): T | undefined => {
      for (const [network, queue] of queues) {
        if (!isUnpaced && !isWithinPace(network)) continue;
        queues.delete(network);
        if (queue.length > 1) queues.set(network, queue);
        size--;
        return queue.shift();
      }
      return undefined;
    },
  };
}

function longest<T>(queues: ReadonlyMap<string, T[]>): T[] {
  let found: T[] = [];
  for (const queue of queues.values()) if (queue.length >= found.length) found = queue;
  return found;
}

/** Bounds the memory: the paces of more networks than this are forgotten if they are old. */
const MAX_PACES = 10_000;

interface PaceLimits {
  /** So many at once, and then at this rate. */
  burst: number;
  perSecond: number;
}

/** Counts what each network does, and says whether one more is within its pace. One that is not does not count. */
export function openPace(
  { burst, perSecond }: PaceLimits,
  clock = () => performance.now(),
): (network: string) => boolean {
  /** When a network has made up for all that it did. */
  const paces = new Map<string, number>();
  return (network) => {
    const nowMs = clock();
    const untilMs = Math.max(paces.get(network) ?? 0, nowMs);
    if (untilMs > nowMs + (burst * 1000) / perSecond) return false;
    if (paces.size >= MAX_PACES) for (const [one, endMs] of paces) if (endMs <= nowMs) paces.delete(one);
    paces.set(network, untilMs + 1000 / perSecond);
    return true;
  };
}

/** Unknown sessions of one network that are looked up. A browser of an operator opens six connections. */
const LOOKUPS = { burst: 10, perSecond: 5 };
const MAX_LOOKUPS = 4;
/** How long a session counts as an operator's. It only shortens the wait: the page itself looks the session up. */
const KNOWN_MS = 60_000;
const MAX_KNOWN = 1000;

/**
 * Whether a session is an operator's, who does not wait for visitors. Each lookup reads the database, so that visitors with random
 * cookies get few of them; without one they wait like all others.
 */
export function openOperatorPass(
  isOperator: (session: string) => Promise<boolean>,
  clock = () => performance.now(),
): (session: string, network: string) => Promise<boolean> {
  const known = new Map<string, number>();
  const isWithinPace = openPace(LOOKUPS, clock);
  let lookups = 0;
  return async (session, network) => {
    if ((known.get(session) ?? 0) > clock()) return true;
    if (lookups >= MAX_LOOKUPS || !isWithinPace(network)) return false;
    lookups++;
    try {
      const isKnown = await isOperator(session).catch(() => false);
      if (known.size >= MAX_KNOWN) known.clear();
      if (isKnown) known.set(session, clock() + KNOWN_MS);
      else known.delete(session);
      return isKnown;
    } finally {
      lookups--;
    }
  };
}
