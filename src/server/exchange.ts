import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../app.ts';
import { openAddressFinder } from './client-address.ts';
import { endRequest, type Timeouts } from './connections.ts';
import type { Metrics } from './metrics.ts';
import { openRequestRecorder, type RequestFacts } from './request-log.ts';

/** What every response needs, whichever part of the server makes it. */
export interface Exchange {
  nextRequestId(): string;
  /** Headers of the connection: names and values in turn. */
  headers(): readonly string[];
  addressOf(request: IncomingMessage): string;
  /** Call it when the handling of a request begins. The facts are read when the response was sent. */
  begin(request: IncomingMessage, response: ServerResponse, facts: () => RequestFacts): void;
  /** Call it if the handling of a request begins later. */
  expect(request: IncomingMessage, response: ServerResponse): void;
  /** Responses that were expected or begun, and not sent. */
  readonly pending: ReadonlySet<ServerResponse>;
}

/** `max-age` of Strict-Transport-Security: 180 days. */
const HSTS_SECONDS = 180 * 24 * 3600;

export function openExchange(app: App, metrics: Metrics, timeouts: Timeouts, isStopping: () => boolean): Exchange {
  const pending = new Set<ServerResponse>();
  const record = openRequestRecorder(app, metrics);
  const security = app.publicUrl.startsWith('https:') ? ['strict-transport-security', `max-age=${HSTS_SECONDS}`] : [];
  return {
    nextRequestId: nextRequestId(),
    headers: () => (isStopping() ? [...security, 'connection', 'close'] : security),
    addressOf: openAddressFinder(app.config.trusted_proxies),
    begin: (request, response, facts) => {
      pending.add(response);
      // One listener for both ends of a response: each costs a tenth of a small request.
      response.on('close', () => {
        pending.delete(response);
        // The client has gone.
        if (!response.writableFinished) return;
        endRequest(request, timeouts);
        record(facts());
        metrics.setCacheBytes(cacheBytes(app));
      });
    },
    expect: (request, response) => {
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
    pending,
  };
}

function cacheBytes({ catalog, answerCache, responseCache, pictureCache }: App): number {
  const { fragmentCache, matchCache, searchCache } = catalog;
  const caches = [fragmentCache, matchCache, searchCache, answerCache, responseCache, pictureCache];
  return caches.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Short, unique within this process, and ordered: a random prefix and a counter. */
function nextRequestId(): () => string {
  const prefix = Math.random().toString(36).slice(2, 8);
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}
