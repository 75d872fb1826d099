import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type App, isTransient } from '../app.ts';
import { AppError, ERRORS, errorBody } from '../errors.ts';
import { findCaller, quotaHeaders, tooManyRequests } from './caller.ts';
import { makeDocumentHandler } from './openapi/document-response.ts';
import { listIgnored } from './parameters.ts';
import { parseQuery, rawQuery } from './query-string.ts';
import { json, sendResponse } from './response.ts';
import { API_PREFIX, type Route } from './route.ts';
import { ROUTES } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set after authentication, for the log. */
    keyId?: number;
  }
}

export const METHODS = 'GET, HEAD, OPTIONS';
const MAX_URL_LENGTH = 8192;

/** Any origin may call, because every request needs a key. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Ignored-Parameters, Link, RateLimit-Limit, RateLimit-Policy, RateLimit-Remaining, RateLimit-Reset, ' +
    'Retry-After, Total-Count, X-Request-Id',
};
const PREFLIGHT = {
  'access-control-allow-methods': METHODS,
  'access-control-max-age': '86400',
};
/** A list of header names, as in Access-Control-Request-Headers. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(?:, *[\w!#$%&'*+.^`|~-]+)*$/;
const MAX_HEADER_NAMES_LENGTH = 1024;
const DEFAULT_HEADERS = 'Authorization, X-API-Key, If-None-Match';

/** Mounts every route of the table under /v1. All responses there are JSON, including errors. */
export async function mountApi(fastify: FastifyInstance, app: App): Promise<void> {
  await fastify.register(
    async (v1) => {
      v1.addHook('onRequest', async (request, reply) => {
        reply.headers(CORS);
        if (request.method === 'OPTIONS') return sendPreflight(request, reply);
        if (request.method !== 'GET' && request.method !== 'HEAD') {
          const message = `${request.method} is not allowed here; use one of ${METHODS}.`;
          throw new AppError('methodNotAllowed', message, { allow: METHODS });
        }
        if (request.originalUrl.length > MAX_URL_LENGTH)
          throw new AppError('uriTooLong', `The URL must be at most ${MAX_URL_LENGTH} characters.`);
      });
      v1.setErrorHandler((error, _request, reply) => sendError(app, reply, error));
      v1.setNotFoundHandler(async (request, reply) => {
        await admit(app, request, reply);
        throw new AppError('notFound', `There is no endpoint ${request.originalUrl.split('?', 1)[0]}.`);
      });

      const getDocument = makeDocumentHandler(app);
      v1.get('/openapi.json', async (request, reply) =>
        sendResponse(app, request, reply, await getDocument(rawQuery(request.raw.url as string))),
      );
      for (const route of ROUTES) {
        v1.get(fastifyPath(route.path), app.deadline, (request, reply) => handleRoute(app, route, request, reply));
      }
    },
    { prefix: API_PREFIX },
  );
}

/** Allows any request header, because client libraries add their own. */
function sendPreflight(request: FastifyRequest, reply: FastifyReply) {
  const asked = request.headers['access-control-request-headers'] ?? '';
  const isList = asked.length <= MAX_HEADER_NAMES_LENGTH && HEADER_NAMES.test(asked);
  reply.headers({ ...PREFLIGHT, 'access-control-allow-headers': isList ? asked : DEFAULT_HEADERS });
  return reply.code(204).send();
}

/** In the contract's order: authentication, quota, parameters. */
async function handleRoute(app: App, route: Route, request: FastifyRequest, reply: FastifyReply) {
  const raw = await admit(app, request, reply);
  const query = parseQuery(raw);
  const ignored = new Set(listIgnored(route.parameters, query));
  const { snapshot } = app.catalog;
  const response = await route.handle({
    app,
    snapshot,
    url: request.originalUrl,
    path: request.params as Record<string, string>,
    query,
    ignore: (names) => names.forEach((name) => void ignored.add(name)),
  });
  ignored.delete('');
  if (ignored.size > 0) reply.header('ignored-parameters', [...ignored].map(encodeURIComponent).join(', '));
  return sendResponse(app, request, reply, response, snapshot);
}

async function admit(app: App, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const raw = rawQuery(request.raw.url as string);
  const caller = await findCaller(app, raw, request.headers);
  request.keyId = caller.keyId;
  const decision = await app.quota.admit(caller.keyId, caller.limits);
  reply.headers(quotaHeaders(decision));
  if (!decision.admitted) throw tooManyRequests(decision);
  return raw;
}

/** An AppError is sent as it is. Any other error is logged, and the client sees only its title. */
function sendError(app: App, reply: FastifyReply, error: unknown) {
  const known = error instanceof AppError ? error : describeFailure(app, error);
  if (known !== error) app.log.error({ reqId: reply.request.id, err: error }, 'request failed');
  return reply
    .code(ERRORS[known.kind].status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...known.headers })
    .send(json(errorBody(known.kind, known.message)));
}

function describeFailure(app: App, error: unknown): AppError {
  if (!isTransient(app, error)) return new AppError('internal', '');
  return new AppError('unavailable', 'The catalog is busy; please try again in a second.', { 'retry-after': '1' });
}

function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
