import { API_PREFIX } from '../api/route.ts';
import type { App } from '../app.ts';
import { openRequestLog, redactUrl } from '../log.ts';
import type { Metrics } from './metrics.ts';

/** A request that was answered. */
export interface RequestFacts {
  requestId: string;
  method: string;
  url: string;
  /** A label of /metrics; empty if no route matches. */
  route: string;
  status: number;
  milliseconds: number;
  bytes: number;
  address: string;
  keyId: number | undefined;
  /** What was wrong, for the owner of the key. */
  problem: string | undefined;
}

/** A redirect of a merged game is no error. */
const FIRST_ERROR = 400;

/** Logs each request as one line, with the key redacted from the URL, and updates the counters of /metrics and of the charts. */
export function openRequestRecorder(app: App, metrics: Metrics): (facts: RequestFacts) => void {
  const writeLine = openRequestLog(app.log);
  return (facts) => {
    const { requestId, method, route, status, milliseconds, bytes, keyId, problem, address } = facts;
    metrics.countRequest(route, status, milliseconds / 1000);
    const url = redactUrl(facts.url);
    const request = `${method} ${url}`;
    const isApi = facts.url.startsWith(`${API_PREFIX}/`);
    const endpoint = isApi ? endpointOf(route) : 'site and pictures';
    if (isApi) app.usage.count(keyId ?? 0, endpoint, status);
    app.timings.record({ endpoint, request, status, milliseconds });
    if (keyId !== undefined && problem !== undefined && status >= FIRST_ERROR)
      app.errors.record({ keyId, status, request, message: redactUrl(problem) });
    const durationMs = Math.round(milliseconds * 1000) / 1000;
    writeLine({ reqId: requestId, method, url, status, durationMs, bytes, keyId, address });
  };
}

/** The endpoint's name in usage charts. */
function endpointOf(route: string): string {
  return route === '' ? 'no endpoint' : route.slice(API_PREFIX.length);
}
