import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHead } from '../api/handler.ts';
import { API_PREFIX } from '../api/route.ts';
import type { App } from '../app.ts';
import { openRequestLog, redactUrl } from '../log.ts';
import { openAddressFinder, openHttpsCheck } from './client-address.ts';
import { endRequest, type Timeouts } from './connections.ts';

/** A request that was answered. */
export interface RequestFacts {
  requestId: string;
  url: string;
  /** A label of /metrics; empty if no route matches. */
  route: string;
  /** Whether it was sent to an API, whose calls the usage charts count. */
  isCall?: true;
  status: number;
  bytes: number;
  keyId?: number | undefined;
}

/** `max-age` of Strict-Transport-Security: 180 days. */
const HSTS_SECONDS = 180 * 24 * 3600;

export type RequestTracker = ReturnType<typeof trackRequests>;

/** The requests of a server, whichever part of it handles them: their ids, addresses and log lines, and those in flight. */
export function trackRequests(app: App, timeouts: Timeouts, isStopping: () => boolean) {
  const pending = new Set<ServerResponse>();
  /** Direct responses that were begun, and not sent. */
  let direct = 0;
  const addressOf = openAddressFinder(app.config.trusted_proxies);
  const record = openRecorder(app, addressOf);
  const security = app.publicUrl.startsWith('https:') ? ['strict-transport-security', `max-age=${HSTS_SECONDS}`] : [];
  return {
    nextId: openIds(),
    /** Whether a connection is closed after its current response. */
    get isStopping(): boolean {
      return isStopping();
    },
    /** Headers of every response: names and values in turn. */
    headers: (): readonly string[] => (isStopping() ? [...security, 'connection', 'close'] : security),
    addressOf,
    /** Whether the client uses https, to this server or to a proxy in front of it. */
    usesHttps: app.publicUrl.startsWith('https:') ? () => true : openHttpsCheck(app.config.trusted_proxies),
    /** Call it when the handling of a request begins. The facts are read when the response was sent. */
    begin: (request: IncomingMessage, response: ServerResponse, facts: () => RequestFacts): void => {
      pending.add(response);
      const end = record(request);
      // One listener for both ends of a response: each costs a tenth of a small request.
      response.on('close', () => {
        pending.delete(response);
        // The client has gone.
        if (!response.writableFinished) return;
        endRequest(request, timeouts);
        end(facts());
      });
    },
    /** The same for a response that Node has no object for. Call the result when it was sent, or could not be. */
    beginDirect: (request: RequestHead, facts: () => RequestFacts) => {
      direct++;
      const end = record(request);
      return (isSent: boolean): void => {
        direct--;
        if (isSent) end(facts());
      };
    },
    /** Call it if the handling of a request begins later. */
    expect: (request: IncomingMessage, response: ServerResponse): void => {
      pending.add(response);
      const forget = () => pending.delete(response);
      if (response.socket !== null) return void response.once('close', forget);
      // If the client leaves, Node closes the request, but not a response that waits for earlier ones.
      request.once('close', forget);
      response.once('socket', () => {
        request.off('close', forget);
        response.once('close', forget);
      });
    },
    /** Whether everything that was begun was sent. */
    get isIdle(): boolean {
      return pending.size === 0 && direct === 0;
    },
  };
}

/** Short, unique within this process, and ordered: a random prefix and a counter. */
function openIds(): () => string {
  const prefix = Math.random().toString(36).slice(2, 8);
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}

/** Logs each request as one line, with the key redacted from the URL and counts it for /metrics and the charts. */
function openRecorder(app: App, addressOf: ReturnType<typeof openAddressFinder>) {
  const writeLine = openRequestLog(app.log);
  return (request: RequestHead) => {
    const startedAt = performance.now();
    const { method = '' } = request;
    // A connection that was closed has no address any more.
    const address = addressOf(request);
    return ({ requestId, url: sentUrl, route, isCall, status, bytes, keyId }: RequestFacts): void => {
      const milliseconds = performance.now() - startedAt;
      app.metrics.countRequest(route, status, milliseconds / 1000);
      app.metrics.setCaches(app.caches);
      const url = redactUrl(sentUrl);
      if (isCall) app.usage.count(keyId ?? 0, endpointOf(route), status);
      const durationMs = Math.round(milliseconds * 1000) / 1000;
      writeLine({ reqId: requestId, method, url, status, durationMs, bytes, keyId, address });
    };
  };
}

/** The endpoint's name in usage charts: those of /v1 without the prefix. */
function endpointOf(route: string): string {
  return route === '' ? 'no endpoint' : route.replace(`${API_PREFIX}/`, '/');
}
