import type { IncomingMessage } from 'node:http';
import { type App, beforeDeadline, isTransient } from '../app.ts';
import { type MaybePromise, orElse, whenReady } from '../at-once.ts';
import { findCached, offerToCache } from '../catalog/catalog.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { chooseEncoding, type Encoding } from '../encoding.ts';
import { AppError } from '../errors.ts';
import { redactUrl } from '../log.ts';
import { BodyTooLarge, readBody } from '../request-body.ts';
import { type FoundRoute, openRouter } from '../router.ts';
import { ENDPOINTS } from './apis.ts';
import { findCaller, quotaHeaders, readKeys, type SentKeys, tooManyRequests } from './caller.ts';
import { type DocumentHandler, makeDocumentHandler } from './openapi/document-response.ts';
import { badType, findMeant, listIgnored, parseQuery } from './parameters.ts';
import {
  type ApiResponse,
  type CachedResponse,
  CORS,
  chooseResponse,
  type EndpointResult,
  errorResponse,
  isLasting,
  measured,
  toCachedResponse,
} from './response.ts';
import { API_PREFIX, type Endpoint } from './route.ts';

export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'socket'>;

/** One request to an API, and what the log needs to know of it. */
export interface ApiCall {
  request: RequestHead;
  /** Reads the body, once. Undefined if there can be none. */
  readBody: (() => Promise<Buffer>) | undefined;
  /** Path and query as the client sent them. */
  url: string;
  /** Without a key. */
  path: string;
  query: string;
  keys: SentKeys;
  /** The network of the client. */
  network: () => string;
  /** The query without keys. */
  keylessQuery: string;
  /** The encoding that the client accepts. */
  accepted: Encoding | undefined;
  ifNoneMatch: string | undefined;
  requestId: string;
  /** Empty if no route matches. */
  route: string;
  /** Set after authentication. */
  keyId: number | undefined;
  /** Headers of every response after authentication, which are not part of a cached one. */
  quota: readonly string[];
}

export const METHODS = 'GET, HEAD, OPTIONS';
export const DOCUMENT_PATH = `${API_PREFIX}/openapi.json`;
const MAX_URL_LENGTH = 8192;
/** The methods of paths that take POST. */
const POST_METHODS = new Map(
  Map.groupBy(ENDPOINTS, ({ label }) => label)
    .entries()
    .filter(([, rows]) => rows.some(({ endpoint }) => endpoint.method === 'POST'))
    .map(([path, rows]) => [path, rows.length > 1 ? `${METHODS}, POST` : 'OPTIONS, POST']),
);
const MAX_BODY_BYTES = 64 * 1024;

const findRoute = openRouter(ENDPOINTS);

/** Answers everything under the prefixes of the APIs. All responses there are JSON, including errors. */
export function createApiHandler(app: App) {
  const getDocument = makeDocumentHandler(app);
  return {
    openCall: (asked: AskedCall, body?: IncomingMessage): ApiCall =>
      openCall(asked, body && (() => readBody(body, 'body', MAX_BODY_BYTES))),
    /** Never throws or rejects. A cached response for a known key is there at once. */
    respond: (call: ApiCall): MaybePromise<ApiResponse> =>
      orElse(
        () => beforeDeadline(app, respondTo(app, getDocument, call)),
        (error) => errorOf(app, call, error),
      ),
  };
}

/** What the server knows of a call. */
type AskedCall = Pick<ApiCall, 'request' | 'url' | 'requestId' | 'network'>;

function openCall(asked: AskedCall, read: ApiCall['readBody']): ApiCall {
  const { request, url } = asked;
  const { path: sentPath, rawQuery: query } = splitUrl(url);
  const { keys, path, keylessQuery } = readKeys(sentPath, query, request.headers);
  const readOnce = request.method === 'POST' && methodsOf(path) !== METHODS && read ? once(read) : undefined;
  const accepted = chooseEncoding(request.headers['accept-encoding']);
  const ifNoneMatch = request.headers['if-none-match'];
  const parsed = { readBody: readOnce, path, query, keys, keylessQuery, accepted, ifNoneMatch };
  return { ...asked, ...parsed, route: '', keyId: undefined, quota: [] };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function respondTo(app: App, getDocument: DocumentHandler, call: ApiCall): MaybePromise<ApiResponse> {
  const { url, path, request } = call;
  if (request.method === 'OPTIONS') return preflightResponse(path, request.headers['access-control-request-headers']);
  checkMethod(request.method ?? '', path);
  if (url.length > MAX_URL_LENGTH) {
    call.route = labelOf(findRoute(request.method, path));
    throw new AppError('uriTooLong', `The URL must be at most ${MAX_URL_LENGTH} characters.`);
  }
  if (withoutSlash(path) !== DOCUMENT_PATH) return respondWithKey(app, call);
  call.route = DOCUMENT_PATH;
  return whenReady(getDocument(call.query), (document) =>
    whenReady(
      toCachedResponse(app, app.catalog.snapshot, DOCUMENT_PATH, document, call),
      (made) => chooseResponse(made, call.ifNoneMatch) as ApiResponse,
    ),
  );
}

/** In the contract's order: authentication, quota, parameters. */
function respondWithKey(app: App, call: ApiCall): MaybePromise<ApiResponse> {
  const { path, keylessQuery, accepted } = call;
  const { method } = call.request;
  const { snapshot } = app.catalog;
  const name = `${method === 'POST' ? method : accepted} ${path}?${keylessQuery}`;
  const known = findCached<CachedResponse>(app.catalog, snapshot, name);
  const found = known ? undefined : findRoute(method, path);
  call.route = known?.route ?? labelOf(found);

  return whenReady(findCaller(app, call.keys, call.network), (caller) => {
    if ('status' in caller) return caller;
    call.keyId = caller.keyId;
    const burstMs = found?.endpoint.burstMs;
    const limits = burstMs === undefined ? caller.limits : { ...caller.limits, burstMs };
    return whenReady(app.quota.admit(caller.quotaId, limits), (decision) => {
      call.quota = quotaHeaders(decision);
      if (!decision.admitted) return errorResponse(tooManyRequests(decision));
      return (
        (known && chooseResponse(known, call.ifNoneMatch)) ??
        handleAdmitted(app, call, snapshot, name, found ?? findRoute(method, path))
      );
    });
  });
}

function handleAdmitted(
  app: App,
  call: ApiCall,
  snapshot: Snapshot,
  name: string,
  found: FoundRoute<Endpoint> | undefined,
): MaybePromise<ApiResponse> {
  const { request, ifNoneMatch, readBody: read } = call;
  const route = labelOf(found);
  const handle = () =>
    whenReady(read && readSent(read, found?.endpoint.isRaw), (body) =>
      whenReady(findResult(app, snapshot, found, call, body), (result) =>
        toCachedResponse(app, snapshot, route, result, call),
      ),
    );
  const handled = orElse(handle, (error) => {
    if (!isLasting(error)) throw error;
    return measured(route, errorResponse(error), undefined);
  });
  return whenReady(handled, (response) => {
    // The response to a POST depends on its body.
    if (!response.isMomentary && request.method !== 'POST') offerToCache(app.catalog, snapshot, name, response);
    return chooseResponse(response, ifNoneMatch) as ApiResponse;
  });
}

/** Some clients send a fragment, which is no part of a URL here. */
function splitUrl(url: string): { path: string; rawQuery: string } {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  return { path: path.split('#', 1)[0] as string, rawQuery: at < 0 ? '' : url.slice(at + 1) };
}

function checkMethod(method: string, path: string): void {
  const allow = methodsOf(path);
  if (method === 'GET' && allow === METHODS) return;
  if (!allow.split(', ').includes(method))
    throw new AppError('methodNotAllowed', `${method} is not allowed here; use one of ${allow}.`, { allow });
}

function methodsOf(path: string): string {
  return POST_METHODS.get(withoutSlash(path)) ?? METHODS;
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

const DEFAULT_HEADERS = 'Authorization, X-API-Key, If-None-Match';

/** Allows any request header, because client libraries add their own. */
function preflightResponse(path: string, asked: string | undefined): ApiResponse {
  const headers = [
    ...['access-control-allow-methods', methodsOf(path)],
    ...['access-control-max-age', '86400'],
    ...['access-control-allow-headers', asked || DEFAULT_HEADERS],
  ];
  return { status: 204, headers: [...CORS, ...headers], body: undefined };
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads JSON, whatever the content type is: clients forget to set it. */
async function readSent(read: () => Promise<Buffer>, isRaw = false): Promise<unknown> {
  const bytes = await read().catch((error) => {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw new AppError('payloadTooLarge', `The body must be at most ${MAX_BODY_BYTES} bytes.`);
  });
  if (isRaw) return bytes;
  try {
    return JSON.parse(strictUtf8.decode(bytes));
  } catch {
    throw badType('the body must be JSON in UTF-8');
  }
}

/** An AppError is sent as it is. Any other error is logged, and the client sees only its title. */
function errorOf(app: App, { requestId }: ApiCall, error: unknown): ApiResponse {
  if (error instanceof AppError) return errorResponse(error);
  app.log.error({ reqId: requestId, err: error }, 'request failed');
  return isTransient(app, error) ? BUSY_RESPONSE : errorResponse(new AppError('internal', ''));
}

/** Made once: a crowd gets thousands of them in a second. */
export const BUSY_RESPONSE: ApiResponse = errorResponse(
  new AppError('unavailable', 'The catalog is busy; please try again in a second.', { 'retry-after': '1' }),
);

/** The label of the route in /metrics; empty if there is none. */
function labelOf(found: FoundRoute<Endpoint> | undefined): string {
  return found?.label ?? '';
}

/** Parses the request and handles it. */
function findResult(
  app: App,
  snapshot: Snapshot,
  found: FoundRoute<Endpoint> | undefined,
  { url, path: asked, query: sentQuery, request: { headers } }: ApiCall,
  body: unknown,
): MaybePromise<EndpointResult> {
  if (!found) throw new AppError('notFound', `There is no endpoint ${redactUrl(asked || '/')}.`);
  const { endpoint, path } = found;
  const query = parseQuery(sentQuery);
  return whenReady(endpoint.handle({ app, snapshot, url, path, query, headers, body }), (result) => {
    const ignored = (result.ignored ?? listIgnored(endpoint.parameters, query)).filter((name) => name !== '');
    if (ignored.length === 0) return result;
    const names = ignored.map(encodeURIComponent).join(', ');
    const meant = ignored.flatMap((name) => {
      const known = findMeant(endpoint.parameters ?? {}, name);
      return known === undefined ? [] : `${encodeURIComponent(name)}=${known}`;
    });
    const hint = meant.length > 0 && { 'did-you-mean': meant.join(', ') };
    return { ...result, headers: { ...result.headers, 'ignored-parameters': names, ...hint } };
  });
}
