import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type App, isTransient } from '../app.ts';
import { AppError, ERRORS, errorBody } from '../errors.ts';
import { type BodyReader, BodyTooLarge, createBodyReader } from '../request-body.ts';
import { findCaller, quotaHeaders, tooManyRequests } from './caller.ts';
import { makeDocumentHandler } from './openapi/document-response.ts';
import { listIgnored } from './parameters.ts';
import { badType, parseQuery, rawQuery } from './query-string.ts';
import { json, sendResponse } from './response.ts';
import { API_PREFIX, type Route } from './route.ts';
import { ROUTES } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set after authentication, for the log. */
    keyId?: number;
    /** What was wrong with a refused request, for the owner of the key. */
    problem?: string;
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
const POST_PATHS = new Set(ROUTES.filter(({ method }) => method === 'POST').map(({ path }) => API_PREFIX + path));
const MAX_BODY_BYTES = 64 * 1024;
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
        const allow = methodsOf(request);
        if (!allow.split(', ').includes(request.method))
          throw new AppError('methodNotAllowed', `${request.method} is not allowed here; use one of ${allow}.`, {
            allow,
          });
        // Fastify refuses what is no content type, but some clients send it.
        if (request.method === 'POST') request.raw.headers['content-type'] = 'application/json';
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
      // Leaves the body unread until the key is checked.
      v1.addContentTypeParser('*', (_request, _body, done) => done(null));
      const readBody = createBodyReader('body', MAX_BODY_BYTES);
      for (const route of ROUTES) {
        v1.route({
          method: route.method ?? 'GET',
          url: fastifyPath(route.path),
          ...app.deadline,
          handler: (request, reply) => handleRoute(app, route, readBody, request, reply),
        });
      }
    },
    { prefix: API_PREFIX },
  );
}

function methodsOf({ originalUrl }: FastifyRequest): string {
  const [path = ''] = originalUrl.split('?', 1);
  return POST_PATHS.has(path.replace(/\/$/, '')) ? `${METHODS}, POST` : METHODS;
}

/** Allows any request header, because client libraries add their own. */
function sendPreflight(request: FastifyRequest, reply: FastifyReply) {
  const asked = request.headers['access-control-request-headers'] ?? '';
  const isList = asked.length <= MAX_HEADER_NAMES_LENGTH && HEADER_NAMES.test(asked);
  reply.headers({
    'access-control-allow-methods': methodsOf(request),
    'access-control-max-age': '86400',
    'access-control-allow-headers': isList ? asked : DEFAULT_HEADERS,
  });
  return reply.code(204).send();
}

/** In the contract's order: authentication, quota, parameters. */
async function handleRoute(app: App, route: Route, readBody: BodyReader, request: FastifyRequest, reply: FastifyReply) {
  const raw = await admit(app, request, reply);
  const query = parseQuery(raw);
  const body = route.method === 'POST' ? await readJson(readBody, request) : undefined;
  const ignored = new Set(listIgnored(route.parameters, query));
  const { snapshot } = app.catalog;
  const response = await route.handle({
    app,
    snapshot,
    url: request.originalUrl,
    path: request.params as Record<string, string>,
    query,
    body,
    ignore: (names) => names.forEach((name) => void ignored.add(name)),
  });
  ignored.delete('');
  if (ignored.size > 0) reply.header('ignored-parameters', [...ignored].map(encodeURIComponent).join(', '));
  return sendResponse(app, request, reply, response, snapshot);
}

/** Whatever the content type was: clients forget to set it. */
async function readJson(readBody: BodyReader, request: FastifyRequest): Promise<unknown> {
  const bytes = await readBody(request.raw).catch((error) => {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw new AppError('payloadTooLarge', `The body must be at most ${MAX_BODY_BYTES} bytes.`);
  });
  try {
    return JSON.parse(strictUtf8.decode(bytes));
  } catch {
    throw badType('the body must be JSON in UTF-8');
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

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
  reply.request.problem = known.message || ERRORS[known.kind].error;
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
