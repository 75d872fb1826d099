import type { SlowRequest } from '../store/service-tables.ts';
import { SLOW_REQUESTS_KEPT } from '../store/slow-requests.ts';

const MAX_TEXT_LENGTH = 300;

export interface SlowRequests {
  record(request: SlowRequest): void;
  /** Those to be written, in the order of their key. */
  take(): SlowRequest[];
}

/** The slowest requests of the hour in this thread. A request that is faster than all of them costs a comparison. */
export function openSlowRequests(): SlowRequests {
  let hour = 0;
  let slowest = new Map<string, number>();
  let waiting = new Map<string, SlowRequest>();
  let floor = 0;

  return {
    record: (timed) => {
      if (timed.hour !== hour) {
        hour = timed.hour;
        slowest = new Map();
        floor = 0;
      }
      if (slowest.size === SLOW_REQUESTS_KEPT && timed.milliseconds <= floor) return;
      const request = timed.request.slice(0, MAX_TEXT_LENGTH);
      if (timed.milliseconds <= (slowest.get(request) ?? -1)) return;
      slowest.set(request, timed.milliseconds);
      if (slowest.size > SLOW_REQUESTS_KEPT) slowest.delete(fastestOf(slowest));
      floor = Math.min(...slowest.values());
      waiting.set(`${hour} ${request}`, { ...timed, request });
    },
    take: () => {
      const taken = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, request]) => request);
      waiting = new Map();
      return taken;
    },
  };
}

function fastestOf(requests: ReadonlyMap<string, number>): string {
  let [fastest, least] = ['', Number.POSITIVE_INFINITY];
  for (const [request, milliseconds] of requests) if (milliseconds < least) [fastest, least] = [request, milliseconds];
  return fastest;
}
