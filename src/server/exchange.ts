import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../app.ts';
import { openAddressFinder } from './client-address.ts';
import { endRequest, type Timeouts } from './connections.ts';
import type { Metrics } from './metrics.ts';
import { openRequestRecorder, type RequestFacts } from './request-log.ts';

/** What every response needs, whichever part of the server makes it. */
export interface Exchange {
  nextRequestId(): string;
  /** Headers of every response: names and values in turn. */
  headers(): readonly string[];
  /** Whether a connection is closed after its current response. */
  readonly isStopping: boolean;
  addressOf(request: Pick<IncomingMessage, 'socket' | 'headers'>): string;
  /** Call it when the handling of a request begins. The facts are read when the response was sent. */
  begin(request: IncomingMessage, response: ServerResponse, facts: () => RequestFacts): void;
  /** The same for an answer that has no Node response. Call the result when it was sent, or could not be. */
  beginDirect(facts: () => RequestFacts): (isSent: boolean) => void;
  /** Call it if the handling of a request begins later. */
  expect(request: IncomingMessage, response: ServerResponse): void;
  /** Whether everything that was begun was sent. */
  readonly isIdle: boolean;
}

/** `max-age` of Strict-Transport-Security: 180 days. */
const HSTS_SECONDS = 180 * 24 * 3600;

export function openExchange(app: App, metrics: Metrics, timeouts: Timeouts, isStopping: () => boolean): Exchange {
  const pending = new Set<ServerResponse>();
  /** Direct answers that were begun, and not sent. */
  let direct = 0;
  const recordFacts = openRequestRecorder(app, metrics);
  const record = (facts: RequestFacts) => {
    recordFacts(facts);
    metrics.setCacheBytes(cacheBytes(app));
  };
  const security = app.publicUrl.startsWith('https:') ? ['strict-transport-security', `max-age=${HSTS_SECONDS}`] : [];
  return {
    nextRequestId: nextRequestId(),
    get isStopping() {
      return isStopping();
    },
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
      });
    },
    beginDirect: (facts) => {
      direct++;
      return (isSent) => {
        direct--;
        if (isSent) record(facts());
      };
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
    get isIdle() {
      return pending.size === 0 && direct === 0;
    },
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
