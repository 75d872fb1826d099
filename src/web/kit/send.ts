import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../app.ts';
import { chooseEncoding, compress, compressForCache, type Encoding, MIN_COMPRESSED_BYTES } from '../../encoding.ts';
import { AppError } from '../../errors.ts';
import { VERSION } from '../../version.ts';
import { EXPLORER_SCRIPT, readExplorerScript } from '../docs/explorer-script.ts';
import { layOut } from './layout.ts';
import type { LateAnswer, PageAnswer, TextAnswer } from './page.ts';
import { SharedBodies } from './shared-bodies.ts';
import { STATIC_FILES, type StaticFile } from './static-files.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

export async function sendPage(app: App, request: FastifyRequest, reply: FastifyReply, answer: PageAnswer) {
  reply.headers(answer.headers ?? {});
  if ('location' in answer) {
    return reply
      .code(answer.status)
      .header('location', basePath(app) + answer.location)
      .send();
  }
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
  if ('write' in answer) {
    return sendContent(request, reply.header('content-type', answer.type), lateContent(app, answer));
  }
  const text =
    'body' in answer ? layOut(app, answer, { url: request.originalUrl, account: request.account }) : answer.text;
  if ('body' in answer) reply.code(answer.status ?? 200);
  const type = (answer as TextAnswer).type ?? 'text/html; charset=utf-8';
  return sendContent(request, reply.header('content-type', type), contentOf(Buffer.from(underBase(app, text))));
}

/** The tag comes first, so that nothing is written for who has it; what is written is kept until others push it out. */
function lateContent(app: App, { version: name, write }: LateAnswer): Content {
  const version = hash('sha256', `${VERSION} ${app.publicUrl} ${name}`, 'base64url').slice(0, 22);
  const make = async () => Buffer.from(await write());
  return {
    version,
    isSmall: false,
    body: () => keepBody(app, `${version} plain`, make),
    compressed: (encoding) =>
      keepBody(app, `${version} ${encoding}`, async () => compressForCache(await make(), encoding)),
  };
}

const bodies = new SharedBodies();

async function keepBody(app: App, key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const body = app.responseCache.get(key) ?? (await bodies.get(key, make));
  app.responseCache.set(key, body);
  return body;
}

export async function sendStatic(request: FastifyRequest, reply: FastifyReply) {
  const { name = '' } = request.params as { name?: string };
  const file = STATIC_FILES.get(name) ?? (await LATE_FILES.get(name)?.());
  if (!file) throw new AppError('notFound', 'There is no such file.');
  const current = request.originalUrl.endsWith(`?v=${file.version}`);
  reply.headers({
    'content-type': file.type,
    // An address without the right version may be anybody's guess: it is not kept.
    'cache-control': current ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
  });
  const { body, version } = file;
  const isSmall = body.length < MIN_COMPRESSED_BYTES;
  const compressed = (encoding: Encoding) => compressOnce(file, encoding);
  return sendContent(request, reply.header('vary', 'Accept-Encoding'), {
    version,
    isSmall,
    body: () => body,
    compressed,
  });
}

/** Files that are made when somebody first asks for them. */
const LATE_FILES = new Map([[EXPLORER_SCRIPT, readExplorerScript]]);

const compressedFiles = new WeakMap<StaticFile, Map<Encoding, Promise<Buffer>>>();

/** Files stay as they are, so each is compressed once in each way. */
function compressOnce(file: StaticFile, encoding: Encoding): Promise<Buffer> {
  const bodies = compressedFiles.getOrInsertComputed(file, () => new Map());
  return bodies.getOrInsertComputed(encoding, () => compress(file.body, encoding));
}

/** What is sent, as far as it is needed. */
interface Content {
  /** Another one whenever the content is another. */
  version: string;
  isSmall: boolean;
  body(): Buffer | Promise<Buffer>;
  compressed(encoding: Encoding): Promise<Buffer>;
}

function contentOf(body: Buffer): Content {
  return {
    version: hash('sha256', body, 'base64url').slice(0, 22),
    isSmall: body.length < MIN_COMPRESSED_BYTES,
    body: () => body,
    compressed: (encoding) => compress(body, encoding),
  };
}

/** With a tag of its content, so that a browser that has it gets nothing but the word. */
async function sendContent(request: FastifyRequest, reply: FastifyReply, content: Content) {
  // Weak: the same page in another coding is the same page.
  const tag = `W/"${content.version}"`;
  const isFound = reply.statusCode === 200;
  if (isFound) reply.header('etag', tag);
  if (!reply.hasHeader('vary')) reply.header('vary', 'Accept-Encoding, Cookie');
  if (isFound && request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
  // Secrets beside something that a stranger may have put there are not compressed: the length would tell of them.
  const isPrivate = reply.getHeader('cache-control') === 'no-store';
  const encoding = isPrivate ? undefined : chooseEncoding(request.headers['accept-encoding']);
  if (!encoding || content.isSmall) return reply.send(await content.body());
  return reply.header('content-encoding', encoding).send(await content.compressed(encoding));
}

/** Pages name addresses from the first slash on. Where the site is served below a path, that goes before each. */
function underBase(app: App, text: string): string {
  const base = basePath(app);
  // Text of the catalog's has no bare quotes in it: only our own markup looks like this.
  return base === '' ? text : text.replaceAll(/ (href|src|action|data-suggest)="\/(?!\/)/g, ` $1="${base}/`);
}

function basePath(app: App): string {
  return new URL(app.publicUrl).pathname.replace(/\/$/, '');
}
