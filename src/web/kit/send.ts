import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
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
import type { Account } from '../../store/service-tables.ts';
import { VERSION } from '../../version.ts';
import { EXPLORER_SCRIPT, readExplorerScript } from '../docs/explorer.ts';
import { renderLayout } from './layout.ts';
import { errorPage } from './notices.ts';
import type { HtmlResponse, PageResponse, Visit } from './page.ts';
import { readListView, readTheme } from './preferences.ts';
import { STATIC_FILES } from './static-files.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/** A request to the site, as the server knows it. */
export interface Asked {
  raw: IncomingMessage;
  requestId: string;
  /** Path and query. */
  url: string;
  address: string;
  /** Whether the browser uses https, to this server or to a proxy in front of it. */
  isSecure: boolean;
  /** The signed-in account, once it is known. */
  account?: Account | undefined;
}

/** A file, or a part of one. */
interface FilePart {
  path: string;
  start: number;
  /** In bytes. */
  size: number;
  /** Called when it was sent, or could not be. */
  onSent(): void;
}

export interface SiteResponse {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer | FilePart | undefined;
}

/** `keptAs` is the version of a page that is kept. */
export async function toResponse(
  app: App,
  asked: Asked,
  response: PageResponse,
  keptAs?: string,
): Promise<SiteResponse> {
  if ('location' in response) {
    const headers = { ...response.headers, location: basePath(app) + response.location };
    return { status: response.status, headers, body: undefined };
  }
  const isPage = 'body' in response;
  const type = isPage ? HTML_TYPE : response.type;
  const headers = { 'cache-control': 'private, no-cache', ...response.headers, 'content-type': type };
  const status = (isPage ? response.status : undefined) ?? 200;
  const text = isPage ? renderPage(app, asked, response) : response.text;
  const body = typeof text === 'string' ? Buffer.from(withBasePath(app, text)) : text;
  const encode: Encode = (encoding) => (encoding ? compress(body, encoding) : body);
  // Errors are thrown, so a page that is kept is 200. It sets no headers.
  if (keptAs) return withContent(asked, { status, headers }, keptAs, keep(app, keptAs, type, encode));
  const version = hash('sha256', body, 'base64url').slice(0, 22);
  return withContent(asked, { status, headers }, version, encode, body.length >= MIN_COMPRESSED_BYTES);
}

const HTML_TYPE = 'text/html; charset=utf-8';

function renderPage(
  app: App,
  { raw: { method = '', headers }, url, account, isSecure }: Asked,
  page: HtmlResponse,
): string {
  return renderLayout(app, page, { method, url, account, theme: readTheme({ headers, isSecure }) });
}

/** A body of a kept page, in one encoding. */
interface KeptBody {
  type: string;
  body: Buffer;
  byteLength: number;
}

/** A page that was rendered before, or that the browser has. Undefined if it must be rendered. */
export async function findKeptPage({ catalog }: App, asked: Asked, keptAs: string): Promise<SiteResponse | undefined> {
  const { 'accept-encoding': accepted, 'if-none-match': ifNoneMatch } = asked.raw.headers;
  const kept = catalog.cache.get(`${keptAs} ${chooseEncoding(accepted)}`) as KeptBody | undefined;
  // `*` asks whether there is such a page, which is not known yet.
  const isHeld = ifNoneMatch?.trim() !== '*' && findHeldTag(ifNoneMatch, keptAs) !== undefined;
  if (!kept && !isHeld) return undefined;
  const headers = { 'cache-control': 'private, no-cache', ...(kept && { 'content-type': kept.type }) };
  return withContent(asked, { status: 200, headers }, keptAs, () => kept?.body as Buffer);
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

export async function toStaticResponse(asked: Asked, { name = '' }: { name?: string }): Promise<SiteResponse> {
  const file = name === EXPLORER_SCRIPT ? await readExplorerScript() : STATIC_FILES.get(name);
  if (!file) throw new AppError('notFound', 'There is no such file.');
  const { body, version, type } = file;
  const isCurrent = asked.url.endsWith(`?v=${version}`);
  const headers = {
    'content-type': type,
    // Only URLs with the current version are immutable.
    'cache-control': isCurrent ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    vary: 'Accept-Encoding',
  };
  const encode: Encode = (encoding) =>
    encoding ? getOrInsert(compressedFiles, `${version} ${encoding}`, () => compress(body, encoding)) : body;
  // WOFF2 is compressed already.
  const isCompressible = type !== 'font/woff2' && body.length >= MIN_COMPRESSED_BYTES;
  return withContent(asked, { status: 200, headers }, version, encode, isCompressible);
}

/** Each static file is compressed once per encoding. */
const compressedFiles = new Map<string, Promise<Buffer>>();

/** The bytes of a body in an encoding, or as they are. */
type Encode = (encoding: Encoding | undefined) => Buffer | Promise<Buffer>;

/** The response with a body whose version is the ETag, or 304 if the browser has it. */
async function withContent(
  { raw: { headers: asked } }: Asked,
  { status, headers: own }: Omit<SiteResponse, 'body'>,
  version: string,
  encode: Encode,
  isCompressible = true,
): Promise<SiteResponse> {
  const held = status === 200 ? findHeldTag(asked['if-none-match'], version) : undefined;
  // Weak, because encoded variants share the tag.
  const tag = status === 200 && { etag: `W/${held ?? `"${version}"`}` };
  const headers = { vary: 'Accept-Encoding, Cookie', ...own, ...tag };
  if (held) return { status: 304, headers, body: undefined };
  // Never compress secrets together with input from others: the length would leak them (BREACH).
  const isPrivate = own['cache-control'] === 'no-store';
  const encoding = isPrivate || !isCompressible ? undefined : chooseEncoding(asked['accept-encoding']);
  const encoded = encoding && { 'content-encoding': encoding };
  return { status, headers: { ...headers, ...encoded }, body: await encode(encoding) };
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
