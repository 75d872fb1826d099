import { getOrInsert } from '../get-or-insert.ts';
import { openPace, type PaceLimits } from './pace.ts';

export interface VisitQueue<T> {
  readonly size: number;
  /** Returns the item that has no place: this one if the queue of its network is full, the last of the longest queue if all are. */
  add(network: string, item: T): T | undefined;
  /** The oldest item of the network whose turn it is, or undefined if all wait for their pace. */
  take(isUnpaced?: boolean): T | undefined;
}

interface QueueLimits {
  perNetwork: number;
  inAll: number;
  /** Undefined for none. */
  pace: PaceLimits | undefined;
}

/** Serves networks in turn, whatever each has in its queue, and each at its pace. */
export function openVisitQueue<T>(
  { perNetwork, inAll, pace }: QueueLimits,
  clock = () => performance.now(),
): VisitQueue<T> {
  /** The first one is next. */
  const queues = new Map<string, T[]>();
  const isWithinPace = pace ? openPace(pace, clock) : () => true;
  let size = 0;
  return {
    get size() {
      return size;
    },
    add: (network, item) => {
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
    take: (isUnpaced = false) => {
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
