import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startNode } from '../../bench/processes.ts';
import type { SlowTraffic } from './slow-clients.ts';

export interface HammerOptions {
  port: number;
  /** Whole requests, which are sent in turn. WORD becomes another word in each. */
  requests: readonly string[];
  connections: number;
  /** If not set, each connection sends as fast as it gets answers. */
  perSecond?: number | undefined;
  /** Connections that stay open, instead of requests. */
  slowClients?: SlowTraffic;
  /** The core of the process, if `taskset` is there. */
  core?: number;
}

export interface StartedOptions extends HammerOptions {
  firstNumber: number;
}

export interface HammerResult {
  sent: number;
  /** Requests that were due when no connection was free. */
  unsent: number;
  /** How many answers had each status; `closed` is a connection that the server closed. */
  statuses: Record<string, number>;
  /** Answers with 503 that did not say when to try again. */
  withoutRetryAfter: number;
  /** The latencies of answers with 200, from the time when each request was due. */
  servedMs: number[];
}

export const WORD = '{word}';
/** More than one process sends, so that no two processes send the same words. */
const NUMBERS = 10_000_000;
let started = 0;

const HAMMER = fileURLToPath(new URL('hammer.ts', import.meta.url));

/** Sends requests from another process, so that the latency of others can be measured in this one. Returns how to stop it. */
export async function startHammer(options: HammerOptions): Promise<() => Promise<HammerResult>> {
  const child = startNode([HAMMER], ['ignore', 'inherit', 'inherit', 'ipc'], {}, options.core);
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the clients ended with ${code}`)));
  failed.catch(() => {});
  child.send({ ...options, firstNumber: started++ * NUMBERS } satisfies StartedOptions);
  await Promise.race([once(child, 'message'), failed]);
  return async () => {
    child.send('stop');
    const [result] = await Promise.race([once(child, 'message'), failed]);
    // With all its connections.
    child.kill();
    return result as HammerResult;
  };
}

export function describeStatuses({ statuses }: Pick<HammerResult, 'statuses'>): string {
  return (
    Object.entries(statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ') || 'nothing'
  );
}
