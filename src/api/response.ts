import { hash } from 'node:crypto';
import type { App } from '../app.ts';
import { type MaybePromise, whenReady } from '../at-once.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { compressForCache, type Encoding, MIN_COMPRESSED_BYTES } from '../encoding.ts';
import { findHeldTag } from '../etag.ts';
import { getOrInsert } from '../get-or-insert.ts';
import { VERSION } from '../version.ts';
import { type Answer, CORS, JSON_TYPE, pushHeaders, sendableBody } from './answer.ts';

/** The response of an endpoint. The body is rendered only if the client does not have it. */
export interface ApiResponse {
  /** Identifies the content: the revision and the parsed query. Equal keys mean equal bodies. Undefined: nobody may cache it. */
  cacheKey: string | undefined;
  body(): MaybePromise<Body>;
  headers?: Record<string, string>;
  /** Whether the body may be cut. Only the body then tells the `Link`, so a 304 has none. */
  mayBeCut?: boolean;
  /** `max-age` in seconds. */
  maxAge?: number;
  /** Whether the next equal request may get another response from the same snapshot. */
  isMomentary?: boolean;
}

/** A body, or the beginning of one that is too large, with headers that replace those of the response. */
type Body = Buffer | { bytes: Buffer; headers: Record<string, string> };

/** The answers to equal requests: with the body, or 304. */
export interface Answers {
  /** Undefined if every request so far had the body already. */
  whole: Answer | undefined;
  unmodified: Unmodified | undefined;
}

interface Unmodified {
  tag: string;
  headers: readonly string[];
  /** By ETag: a kept answer is sent faster than a new one. */
  answers: Map<string, Answer>;
}

const encoder = new TextEncoder();
/** Bodies are written here before their length is known: measuring texts takes longer than writing them. */
const draft = Buffer.allocUnsafeSlow(1024 * 1024);
const MAX_BYTES_PER_CHARACTER = 3;

/** `{"name":[part,part,…]}` in one buffer. */
export function jsonList(name: string, parts: readonly (Buffer | string)[]): Buffer {
  const open = `{"${name}":[`;
  let most = open.length + parts.length + 2;
  for (const part of parts) most += typeof part === 'string' ? part.length * MAX_BYTES_PER_CHARACTER : part.length;
  const target = most <= draft.length ? draft : Buffer.allocUnsafeSlow(most);
  let at = target.write(open);
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as Buffer | string;
    if (i > 0) target[at++] = 0x2c;
    at += typeof part === 'string' ? encoder.encodeInto(part, target.subarray(at)).written : part.copy(target, at);
  }
  at += target.write(']}', at);
  const body = Buffer.allocUnsafe(at);
  target.copy(body, 0, 0, at);
  return body;
}

/** The answer for a client that has the content of `ifNoneMatch`. Undefined if it needs a body that was not rendered. */
export function chooseAnswer({ whole, unmodified }: Answers, ifNoneMatch: string | undefined): Answer | undefined {
  const etag = unmodified && findHeldTag(ifNoneMatch, unmodified.tag);
  if (!unmodified || !etag) return whole;
  return getOrInsert(unmodified.answers, etag, () => ({
    status: 304,
    headers: [...unmodified.headers, 'etag', etag],
    body: undefined,
  }));
}

/** `snapshot` is the one that the response was made from. */
export function toAnswers(
  app: App,
  snapshot: Snapshot,
  response: ApiResponse,
  { accepted, ifNoneMatch }: { accepted: Encoding | undefined; ifNoneMatch: string | undefined },
): MaybePromise<Answers> {
  if (response.cacheKey === undefined)
    return whenReady(uncached(response, accepted), (whole) => ({ whole, unmodified: undefined }));
  const tag = entityTag(app, snapshot, response.cacheKey);
  const headers: Record<string, string> = {
    'cache-control': response.maxAge === undefined ? 'private, no-cache' : `private, max-age=${response.maxAge}`,
    vary: 'Accept-Encoding',
    ...response.headers,
  };
  const unmodified: Unmodified = {
    tag,
    headers: pushHeaders([...CORS], response.mayBeCut ? withoutLink(headers) : headers),
    answers: new Map(),
  };
  if (findHeldTag(ifNoneMatch, tag)) return { whole: undefined, unmodified };
  const encoded = response.isMomentary ? encodeOnce(app, response, tag, accepted) : encode(response, accepted);
  return whenReady(encoded, ({ body, encoding, own }) => {
    const whole = wholeAnswer(body, encoding, { ...headers, ...own, etag: quote(tag, encoding) });
    return { whole, unmodified };
  });
}

function uncached(response: ApiResponse, accepted: Encoding | undefined): MaybePromise<Answer> {
  const headers = { 'cache-control': 'private, no-store', vary: 'Accept-Encoding', ...response.headers };
  return whenReady(encode(response, accepted), ({ body, encoding }) => wholeAnswer(body, encoding, headers));
}

function wholeAnswer(body: Buffer, encoding: Encoding | undefined, headers: Record<string, string>): Answer {
  const list = [...CORS, 'content-type', JSON_TYPE, 'content-length', String(body.length)];
  if (encoding) list.push('content-encoding', encoding);
  return { status: 200, headers: pushHeaders(list, headers), body: sendableBody(body) };
}

/** Keeps the compressed body of an answer that is not kept itself. A cut body has headers of its own, so it is not kept. */
async function encodeOnce(
  app: App,
  response: ApiResponse,
  tag: string,
  accepted: Encoding | undefined,
): Promise<Encoded> {
  const key = `${tag} ${accepted}`;
  const known = accepted && app.responseCache.get(key);
  if (known) return { body: known, encoding: accepted, own: undefined };
  const made = await encode(response, accepted);
  if (made.encoding && !made.own) app.responseCache.set(key, made.body);
  return made;
}

/** A body, its encoding, and its own headers. */
interface Encoded {
  body: Buffer;
  encoding: Encoding | undefined;
  own: Record<string, string> | undefined;
}

function encode(response: ApiResponse, accepted: Encoding | undefined): MaybePromise<Encoded> {
  return whenReady(response.body(), (made): MaybePromise<Encoded> => {
    const [plain, own] = Buffer.isBuffer(made) ? [made] : [made.bytes, made.headers];
    if (!accepted || plain.length < MIN_COMPRESSED_BYTES) return { body: plain, encoding: undefined, own };
    return compressForCache(plain, accepted).then((body) => ({ body, encoding: accepted, own }));
  });
}

function withoutLink({ link: _link, ...headers }: Record<string, string>): Record<string, string> {
  return headers;
}

/** Everything but the cache key that affects rendering, by snapshot. */
const renderings = new WeakMap<Snapshot, string>();

function entityTag(app: App, snapshot: Snapshot, cacheKey: string): string {
  const rendering = getOrInsert(renderings, snapshot, () =>
    JSON.stringify([VERSION, app.catalog.options, snapshot.lineage]),
  );
  return hash('sha256', `${rendering} ${cacheKey}`, 'base64url').slice(0, 22);
}

/** Each encoding of a body has its own strong ETag. */
function quote(tag: string, encoding: Encoding | undefined): string {
  return encoding ? `"${tag}-${encoding}"` : `"${tag}"`;
}
