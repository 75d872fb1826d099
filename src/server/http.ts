import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { ENDPOINTS, isApiUrl } from '../api/apis.ts';
import { DOCUMENT_PATH } from '../api/handler.ts';
import type { App } from '../app.ts';
import { coversFolder } from '../config.ts';
import { openDrawingProcess } from '../covers/drawing-process.ts';
import { GAMES_BUNDLE } from '../merging/export/data-dumps.ts';
import { DUMP_ROUTE } from '../web/downloads/dump-files.ts';
import { PAGES } from '../web/routes.ts';
import { openAdmission } from './admission.ts';
import { connectionOptions, guardServer, MAX_HEAD_BYTES, refuseInvalid, TIMEOUTS } from './connections.ts';
import { type DirectRequests, readDirectRequests } from './direct-requests.ts';
import { type Address, listen } from './listeners.ts';
import { isPictureUrl, openPictureServer, PICTURE_ROUTES } from './pictures.ts';
import { type RequestTracker, trackRequests } from './requests.ts';
import { openApiServer } from './serve-api.ts';
import { openSiteServer } from './serve-site.ts';

/** Route labels of /metrics. */
export const METRIC_ROUTES = [
  ...new Set(ENDPOINTS.map(({ label }) => label)),
  DOCUMENT_PATH,
  ...new Set(PAGES.map((page) => page.path)),
  ...PICTURE_ROUTES,
  DUMP_ROUTE,
  GAMES_BUNDLE,
];

/** How long a shutdown waits for slow readers. */
const DRAIN_MS = 6500;
const DRAIN_POLL_MS = 20;
/** How long a shutdown keeps accepting connections from the backlog. A busy machine answers some of them meanwhile. */
const ACCEPT_GRACE_MS = 2000;
const STABLE_TURNS = 5;

export interface HttpServer {
  /** Returns the port. */
  listen(address: Address & { reusePort: boolean }): Promise<number>;
  /** Stops accepting connections, finishes requests in flight, and closes. */
  close(): Promise<void>;
}

/** One listener for the APIs, pictures, pages and health checks. By hand: frameworks cost more than most responses (docs/decisions/0057). */
export async function openHttp(app: App, lastCall: SharedArrayBuffer, timeouts = TIMEOUTS): Promise<HttpServer> {
  let stopping = false;
  const requests = trackRequests(app, timeouts, () => stopping);
  const admission = openAdmission(app.config, lastCall);
  const api = openApiServer(app, requests, admission, timeouts);
  const drawingProcess = openDrawingProcess(coversFolder(app.config));
  const pictures = openPictureServer(app, requests, admission, timeouts, drawingProcess);
  const serveSite = openSiteServer(app, requests, admission);
  const serve = refuseInvalid(app, (request, response) => {
    if (!api.serve(request, response) && !pictures.serve(request, response)) serveSite(request, response);
  });
  const handle = oneAtATime(requests, serve);
  const direct: DirectRequests = {
    maxBytes: MAX_HEAD_BYTES,
    isKeptOpen: () => !stopping,
    isServed: (url) => isApiUrl(url) || isPictureUrl(url),
    serve: (request, done) => (isPictureUrl(request.url ?? '') ? pictures : api).serveDirect(request, done),
  };
  const server = createServer(connectionOptions(timeouts), handle);
  server.setTimeout(timeouts.stalledMs);
  guardServer(server, app);
  readDirectRequests(server, direct);
  return {
    listen: ({ host, port, reusePort }) => listen(server, { host, port, reusePort }, { host, port }),
    close: async () => {
      stopping = true;
      admission.drain();
      await drain(server, requests);
      await drawingProcess.close();
    },
  };
}

/** Handles the requests of a connection one after another: Node begins all that a client has sent without waiting (pipelining). */
function oneAtATime(requests: RequestTracker, handle: RequestListener): RequestListener {
  return (request, response) => {
    // A response gets the socket when the earlier ones of its connection were sent.
    if (response.socket !== null) return handle(request, response);
    requests.expect(request, response);
    response.once('socket', () => setImmediate(handle, request, response));
  };
}

/** Stops accepting connections and waits until every response that was started is sent. */
async function drain(server: Server, requests: RequestTracker): Promise<void> {
  let accepted = 0;
  server.on('connection', () => accepted++);
  // Drain the accept backlog first: closing now would reset it. Node accepts one connection per turn of the event loop.
  await waitUntilStable(() => accepted, ACCEPT_GRACE_MS, nextTurn);
  // Not http's own close: that also ends connections whose response is still on its way to a slow reader.
  NetServer.prototype.close.call(server);
  await waitUntilStable(
    () => (requests.isIdle ? 0 : Date.now()),
    DRAIN_MS,
    () => pause(DRAIN_POLL_MS),
  );
  server.closeAllConnections();
}

/** Waits until the value has not changed for some turns. Turns, not time: a busy thread may not yet have read its input. */
async function waitUntilStable(value: () => number, limitMs: number, turn: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + limitMs;
  let last = value();
  for (let stableTurns = 0; stableTurns < STABLE_TURNS && Date.now() < end; ) {
    await turn();
    stableTurns = value() === last ? stableTurns + 1 : 0;
    last = value();
  }
}
