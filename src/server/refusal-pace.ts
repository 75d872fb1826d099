import { setTimeout as pause } from 'node:timers/promises';
import { networkOf } from '../network.ts';

/** Refusals that an address gets at once: so many, and then at this rate. Together they take a few percent of a thread. */
const BURST = 1000;
const PER_SECOND = 200;
const DELAY_MS = 500;
/** Bounds the memory: the paces of more networks than this are forgotten if they are old. */
const MAX_PACES = 10_000;

/** Delays the refusals of calls without a valid key, if their address sends many: so it sends fewer, and takes less from others. */
export function openRefusalPace(clock = () => performance.now()): (address: string) => Promise<void> | undefined {
  /** When a network has made up for all its calls. */
  const paces = new Map<string, number>();
  return (address) => {
    const nowMs = clock();
    const network = networkOf(address);
    const untilMs = Math.max(paces.get(network) ?? 0, nowMs);
    if (untilMs > nowMs + (BURST * 1000) / PER_SECOND) return pause(DELAY_MS);
    if (paces.size >= MAX_PACES) for (const [one, endMs] of paces) if (endMs <= nowMs) paces.delete(one);
    paces.set(network, untilMs + 1000 / PER_SECOND);
    return undefined;
  };
}
