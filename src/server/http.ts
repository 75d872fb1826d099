import type { ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { mountApi } from '../api/mount.ts';
import { API_PREFIX } from '../api/route.ts';
import { ROUTES } from '../api/routes.ts';
import type { App } from '../app.ts';
import { mediaFolder } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { redactUrl } from '../log.ts';
import { VERSION } from '../version.ts';
import { mountWeb } from '../web/mount.ts';
import { PAGES } from '../web/routes.ts';
import { connectionOptions, guardConnections, HEADER_BYTES, TIMEOUTS } from './connections.ts';
import { DRAWING_ROUTES, mountCovers } from './covers.ts';
import type { Metrics } from './metrics.ts';
import { MEDIA_ROUTE, mountMedia } from './pictures.ts';

/** Route labels of /metrics. */
export const METRIC_ROUTES = [
  ...new Set(ROUTES.map((route) => API_PREFIX + route.path)),
  `${API_PREFIX}/openapi.json`,
  ...new Set(PAGES.map((page) => page.path)),
  MEDIA_ROUTE,
  ...DRAWING_ROUTES.map(routeName),
];

/** A redirect of a merged game is no error. */
const FIRST_ERROR = 400;
const MAX_PARAMETER_LENGTH = HEADER_BYTES;
/** `max-age` of Strict-Transport-Security: 180 days. */
const HSTS_SECONDS = 180 * 24 * 3600;
/** How long a shutdown waits for slow readers. */
const DRAIN_MS = 6500;
const DRAIN_POLL_MS = 20;
/** How long a shutdown keeps accepting connections from the backlog. A busy machine answers some of them meanwhile. */
const ACCEPT_GRACE_MS = 2000;
const STABLE_TURNS = 5;
/** No route has a Fastify schema, so its compilers (ajv and fast-json-stringify) need not be loaded: a faster start. */
const noCompiler = () => () => {
  throw new Error('routes have no schemas');
};
const WITHOUT_SCHEMAS = { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } };

export interface HttpServer {
  listen(address: { host: string; port: number; reusePort: boolean }): Promise<number>;
  /** Stops accepting connections, finishes requests in flight, and closes. */
  close(): Promise<void>;
}

export async function openHttp(app: App, metrics: Metrics, timeouts = TIMEOUTS): Promise<HttpServer> {
  let stopping = false;
  const pending = new Set<ServerResponse>();
  const isHttps = app.publicUrl.startsWith('https:');
  const fastify = Fastify({
    ...connectionOptions(app, timeouts),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: MAX_PARAMETER_LENGTH,
      // The API parses queries itself, strictly and after authentication.
      querystringParser: () => ({}),
    },
    // Fastify would reject broken percent-encoding in a path before the key is checked. Escaped, it is an ordinary path.
    rewriteUrl: (request) => escapeBrokenPath(request.url ?? '/'),
    trustProxy: app.config.trusted_proxies.length > 0 ? app.config.trusted_proxies : false,
    requestIdHeader: false,
    genReqId: nextRequestId(),
    return503OnClosing: false,
    schemaController: WITHOUT_SCHEMAS,
  });
  fastify.addHook('onRequest', async (_request, reply) => {
    pending.add(reply.raw);
    reply.raw.once('close', () => pending.delete(reply.raw));
    if (stopping) reply.header('connection', 'close');
    if (isHttps) reply.header('strict-transport-security', `max-age=${HSTS_SECONDS}`);
  });
  guardConnections(fastify, app, timeouts);
  addRequestLog(fastify, app, metrics);
  addHealthRoutes(fastify, app, metrics, () => stopping);
  await mountApi(fastify, app);
  mountMedia(fastify, app, mediaFolder(app.config));
  mountCovers(fastify, app);
  await mountWeb(fastify, app);
  return {
    listen: async (address) => {
      await fastify.listen({ ...address, listenTextResolver: () => '' }).catch((error) => {
        throw describeListenError(error, address);
      });
      const bound = fastify.server.address();
      return typeof bound === 'object' && bound ? bound.port : address.port;
    },
    close: async () => {
      stopping = true;
      await drain(fastify, pending);
      await fastify.close();
    },
  };
}

/** Stops accepting connections and waits until every response that was started is sent. */
async function drain(fastify: FastifyInstance, pending: ReadonlySet<ServerResponse>): Promise<void> {
  let accepted = 0;
  fastify.server.on('connection', () => accepted++);
  // Drain the accept backlog first: closing now would reset it. Node accepts one connection per turn of the event loop.
  await waitUntilStable(() => accepted, ACCEPT_GRACE_MS, nextTurn);
  // Not http's own close: that also ends connections whose response is still on its way to a slow reader.
  NetServer.prototype.close.call(fastify.server);
  await waitUntilStable(
    () => (pending.size > 0 ? Date.now() : 0),
    DRAIN_MS,
    () => pause(DRAIN_POLL_MS),
  );
  fastify.server.closeAllConnections();
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

/** Logs one line per request, with the key redacted from the URL, and updates the counters of /metrics. */
function addRequestLog(fastify: FastifyInstance, app: App, metrics: Metrics): void {
  fastify.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  fastify.addHook('onResponse', async (request, reply) => {
    const milliseconds = reply.elapsedTime;
    const route = routeName(request.routeOptions.url);
    metrics.countRequest(route, reply.statusCode, milliseconds / 1000);
    const url = redactUrl(request.originalUrl);
    const isApi = request.originalUrl.startsWith(`${API_PREFIX}/`);
    if (isApi) app.usage.count(request.keyId ?? 0, endpointOf(route), reply.statusCode);
    const endpoint = isApi ? endpointOf(route) : 'site and pictures';
    app.timings.record({ endpoint, request: `${request.method} ${url}`, status: reply.statusCode, milliseconds });
    if (request.keyId && request.problem !== undefined && reply.statusCode >= FIRST_ERROR) {
      const problem = { request: `${request.method} ${url}`, message: redactUrl(request.problem) };
      app.errors.record({ keyId: request.keyId, status: reply.statusCode, ...problem });
    }
    metrics.setCacheBytes(
      app.catalog.fragmentCache.bytes + app.catalog.matchCache.bytes + app.responseCache.bytes + app.pictureCache.bytes,
    );
    app.log.info({
      reqId: request.id,
      method: request.method,
      url,
      status: reply.statusCode,
      durationMs: Math.round(milliseconds * 1000) / 1000,
      bytes: Number(reply.getHeader('content-length') ?? 0),
      keyId: request.keyId,
      address: request.ip,
    });
  });
}

function addHealthRoutes(fastify: FastifyInstance, app: App, metrics: Metrics, isStopping: () => boolean): void {
  fastify.get('/healthz', () => ({ status: 'ok' }));
  const errorHandler = (_error: unknown, _request: unknown, reply: FastifyReply) =>
    reply.code(503).send({ status: 'store unavailable' });
  fastify.get('/readyz', { ...app.deadline, errorHandler }, async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' });
    await app.store.readRevisions();
    return { status: 'ready' };
  });
  fastify.get('/metrics', (_request, reply) => {
    const { snapshot } = app.catalog;
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8');
    return metrics.render({ version: VERSION, revision: snapshot.revision, games: snapshot.ids.length });
  });
}

function routeName(url: string | undefined): string {
  return (url ?? '').replaceAll(/:(\w+)/g, '{$1}');
}

/** The endpoint's name in usage charts. */
function endpointOf(route: string): string {
  return METRIC_ROUTES.includes(route) ? route.slice(API_PREFIX.length) : 'no endpoint';
}

function escapeBrokenPath(url: string): string {
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

export function describeListenError(error: NodeJS.ErrnoException, address: { host: string; port: number }): Error {
  const where = `port ${address.port} of ${address.host}`;
  if (error.code === 'EADDRINUSE') {
    return new OperatorError(`Another program uses ${where}: stop it, or set LUDEX_PORT to another port`);
  }
  if (error.code === 'EACCES') return new OperatorError(`No permission for ${where}: set LUDEX_PORT to 1024 or more`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new OperatorError(`LUDEX_HOST ${address.host} is not an address of this machine`);
  }
  return error;
}

/** Short, unique within this process, and ordered: a random prefix and a counter. */
function nextRequestId(): () => string {
  const prefix = Math.random().toString(36).slice(2, 8);
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}
