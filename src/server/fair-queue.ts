import { getOrInsert } from '../get-or-insert.ts';
export interface FairQueue<T> {
  readonly size: number;
  /** Whether it was added: false if the queue of this client is full, or the queues of all. */
  add(client: string, item: T): boolean;
  /** The oldest item of the client whose turn it is, or undefined if all wait for their pace. */
  take(nowMs: number): T | undefined;
}

export interface QueueLimits {
  perClient: number;
  inAll: number;
  /** The pace of a client: one item in so many milliseconds; 0 for no pace. */
  intervalMs: number;
  /** How far a client may be ahead of its pace. */
  burstMs: number;
}

/** Bounds the memory: the paces of more clients than this are forgotten if they are old. */
const MAX_PACES = 10_000;

/** Serves clients in turn, whatever each has in its queue, and each at its pace. */
export function openFairQueue<T>({ perClient, inAll, intervalMs, burstMs }: QueueLimits): FairQueue<T> {
  /** The first one is next. */
  const queues = new Map<string, T[]>();
  /** When a client has made up for all items that were taken. */
  const paces = new Map<string, number>();
  let size = 0;

  const charge = (client: string, nowMs: number) => {
    if (intervalMs === 0) return;
    if (paces.size >= MAX_PACES) for (const [one, untilMs] of paces) if (untilMs <= nowMs) paces.delete(one);
    paces.set(client, Math.max(paces.get(client) ?? 0, nowMs) + intervalMs);
  };
  return {
    get size() {
      return size;
    },
    add: (client, item) => {
      const queue = getOrInsert(queues, client, () => []);
      if (queue.length >= perClient || size >= inAll) {
        if (queue.length === 0) queues.delete(client);
        return false;
      }
      queue.push(item);
      size++;
      return true;
    },
    take: (nowMs) => {
      for (const [client, queue] of queues) {
        if ((paces.get(client) ?? 0) > nowMs + burstMs) continue;
        queues.delete(client);
        if (queue.length > 1) queues.set(client, queue);
        charge(client, nowMs);
        size--;
        return queue.shift();
      }
      return undefined;
    },
  };
}
