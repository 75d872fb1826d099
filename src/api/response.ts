import { hash } from 'node:crypto';
import type { App } from '../app.ts';
import { type MaybePromise, whenReady } from '../at-once.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { compress, type Encoding, findHeldTag, MIN_COMPRESSED_BYTES, withOwnMemory } from '../encoding.ts';
import { AppError, ERRORS, type ErrorName, errorBody } from '../errors.ts';
import { VERSION } from '../version.ts';

/** A complete HTTP response. The server only adds the headers of the connection. */
export interface ApiResponse {
  status: number;
  /** Names and values in turn, as `writeHead` takes them. */
  headers: readonly string[];
  /** A string has one character per byte: `node:http` sends it together with the head, which a buffer is not. */
  body: Buffer | string | undefined;
  /** The path of the docs about an error. */
  help?: string;
}

/** What an endpoint returns. The body is rendered only if the client does not have it. */
export interface EndpointResult {
  /** 200 if undefined. Only of a result that nobody may cache. */
  status?: number;
  /** Identifies the content: the revision and the parsed query. Equal keys mean equal bodies. Undefined: nobody may cache it. */
  cacheKey: string | undefined;
  body(): MaybePromise<Body>;
  headers?: Record<string, string>;
  /** Whether the body may be cut. Only the body then tells the `Link`, so a 304 has none. */
  mayBeCut?: boolean;
  /** `max-age` in seconds. */
  maxAge?: number;
  /** Names of parameters without effect, if there are more than the unknown ones. */
  ignored?: readonly string[];
  /** Whether the next equal request may get another response from the same snapshot. */
  isMomentary?: boolean;
}

/** A body, or the beginning of one that is too large, with headers that replace those of the result. */
type Body = Buffer | { bytes: Buffer; headers: Record<string, string> };

/** The responses to equal requests, as they are cached: a repeated request needs no parsing and no rendering. */
export interface CachedResponse {
  /** The label of the route, for the log. */
  route: string;
  /** Undefined if every request so far had the body already. */
  full: ApiResponse | undefined;
  notModified: NotModified | undefined;
  isMomentary: boolean;
  byteLength: number;
}

interface NotModified {
  tag: string;
  headers: readonly string[];
}

/** Any origin may call: nothing here depends on cookies. */
export const CORS: readonly string[] = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'Did-You-Mean, ETag, Ignored-Parameters, Link, RateLimit, RateLimit-Limit, RateLimit-Policy, RateLimit-Remaining, ' +
    'RateLimit-Reset, Retry-After, Total-Count, X-Request-Id',
];

const JSON_TYPE = 'application/json; charset=utf-8';
/** Bytes of a UTF-16 code unit. */
const MAX_UTF8 = 3;
/** Bodies of up to this size are sent as strings: larger ones take longer to copy than a second part takes to send. */
const MAX_STRING_BYTES = 16 * 1024;

export function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** The handler of an endpoint that programs ask without using the answer. */
export function alwaysAnswer(value: unknown): () => EndpointResult {
  return () => ({ cacheKey: undefined, body: () => json(value) });
}

const COMMA = 0x2c;
/** Writing here and copying takes less time than a buffer for each part. Most lists fit. */
const scratch = Buffer.allocUnsafeSlow(1024 * 1024);

/** `{"name":[part,part,…]}` in one buffer. */
export function jsonList(name: string, parts: readonly (Buffer | string)[]): Buffer {
  const begin = `{"${name}":[`;
  const longest = parts.reduce((sum, part) => sum + 1 + MAX_UTF8 * part.length, begin.length + ']}'.length);
  const bytes = longest > scratch.length ? Buffer.allocUnsafeSlow(longest) : scratch;
  let end = bytes.write(begin);
  for (const [i, part] of parts.entries()) {
    if (i > 0) bytes[end++] = COMMA;
    end += typeof part === 'string' ? bytes.write(part, end) : part.copy(bytes, end);
  }
  end += bytes.write(']}', end);
  return Buffer.from(bytes.subarray(0, end));
}

export function errorResponse({ kind, message, headers }: Pick<AppError, 'kind' | 'message' | 'headers'>): ApiResponse {
  const body = json(errorBody(kind, message));
  const { status, code, error } = ERRORS[kind];
  const help = `/docs/api#error-${code}-${error.toLowerCase().replaceAll(' ', '-')}`;
  return { ...jsonResponse(status, body, { 'cache-control': 'no-store', ...headers }), help };
}

const PROBLEM_TYPE = 'application/problem+json';
const ASKED_PROBLEM = /application\/problem\+json(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** An error with a link to its row of the API reference, and in the form of RFC 9457 for a client that names that in `Accept`. */
export function withHelp(response: ApiResponse, accept: string | undefined, publicUrl: string): ApiResponse {
  const { status, body, help } = response;
  if (status < 400 || help === undefined || body === undefined) return response;
  const type = publicUrl + help;
  const headers = [...response.headers, 'link', `<${type}>; rel="help"`];
  if (!ASKED_PROBLEM.test(accept ?? '')) return { ...response, headers };
  const text = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  const { code, error, message } = JSON.parse(text.toString()) as ReturnType<typeof errorBody>;
  const problem = json({ type, title: error, status, ...(message !== '' && { detail: message }), code });
  const replaced: Record<string, string> = {
    'content-type': PROBLEM_TYPE,
    'content-length': String(problem.length),
  };
  return { status, headers: headers.map((text, i) => replaced[headers[i - 1] ?? ''] ?? text), body: problem };
}

/** Errors that the same request would get again from the same snapshot. Not `moved`: its URL may have the key of the client. */
const LASTING: ReadonlySet<ErrorName> = new Set([
  'badParameters',
  'gameNotFound',
  'companyNotFound',
  'notFound',
  'titleTooLong',
  'invalidValue',
]);

export function isLasting(error: unknown): error is AppError {
  return error instanceof AppError && LASTING.has(error.kind);
}

/** The response for a client that has the content of `ifNoneMatch`. Undefined if it needs a body that was not rendered. */
export function chooseResponse(
  { full, notModified }: Pick<CachedResponse, 'full' | 'notModified'>,
  ifNoneMatch: string | undefined,
): ApiResponse | undefined {
  const etag = notModified && findHeldTag(ifNoneMatch, notModified.tag);
  if (!notModified || !etag) return full;
  return { status: 304, headers: [...notModified.headers, 'etag', etag], body: undefined };
}

/** `snapshot` is the one that the result was made from. */
export function toCachedResponse(
  app: App,
  snapshot: Snapshot,
  route: string,
  result: EndpointResult,
  { accepted, ifNoneMatch }: { accepted: Encoding | undefined; ifNoneMatch: string | undefined },
): MaybePromise<CachedResponse> {
  if (result.cacheKey === undefined) {
    const headers = { 'cache-control': 'private, no-store', vary: 'Accept-Encoding', ...result.headers };
    return whenReady(encode(result, accepted), ({ body, encoding }) =>
      measured(route, jsonResponse(result.status ?? 200, body, headers, encoding), undefined),
    );
  }
  const tag = entityTag(app, snapshot, result.cacheKey);
  const headers: Record<string, string> = {
    'cache-control': result.maxAge === undefined ? 'private, no-cache' : `private, max-age=${result.maxAge}`,
    vary: 'Accept-Encoding',
    ...result.headers,
  };
  const notModified: NotModified = {
    tag,
    headers: pushHeaders([...CORS], result.mayBeCut ? withoutLink(headers) : headers),
  };
  const isMomentary = result.isMomentary === true;
  if (findHeldTag(ifNoneMatch, tag)) return measured(route, undefined, notModified, isMomentary);
  return whenReady(encode(result, accepted), ({ body, encoding, own }) => {
    const full = jsonResponse(200, body, { ...headers, ...own, etag: quote(tag, encoding) }, encoding);
    return measured(route, full, notModified, isMomentary);
  });
}

export function measured(
  route: string,
  full: ApiResponse | undefined,
  notModified: NotModified | undefined,
  isMomentary = false,
): CachedResponse {
  const headers = [...(full?.headers ?? []), ...(notModified?.headers ?? [])];
  // Twice, since the server keeps their lines, too.
  const byteLength = (full?.body?.length ?? 0) + 2 * headers.reduce((sum, text) => sum + text.length, 0);
  return { route, full, notModified, isMomentary, byteLength };
}

function jsonResponse(
  status: number,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  encoding?: Encoding,
): ApiResponse {
  const list = [...CORS, 'content-type', headers['content-type'] ?? JSON_TYPE, 'content-length', String(body.length)];
  if (encoding) list.push('content-encoding', encoding);
  return {
    status,
    headers: pushHeaders(list, headers),
    body: body.length <= MAX_STRING_BYTES ? body.toString('latin1') : withOwnMemory(body),
  };
}

/** Appends the headers, except the content type, as names and values in turn. */
function pushHeaders(list: string[], headers: Readonly<Record<string, string>>): string[] {
  for (const name in headers) if (name !== 'content-type') list.push(name, headers[name] as string);
  return list;
}

interface EncodedBody {
  body: Buffer;
  encoding: Encoding | undefined;
  /** Headers of a body that was cut. */
  own: Record<string, string> | undefined;
}

function encode(result: EndpointResult, accepted: Encoding | undefined): MaybePromise<EncodedBody> {
  return whenReady(result.body(), (made): MaybePromise<EncodedBody> => {
    const [plain, own] = Buffer.isBuffer(made) ? [made] : [made.bytes, made.headers];
    if (!accepted || plain.length < MIN_COMPRESSED_BYTES) return { body: plain, encoding: undefined, own };
    return compress(plain, accepted).then((body) => ({ body, encoding: accepted, own }));
  });
}

function withoutLink({ link: _link, ...headers }: Record<string, string>): Record<string, string> {
  return headers;
}

function entityTag(app: App, snapshot: Snapshot, cacheKey: string): string {
  // Everything else that affects rendering.
  const rendering = JSON.stringify([VERSION, app.catalog.options, snapshot.lineage]);
  return hash('sha256', `${rendering} ${cacheKey}`, 'base64url').slice(0, 22);
}

/** Each encoding of a body has its own strong ETag. */
function quote(tag: string, encoding: Encoding | undefined): string {
  return encoding ? `"${tag}-${encoding}"` : `"${tag}"`;
}
