import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { chooseEncoding, compressForCache, ENCODINGS, type Encoding, MIN_COMPRESSED_BYTES } from '../encoding.ts';
import { VERSION } from '../version.ts';

/** The response of an endpoint. The body is rendered only if the client does not have it. */
export interface ApiResponse {
  /** Identifies the content: the revision and the parsed query. Equal keys mean equal bodies. Undefined: nobody may cache it. */
  cacheKey: string | undefined;
  body(): Body | Promise<Body>;
  headers?: Record<string, string>;
  /** Whether the body may be cut. Only the body then tells the `Link`, so a 304 has none. */
  mayBeCut?: boolean;
  /** `max-age` in seconds. */
  maxAge?: number;
}

/** A body, or the beginning of one that is too large, with headers that replace those of the response. */
type Body = Buffer | { bytes: Buffer; headers: Record<string, string> };

/** `{"name":[part,part,…]}` in one buffer. */
export function jsonList(name: string, parts: readonly (Buffer | string)[]): Buffer {
  const open = `{"${name}":[`;
  let length = open.length + Math.max(0, parts.length - 1) + 2;
  for (const part of parts) length += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
  const body = Buffer.allocUnsafe(length);
  let at = body.write(open);
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as Buffer | string;
    if (i > 0) body[at++] = 0x2c;
    at += typeof part === 'string' ? body.write(part, at) : part.copy(body, at);
  }
  body.write(']}', at);
  return body;
}

export function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** `snapshot` is the one that the response was made from. */
export async function sendResponse(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  response: ApiResponse,
  snapshot = app.catalog.snapshot,
) {
  if (response.cacheKey === undefined) return sendUncached(request, reply, response);
  const tag = entityTag(app, snapshot, response.cacheKey);
  const accepted = chooseEncoding(request.headers['accept-encoding']);
  const headers = {
    'cache-control': response.maxAge === undefined ? 'private, no-cache' : `private, max-age=${response.maxAge}`,
    vary: 'Accept-Encoding',
    ...response.headers,
  };
  const etag = findMatchingEtag(request.headers['if-none-match'], tag);
  if (etag) return sendNotModified(reply, response, { ...headers, etag });

  // Set headers only after the body is rendered: an error in between has its own headers.
  const { body, encoding, own } = await encode(app, response, tag, accepted);
  if (encoding) reply.header('content-encoding', encoding);
  const type = 'application/json; charset=utf-8';
  return reply.headers({ ...headers, ...own, etag: quote(tag, encoding), 'content-type': type }).send(body);
}

async function sendUncached(request: FastifyRequest, reply: FastifyReply, response: ApiResponse) {
  const plain = await response.body();
  const bytes = Buffer.isBuffer(plain) ? plain : plain.bytes;
  const encoding = bytes.length < MIN_COMPRESSED_BYTES ? undefined : chooseEncoding(request.headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  const headers = { 'cache-control': 'private, no-store', vary: 'Accept-Encoding', ...response.headers };
  return reply
    .headers({ ...headers, 'content-type': 'application/json; charset=utf-8' })
    .send(encoding ? await compressForCache(bytes, encoding) : bytes);
}

function sendNotModified(reply: FastifyReply, { mayBeCut }: ApiResponse, headers: Record<string, string>) {
  const { link, ...others } = headers;
  return reply
    .headers(link === undefined || mayBeCut ? others : headers)
    .code(304)
    .send();
}

/** A cut body is not cached: its headers would have to be, too. */
async function encode(app: App, response: ApiResponse, tag: string, accepted: Encoding | undefined) {
  const key = `${tag} ${accepted}`;
  const known = accepted && app.responseCache.get(key);
  if (known) return { body: known, encoding: accepted };
  const made = await response.body();
  const [plain, own] = Buffer.isBuffer(made) ? [made] : [made.bytes, made.headers];
  if (!accepted || plain.length < MIN_COMPRESSED_BYTES) return { body: plain, encoding: undefined, own };
  const body = await compressForCache(plain, accepted);
  if (!own) app.responseCache.set(key, body);
  return { body, encoding: accepted, own };
}

/** A hash of the cache key and of everything else that affects rendering. */
function entityTag(app: App, snapshot: Snapshot, cacheKey: string): string {
  const rendering = JSON.stringify([VERSION, app.catalog.options, snapshot.lineage]);
  return hash('sha256', `${rendering} ${cacheKey}`, 'base64url').slice(0, 22);
}

/** Each encoding of a body has its own strong ETag. */
function quote(tag: string, encoding: Encoding | undefined): string {
  return encoding ? `"${tag}-${encoding}"` : `"${tag}"`;
}

/** The ETag in If-None-Match that matches this content in any encoding. Weak comparison: `W/` is ignored. */
function findMatchingEtag(header: string | undefined, tag: string): string | undefined {
  if (!header) return undefined;
  if (header.trim() === '*') return quote(tag, undefined);
  const own = [undefined, ...ENCODINGS].map((encoding) => quote(tag, encoding));
  return header.match(/"[^"]*"/g)?.find((etag) => own.includes(etag));
}
