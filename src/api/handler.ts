import type { IncomingMessage } from 'node:http';
import { type App, isTransient } from '../app.ts';
import { type MaybePromise, orElse, whenReady } from '../at-once.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { chooseEncoding } from '../encoding.ts';
import { AppError } from '../errors.ts';
import { BodyTooLarge, createBodyReader } from '../request-body.ts';
import { type Answer, CORS, errorAnswer } from './answer.ts';
import { findCaller, quotaHeaders, readKeys, type SentKeys, tooManyRequests } from './caller.ts';
import { type FoundRoute, findRoute, labelOf } from './find-route.ts';
import { type AdmittedRequest, handleRoute } from './handle-route.ts';
import { type KeptAnswers, openKeptAnswers } from './kept-answers.ts';
import { makeDocumentHandler } from './openapi/document-response.ts';
import { badType } from './query-string.ts';
import { type ApiResponse, chooseAnswer, toAnswers } from './response.ts';
import { API_PREFIX } from './route.ts';
import { ROUTES } from './routes.ts';

export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'socket'>;

/** One request under /v1, and what the log needs to know of it. */
export interface ApiCall {
  request: RequestHead;
  /** Reads the body, once. Undefined if there can be none. */
  readBody: (() => Promise<Buffer>) | undefined;
  /** Path and query as the client sent them. */
  url: string;
  path: string;
  query: string;
  keys: SentKeys;
  /** The query without keys. */
  keylessQuery: string;
  requestId: string;
  /** Empty if no route matches. */
  route: string;
  /** Set after authentication. */
  keyId: number | undefined;
  /** Headers of every answer after authentication, which are not part of it. */
  quota: readonly string[];
}

export interface ApiHandler {
  openCall(request: RequestHead, url: string, requestId: string, body?: IncomingMessage): ApiCall;
  /** Never throws or rejects. A kept answer for a known key is there at once. */
  answer(call: ApiCall): MaybePromise<Answer>;
}

export const METHODS = 'GET, HEAD, OPTIONS';
export const DOCUMENT_PATH = `${API_PREFIX}/openapi.json`;
const MAX_URL_LENGTH = 8192;
const POST_PATHS = new Set(ROUTES.filter(({ method }) => method === 'POST').map(({ path }) => API_PREFIX + path));
const MAX_BODY_BYTES = 64 * 1024;

interface Context {
  app: App;
  kept: KeptAnswers;
  getDocument(rawQuery: string): Promise<ApiResponse>;
}

/** Answers everything under /v1. All responses there are JSON, including errors. */
export function createApiHandler(app: App): ApiHandler {
  const context: Context = {
    app,
    kept: openKeptAnswers(app.answerCache),
    getDocument: makeDocumentHandler(app),
  };
  const readBody = createBodyReader('body', MAX_BODY_BYTES);
  return {
    openCall: (request, url, requestId, body) => openCall(request, url, requestId, body && (() => readBody(body))),
    answer: (call) =>
      orElse(
        () => beforeDeadline(app, answerCall(context, call)),
        (error) => answerError(app, call, error),
      ),
  };
}

function openCall(request: RequestHead, url: string, requestId: string, read: ApiCall['readBody']): ApiCall {
  const { path, rawQuery: query } = splitUrl(url);
  const { keys, rest: keylessQuery } = readKeys(query, request.headers);
  const readBody = request.method === 'POST' && takesPost(path) && read ? once(read) : undefined;
  return { request, readBody, url, path, query, keys, keylessQuery, requestId, route: '', keyId: undefined, quota: [] };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function answerCall(context: Context, call: ApiCall): MaybePromise<Answer> {
  const { url, path, request } = call;
  if (request.method === 'OPTIONS') return preflightAnswer(path, request.headers['access-control-request-headers']);
  checkMethod(request.method ?? '', path);
  if (url.length > MAX_URL_LENGTH) {
    call.route = labelOf(findRoute(request.method, path));
    throw new AppError('uriTooLong', `The URL must be at most ${MAX_URL_LENGTH} characters.`);
  }
  return withoutSlash(path) === DOCUMENT_PATH ? answerDocument(context, call) : answerWithKey(context, call);
}

/** In the contract's order: authentication, quota, parameters. */
function answerWithKey(context: Context, call: ApiCall): MaybePromise<Answer> {
  const { app, kept } = context;
  const { path, query, keylessQuery } = call;
  const { headers, method } = call.request;
  const { snapshot } = app.catalog;
  const accepted = chooseEncoding(headers['accept-encoding']);
  const name = `${method === 'POST' ? method : accepted} ${path}?${keylessQuery}`;
  const known = kept.find(snapshot, name);
  const found = known ? undefined : findRoute(method, path);
  call.route = known?.route ?? labelOf(found);

  return whenReady(findCaller(app, call.keys), (caller) => {
    if ('status' in caller) return caller;
    call.keyId = caller.keyId;
    return whenReady(app.quota.admit(caller.quotaId, caller.limits), (decision) => {
      call.quota = quotaHeaders(decision);
      if (!decision.admitted) return errorAnswer(tooManyRequests(decision));
      const ifNoneMatch = headers['if-none-match'];
      const answer = known && chooseAnswer(known, ifNoneMatch);
      if (answer) return answer;
      const asked = { url: call.url, path, query, accepted, ifNoneMatch };
      return handleAdmitted(context, call, snapshot, name, found ?? findRoute(method, path), asked);
    });
  });
}

function handleAdmitted(
  { app, kept }: Context,
  { request: { method }, readBody }: ApiCall,
  snapshot: Snapshot,
  name: string,
  found: FoundRoute | undefined,
  asked: Omit<AdmittedRequest, 'body'>,
): MaybePromise<Answer> {
  const handled = whenReady(readBody && readJson(readBody), (body) =>
    handleRoute(app, snapshot, found, { ...asked, body }),
  );
  return whenReady(handled, (made) => {
    // The answer to a POST depends on its body.
    if (made.isLasting && method !== 'POST') kept.offer(snapshot, name, made, isCompressed(made.whole));
    return chooseAnswer(made, asked.ifNoneMatch) as Answer;
  });
}

/** Some clients send a fragment, which is no part of a URL here. */
function splitUrl(url: string): { path: string; rawQuery: string } {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  return { path: path.split('#', 1)[0] as string, rawQuery: at < 0 ? '' : url.slice(at + 1) };
}

async function answerDocument({ app, getDocument }: Context, call: ApiCall): Promise<Answer> {
  call.route = DOCUMENT_PATH;
  const { headers } = call.request;
  const ifNoneMatch = headers['if-none-match'];
  const request = { accepted: chooseEncoding(headers['accept-encoding']), ifNoneMatch };
  const answers = await toAnswers(app, app.catalog.snapshot, await getDocument(call.query), request);
  return chooseAnswer(answers, ifNoneMatch) as Answer;
}

function isCompressed(answer: Answer | undefined): boolean {
  return answer?.headers.includes('content-encoding') === true;
}

function checkMethod(method: string, path: string): void {
  if (method === 'GET' || method === 'HEAD') return;
  const allow = methodsOf(path);
  if (method !== 'POST' || allow === METHODS)
    throw new AppError('methodNotAllowed', `${method} is not allowed here; use one of ${allow}.`, { allow });
}

function methodsOf(path: string): string {
  return takesPost(path) ? `${METHODS}, POST` : METHODS;
}

function takesPost(path: string): boolean {
  return POST_PATHS.has(withoutSlash(path));
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** A list of header names, as in Access-Control-Request-Headers. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(?:, *[\w!#$%&'*+.^`|~-]+)*$/;
const MAX_HEADER_NAMES_LENGTH = 1024;
const DEFAULT_HEADERS = 'Authorization, X-API-Key, If-None-Match';

/** Allows any request header, because client libraries add their own. */
function preflightAnswer(path: string, asked = ''): Answer {
  const isList = asked.length <= MAX_HEADER_NAMES_LENGTH && HEADER_NAMES.test(asked);
  const headers = [
    ...['access-control-allow-methods', methodsOf(path)],
    ...['access-control-max-age', '86400'],
    ...['access-control-allow-headers', isList ? asked : DEFAULT_HEADERS],
  ];
  return { status: 204, headers: [...CORS, ...headers], body: undefined };
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Whatever the content type is: clients forget to set it. */
async function readJson(readBody: () => Promise<Buffer>): Promise<unknown> {
  const bytes = await readBody().catch((error) => {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw new AppError('payloadTooLarge', `The body must be at most ${MAX_BODY_BYTES} bytes.`);
  });
  try {
    return JSON.parse(strictUtf8.decode(bytes));
  } catch {
    throw badType('the body must be JSON in UTF-8');
  }
}

/** An AppError is sent as it is. Any other error is logged, and the client sees only its title. */
function answerError(app: App, { requestId }: ApiCall, error: unknown): Answer {
  if (error instanceof AppError) return errorAnswer(error);
  app.log.error({ reqId: requestId, err: error }, 'request failed');
  return error instanceof Overdue || isTransient(app, error) ? BUSY_ANSWER : errorAnswer(new AppError('internal', ''));
}

/** Made once: a crowd gets thousands of them in a second. */
export const BUSY_ANSWER: Answer = errorAnswer(
  new AppError('unavailable', 'The catalog is busy; please try again in a second.', { 'retry-after': '1' }),
);

class Overdue extends Error {}

/** Work that takes too long goes on, but the client gets an answer. */
function beforeDeadline({ deadline }: App, answer: MaybePromise<Answer>): MaybePromise<Answer> {
  if (deadline.handlerTimeout === undefined || !(answer instanceof Promise)) return answer;
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Overdue('the request took too long')), deadline.handlerTimeout);
  return Promise.race([answer, overdue]).finally(() => clearTimeout(timer));
}
