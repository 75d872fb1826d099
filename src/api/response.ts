import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { chooseEncoding, compressForCache, ENCODINGS, type Encoding, MIN_COMPRESSED_BYTES } from '../encoding.ts';
import { VERSION } from '../version.ts';

/** What an endpoint answers, before anybody knows whether the client has it already. */
export interface ApiResponse {
  /** Names the content: the revision it comes from, and all that chose it. Equal seeds mean equal bodies. */
  cacheKey: string;
  body(): Buffer | Promise<Buffer>;
  headers?: Record<string, string>;
  /** How long the answer may be used without asking again, in seconds. */
  maxAge?: number;
}

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

/** The snapshot is the one that the answer comes from. */
export async function sendResponse(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ApiResponse,
  snapshot = app.catalog.snapshot,
) {
  const tag = entityTag(app, snapshot, answer.cacheKey);
  const accepted = chooseEncoding(request.headers['accept-encoding']);
  const headers = {
    'cache-control': answer.maxAge === undefined ? 'private, no-cache' : `private, max-age=${answer.maxAge}`,
    vary: 'Accept-Encoding',
    ...answer.headers,
  };
  const held = findMatchingEtag(request.headers['if-none-match'], tag);
  if (held)
    return reply
      .headers({ ...headers, etag: held })
      .code(304)
      .send();

  // No header before the body is there: an error in between has headers of its own.
  const { body, encoding } = await encode(app, answer, tag, accepted);
  if (encoding) reply.header('content-encoding', encoding);
  const type = 'application/json; charset=utf-8';
  return reply.headers({ ...headers, etag: quote(tag, encoding), 'content-type': type }).send(body);
}

async function encode(app: App, answer: ApiResponse, tag: string, accepted: Encoding | undefined) {
  if (!accepted) return { body: await answer.body(), encoding: undefined };
  const key = `${tag} ${accepted}`;
  const known = app.responseCache.get(key);
  if (known) return { body: known, encoding: accepted };
  const plain = await answer.body();
  if (plain.length < MIN_COMPRESSED_BYTES) return { body: plain, encoding: undefined };
  const body = await compressForCache(plain, accepted);
  app.responseCache.set(key, body);
  return { body, encoding: accepted };
}

/** The cache key and all that changes how this installation renders, in a short name. */
function entityTag(app: App, snapshot: Snapshot, cacheKey: string): string {
  const rendering = JSON.stringify([VERSION, app.catalog.options, snapshot.lineage]);
  return hash('sha256', `${rendering} ${cacheKey}`, 'base64url').slice(0, 22);
}

/** Each coding of a body has a strong tag of its own. */
function quote(tag: string, encoding: Encoding | undefined): string {
  return encoding ? `"${tag}-${encoding}"` : `"${tag}"`;
}

/** The tag under which the client holds this very content, in whichever coding. Weak tags compare like strong ones. */
function findMatchingEtag(header: string | undefined, tag: string): string | undefined {
  if (!header) return undefined;
  if (header.trim() === '*') return quote(tag, undefined);
  const own = [undefined, ...ENCODINGS].map((encoding) => quote(tag, encoding));
  return header.match(/"[^"]*"/g)?.find((held) => own.includes(held));
}
