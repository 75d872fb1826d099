import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../app.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import {
  chooseEncoding,
  compress,
  type Encoding,
  findHeldTag,
  MIN_COMPRESSED_BYTES,
  withOwnMemory,
} from '../../encoding.ts';
import { AppError } from '../../errors.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { VERSION } from '../../version.ts';
import { EXPLORER_SCRIPT, readExplorerScript } from '../docs/explorer.ts';
import { renderLayout } from './layout.ts';
import { errorPage } from './notices.ts';
import type { HtmlResponse, PageResponse, Visit } from './page.ts';
import { readListView, readTheme } from './preferences.ts';
import { STATIC_FILES } from './static-files.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/** `keptAs` is the version of a page that is kept. */
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
  if ('body' in response) reply.code(response.status ?? 200);
  const type = 'body' in response ? HTML_TYPE : response.type;
  reply.header('content-type', type);
  const text = withBasePath(app, 'body' in response ? renderPage(app, request, response) : response.text);
  const body = Buffer.from(text);
  const encode: Encode = (encoding) => (encoding ? compress(body, encoding) : body);
  // Errors are thrown, so a page that is kept is 200. It sets no headers.
  if (keptAs) return sendContent(request, reply, keptAs, keep(app, keptAs, type, encode));
  const version = hash('sha256', body, 'base64url').slice(0, 22);
  return sendContent(request, reply, version, encode, body.length >= MIN_COMPRESSED_BYTES);
}

const HTML_TYPE = 'text/html; charset=utf-8';

function renderPage(app: App, request: FastifyRequest, page: HtmlResponse): string {
  const { method, originalUrl: url, account, headers } = request;
  const theme = readTheme({ headers, isSecure: usesHttps(app, request) });
  return renderLayout(app, page, { method, url, account, theme });
}

/** A body of a kept page, in one encoding. */
interface KeptBody {
  type: string;
  body: Buffer;
  byteLength: number;
}

/** Sends a page that was rendered before, or that the browser has. Undefined if it must be rendered. */
export function sendKeptPage({ catalog }: App, request: FastifyRequest, reply: FastifyReply, keptAs: string) {
  const { 'accept-encoding': accepted, 'if-none-match': ifNoneMatch } = request.headers;
  const kept = catalog.cache.get(`${keptAs} ${chooseEncoding(accepted)}`) as KeptBody | undefined;
  // `*` asks whether there is such a page, which is not known yet.
  const isHeld = ifNoneMatch?.trim() !== '*' && findHeldTag(ifNoneMatch, keptAs) !== undefined;
  if (!kept && !isHeld) return undefined;
  reply.header('cache-control', 'private, no-cache');
  if (kept) reply.header('content-type', kept.type);
  return sendContent(request, reply, keptAs, () => kept?.body as Buffer);
}

/** Keeps each body of the page that is sent twice. */
function keep({ catalog }: App, version: string, type: string, encode: Encode): Encode {
  return async (encoding) => {
    const body = withOwnMemory(await encode(encoding));
    const kept: KeptBody = { type, body, byteLength: body.length };
    catalog.cache.offer(`${version} ${encoding}`, kept);
    return body;
  };
}

export async function sendStatic(request: FastifyRequest, reply: FastifyReply) {
  const { name = '' } = request.params as { name?: string };
  const file = name === EXPLORER_SCRIPT ? await readExplorerScript() : STATIC_FILES.get(name);
  if (!file) throw new AppError('notFound', 'There is no such file.');
  const { body, version, type } = file;
  const isCurrent = request.originalUrl.endsWith(`?v=${version}`);
  reply.headers({
    'content-type': type,
    // Only URLs with the current version are immutable.
    'cache-control': isCurrent ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    vary: 'Accept-Encoding',
  });
  const encode: Encode = (encoding) =>
    encoding ? getOrInsert(compressedFiles, `${version} ${encoding}`, () => compress(body, encoding)) : body;
  // WOFF2 is compressed already.
  return sendContent(request, reply, version, encode, type !== 'font/woff2' && body.length >= MIN_COMPRESSED_BYTES);
}

/** Each static file is compressed once per encoding. */
const compressedFiles = new Map<string, Promise<Buffer>>();

/** The bytes of a body in an encoding, or as they are. */
type Encode = (encoding: Encoding | undefined) => Buffer | Promise<Buffer>;

/** Sends a body with its version as ETag, or 304 if the browser has it. */
async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  version: string,
  encode: Encode,
  isCompressible = true,
) {
  const isOk = reply.statusCode === 200;
  const held = isOk ? findHeldTag(request.headers['if-none-match'], version) : undefined;
  // Weak, because encoded variants share the tag.
  if (isOk) reply.header('etag', `W/${held ?? `"${version}"`}`);
  if (!reply.hasHeader('vary')) reply.header('vary', 'Accept-Encoding, Cookie');
  if (held) return reply.code(304).send();
  // Never compress secrets together with input from others: the length would leak them (BREACH).
  const isPrivate = reply.getHeader('cache-control') === 'no-store';
  const encoding = isPrivate || !isCompressible ? undefined : chooseEncoding(request.headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(await encode(encoding));
}

/** To this server or to a proxy in front of it. */
export function usesHttps(app: App, request: FastifyRequest): boolean {
  return request.protocol === 'https' || app.publicUrl.startsWith('https:');
}

/** Prefixes the links of a page with the path of the public URL. */
function withBasePath(app: App, text: string): string {
  const base = basePath(app);
  // Escaped text contains no quotes, so only our own markup matches.
  return base === '' ? text : text.replaceAll(/ (href|src|action|data-suggest)="\/(?!\/)/g, ` $1="${base}/`);
}

function basePath(app: App): string {
  return new URL(app.publicUrl).pathname.replace(/\/$/, '');
}

/** The ETag of a kept page, known before it is rendered: everything that it depends on. */
export function keptPageVersion(app: App, snapshot: Snapshot, request: Visit, keptMs: number): string {
  const { lineage, revision } = snapshot;
  const settings = `${VERSION} ${app.publicUrl} ${getOrInsert(settingsOf, app, digestSettings)}`;
  const state = `${settings} ${lineage} ${revision} ${Math.floor(app.clock() / keptMs)}`;
  const name = `${state} ${readListView(request)} ${readTheme(request)} ${request.url}`;
  return hash('sha256', name, 'base64url').slice(0, 22);
}

const settingsOf = new WeakMap<App, string>();

/** A keyed hash, because an ETag is made from it. Once: it takes longer than the rest of a kept page's name. */
function digestSettings({ secret, config }: App): string {
  return secret.digest(JSON.stringify(config)).toString('base64url');
}

/** The page for visitors whom a busy server refuses. It is the same for all, so that it costs nothing. */
export function renderBusyPage(app: App, message: string): string {
  const visit = { method: 'GET', url: '/', account: undefined, theme: undefined };
  return withBasePath(app, renderLayout(app, errorPage('unavailable', message), visit));
}
