import { getOrInsert } from '../get-or-insert.ts';
import { openPace, type PaceLimits } from './pace.ts';

export interface VisitQueue<T> {
  readonly size: number;
  /** Whether it was added: false if the queue of this network is full, or the queues of all. */
  add(network: string, item: T): boolean;
  /** The oldest item of the network whose turn it is, or undefined if all wait for their pace. */
  take(): T | undefined;
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
      if (size >= inAll || (queues.get(network)?.length ?? 0) >= perNetwork) return false;
      getOrInsert(queues, network, () => []).push(item);
      size++;
      return true;
    },
    take: () => {
      for (const [network, queue] of queues) {
        if (!isWithinPace(network)) continue;
        queues.delete(network);
        if (queue.length > 1) queues.set(network, queue);
        size--;
        return queue.shift();
      }
      return undefined;
    },
  };
}
