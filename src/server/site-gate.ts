import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { App } from '../app.ts';
import { COVERS_PATH } from '../catalog/render/generated-cover.ts';
import { PREVIEWS_PATH } from '../catalog/render/link-preview.ts';
import { MEDIA_PATH } from '../config.ts';
import { networkOf } from '../network.ts';
import { isOperator, readSession } from '../web/kit/browser-session.ts';
import type { Exchange } from './exchange.ts';
import { openFairQueue } from './fair-queue.ts';
import { HEALTH_PATHS } from './health.ts';
import { openOperatorPass } from './operator-pass.ts';
import type { Pressure } from './pressure.ts';
import { openRefusal } from './refusal.ts';

interface Waiting {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Requests that are handled at the same time in a thread: a call of the API waits for each of them. */
const MAX_RUNNING = 1;
/**
 * After this time a request no longer counts as handled. A page lets calls of the API go between its parts, so it may take a
 * while; a picture or a form that takes longer waits for a file, for another process or for a password to be hashed.
 */
const PAGE_MS = 200;
const OTHER_MS = 50;
const PICTURES = [COVERS_PATH, PREVIEWS_PATH, MEDIA_PATH].map((path) => `${path}/`);
/** While the API is in use, a thread rests after each page for so many times as long as that took. */
const REST = 3;
const LONGEST_REST_MS = 500;
/** How long after a call the API counts as in use. */
const IN_USE_MS = 100;
const RETRY_MS = 5;
/** All addresses together may have this many times the queue of one. */
const ADDRESSES_IN_QUEUE = 8;
/** A visitor may be ahead of its pace by so much: a page has up to 100 pictures. */
const BURST_MS = 10_000;

/**
 * Lets requests for pages and pictures in: one after another, from each address in turn and at its pace, and in a part of
 * the time while the API is in use. So a call waits for one page at most, most calls for none, and no visitor waits for all
 * requests of another (docs/decisions/0063).
 */
export function openSiteGate(
  app: App,
  exchange: Exchange,
  pressure: Pressure,
  handle: RequestListener,
): RequestListener {
  const { site_queue: perClient, site_per_second: perSecond, threads } = app.config;
  const queue = openFairQueue<Waiting>({
    perClient,
    inAll: perClient * ADDRESSES_IN_QUEUE,
    intervalMs: perSecond === null ? 0 : (1000 * threads) / perSecond,
    burstMs: BURST_MS,
  });
  const refuse = openRefusal(app, exchange);
  let running = 0;
  let restUntil = 0;
  let isScheduled = false;

  const schedule = () => {
    if (isScheduled || queue.size === 0 || running >= MAX_RUNNING) return;
    isScheduled = true;
    setImmediate(admitNext);
  };
  const admitNext = () => {
    isScheduled = false;
    const now = performance.now();
    const isResting = now < restUntil && now < pressure.lastCallAt + IN_USE_MS;
    const next = isResting ? undefined : queue.take(now);
    if (next) {
      admit(next);
      schedule();
    } else if (queue.size > 0) {
      isScheduled = true;
      setTimeout(admitNext, RETRY_MS);
    }
  };
  const admit = ({ request, response }: Waiting) => {
    // The client has gone.
    if (response.destroyed) return;
    // A body that is still arriving keeps nothing busy. Unfinished ones have their own limit.
    if (!request.complete) return handle(request, response);
    running++;
    const startedAt = performance.now();
    const release = () => {
      const now = performance.now();
      restUntil = now + Math.min(LONGEST_REST_MS, REST * (now - startedAt));
      clearTimeout(timer);
      response.off('prefinish', release).off('close', release);
      running--;
      schedule();
    };
    const timer = setTimeout(release, isPage(request) ? PAGE_MS : OTHER_MS);
    response.on('prefinish', release).on('close', release);
    handle(request, response);
  };
  const hasPass = openOperatorPass((session) => isOperator(app, session));
  const networkOfRequest = (request: IncomingMessage) => networkOf(exchange.addressOf(request));
  const enqueue = (waiting: Waiting) => {
    const network = networkOfRequest(waiting.request);
    if (pressure.isMemoryShort || !queue.add(network, waiting)) refuse(waiting.request, waiting.response);
    else schedule();
  };

  return (request, response) => {
    if (HEALTH_PATHS.has(request.url ?? '')) return handle(request, response);
    exchange.expect(request, response);
    const isBusy = pressure.isMemoryShort || queue.size > 0 || running >= MAX_RUNNING;
    const session = isBusy ? readSession(request.headers) : undefined;
    if (session === undefined) return enqueue({ request, response });
    void hasPass(session, networkOfRequest(request)).then((isTrusted) =>
      isTrusted ? handle(request, response) : enqueue({ request, response }),
    );
  };
}

function isPage({ method, url = '' }: IncomingMessage): boolean {
  return method !== 'POST' && !PICTURES.some((path) => url.startsWith(path));
}
