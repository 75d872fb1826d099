import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../app.ts';
import {
  chooseEncoding,
  compress,
  compressForCache,
  type Encoding,
  MIN_COMPRESSED_BYTES,
  withOwnMemory,
} from '../../encoding.ts';
import { AppError } from '../../errors.ts';
import { findHeldTag } from '../../etag.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { VERSION } from '../../version.ts';
import { EXPLORER_SCRIPT, readExplorerScript } from '../docs/explorer-script.ts';
import { renderLayout } from './layout.ts';
import type { LazyResponse, PageResponse, TextResponse } from './page.ts';
import { SharedBodies } from './shared-bodies.ts';
import type { StaticFile } from './static-file.ts';
import { STATIC_FILES } from './static-files.ts';
import { readTheme } from './theme.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/** `keptAs` is the cache key of a page that is kept. */
export async function sendPage(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  response: PageResponse,
  keptAs?: string,
) {
  reply.headers(response.headers ?? {});
  if ('location' in response) {
    return reply
      .code(response.status)
      .header('location', basePath(app) + response.location)
      .send();
  }
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
  if ('write' in response) {
    return sendContent(request, reply.header('content-type', response.type), lazyContent(app, response));
  }
  const text =
    'body' in response
      ? renderLayout(app, response, {
          method: request.method,
          url: request.originalUrl,
          account: request.account,
          theme: readTheme({ headers: request.headers, isSecure: usesHttps(app, request) }),
        })
      : response.text;
  if ('body' in response) reply.code(response.status ?? 200);
  const type = (response as TextResponse).type ?? HTML_TYPE;
  const page = withBasePath(app, text);
  const isKept = keptAs !== undefined && reply.statusCode === 200 && !response.headers;
  const content = isKept
    ? lazyContent(app, { type, version: keptAs, write: async () => page })
    : contentOf(Buffer.from(page));
  return sendContent(request, reply.header('content-type', type), content);
}

const HTML_TYPE = 'text/html; charset=utf-8';

/** A page that was rendered before, or that the browser has. Undefined if it must be rendered. */
export function findKeptPage(app: App, { headers }: FastifyRequest, keptAs: string): Content | undefined {
  const version = versionOf(app, keptAs);
  const accepted = chooseEncoding(headers['accept-encoding']);
  const body = app.responseCache.get(`${version} ${accepted ?? 'plain'}`);
  if (!body && !findHeldTag(headers['if-none-match'], version)) return undefined;
  const known = async () => body as Buffer;
  return { version, isIncompressible: false, body: known, compressed: known };
}

export function sendKeptPage(request: FastifyRequest, reply: FastifyReply, page: Content) {
  return sendContent(request, reply.headers({ 'cache-control': 'private, no-cache', 'content-type': HTML_TYPE }), page);
}

/** Computes the ETag without rendering, so that a 304 costs nothing. Rendered bodies stay in an LRU cache. */
function lazyContent(app: App, { version: name, write }: LazyResponse): Content {
  const version = versionOf(app, name);
  const render = async () => withOwnMemory(Buffer.from(await write()));
  return {
    version,
    isIncompressible: false,
    body: () => cachedBody(app, `${version} plain`, render),
    compressed: (encoding) =>
      cachedBody(app, `${version} ${encoding}`, async () => compressForCache(await render(), encoding)),
  };
}

function versionOf({ publicUrl }: App, name: string): string {
  return hash('sha256', `${VERSION} ${publicUrl} ${name}`, 'base64url').slice(0, 22);
}

const bodies = new SharedBodies();

async function cachedBody(app: App, key: string, create: () => Promise<Buffer>): Promise<Buffer> {
  const body = app.responseCache.get(key) ?? (await bodies.get(key, create));
  app.responseCache.set(key, body);
  return body;
}

export async function sendStatic(request: FastifyRequest, reply: FastifyReply) {
  const { name = '' } = request.params as { name?: string };
  const file = STATIC_FILES.get(name) ?? (await GENERATED_FILES.get(name)?.());
  if (!file) throw new AppError('notFound', 'There is no such file.');
  const isCurrent = request.originalUrl.endsWith(`?v=${file.version}`);
  reply.headers({
    'content-type': file.type,
    // Only URLs with the current version are immutable.
    'cache-control': isCurrent ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
  });
  const { body, version } = file;
  // WOFF2 is compressed already.
  const isIncompressible = file.type === 'font/woff2' || body.length < MIN_COMPRESSED_BYTES;
  const compressed = (encoding: Encoding) => compressOnce(file, encoding);
  return sendContent(request, reply.header('vary', 'Accept-Encoding'), {
    version,
    isIncompressible,
    body: () => body,
    compressed,
  });
}

/** Files that are generated on the first request. */
const GENERATED_FILES = new Map([[EXPLORER_SCRIPT, readExplorerScript]]);

const compressedFiles = new WeakMap<StaticFile, Map<Encoding, Promise<Buffer>>>();

/** Compresses each static file once per encoding. */
function compressOnce(file: StaticFile, encoding: Encoding): Promise<Buffer> {
  const bodies = getOrInsert(compressedFiles, file, () => new Map());
  return getOrInsert(bodies, encoding, () => compress(file.body, encoding));
}

/** A response body whose variants are created on demand. */
interface Content {
  /** The ETag: it changes with the content. */
  version: string;
  isIncompressible: boolean;
  body(): Buffer | Promise<Buffer>;
  compressed(encoding: Encoding): Promise<Buffer>;
}

function contentOf(body: Buffer): Content {
  return {
    version: hash('sha256', body, 'base64url').slice(0, 22),
    isIncompressible: body.length < MIN_COMPRESSED_BYTES,
    body: () => body,
    compressed: (encoding) => compress(body, encoding),
  };
}

/** Sends the content with an ETag, or 304 if the browser has it. */
async function sendContent(request: FastifyRequest, reply: FastifyReply, content: Content) {
  const isOk = reply.statusCode === 200;
  const held = isOk ? findHeldTag(request.headers['if-none-match'], content.version) : undefined;
  // Weak, because encoded variants share the tag.
  if (isOk) reply.header('etag', `W/${held ?? `"${content.version}"`}`);
  if (!reply.hasHeader('vary')) reply.header('vary', 'Accept-Encoding, Cookie');
  if (held) return reply.code(304).send();
  // Never compress secrets together with input from others: the length would leak them (BREACH).
  const isPrivate = reply.getHeader('cache-control') === 'no-store';
  const encoding = isPrivate ? undefined : chooseEncoding(request.headers['accept-encoding']);
  if (!encoding || content.isIncompressible) return reply.send(await content.body());
  return reply.header('content-encoding', encoding).send(await content.compressed(encoding));
}

/** To this server or to a proxy in front of it. */
export function usesHttps(app: App, request: FastifyRequest): boolean {
  return request.protocol === 'https' || app.publicUrl.startsWith('https:');
}

/** Prefixes the links of a page with the path of the public URL. */
export function withBasePath(app: App, text: string): string {
  const base = basePath(app);
  // Escaped text contains no quotes, so only our own markup matches.
  return base === '' ? text : text.replaceAll(/ (href|src|action|data-suggest)="\/(?!\/)/g, ` $1="${base}/`);
}

function basePath(app: App): string {
  return new URL(app.publicUrl).pathname.replace(/\/$/, '');
}
