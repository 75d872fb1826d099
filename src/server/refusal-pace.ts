import { setTimeout as pause } from 'node:timers/promises';
import { networkOf } from '../network.ts';
import { openPace } from './pace.ts';

/** Refusals that an address gets at once. Together they take a few percent of a thread. */
const LIMITS = { burst: 1000, perSecond: 200 };
const DELAY_MS = 500;

/** Delays the refusals of calls without a valid key, if their address sends many: so it sends fewer, and takes less from others. */
export function openRefusalPace(clock?: () => number): (address: string) => Promise<void> | undefined {
  const isWithinPace = openPace(LIMITS, clock);
  return (address) => (isWithinPace(networkOf(address)) ? undefined : pause(DELAY_MS));
}
