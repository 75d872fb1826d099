import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type App, isTransient } from '../app.ts';
import { findCached, findRecord, offerToCache } from '../catalog/catalog.ts';
import {
  COVER_SIZE,
  COVERS_PATH,
  type CoverText,
  coverQuery,
  coverText,
  coverVersion,
  SMALL_WIDTH,
} from '../catalog/render/generated-cover.ts';
import { findAliasTarget } from '../catalog/snapshot/snapshot.ts';
import { coversFolder, MEDIA_PATH } from '../config.ts';
import { type CoverCache, openCoverCache } from '../covers/cover-cache.ts';
import type { DrawingProcess } from '../covers/drawing-process.ts';
import { findHeldTag } from '../encoding.ts';
import { ERRORS, type ErrorName, errorBody } from '../errors.ts';
import { PicturesBusy } from '../pictures/file-maker.ts';
import type { MakePicture } from '../pictures/inspect.ts';
import { openPictureFiles, type PictureFiles } from '../pictures/picture-files.ts';
import { CONTENT_TYPES, type PictureName, parsePicturePath, picturePath } from '../pictures/picture-paths.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/** A picture URL always names the same bytes, so caches may keep it. The other headers keep browsers from running it as a page. */
const PICTURE_HEADERS = {
  'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
  'x-content-type-options': 'nosniff',
  // Browsers use inline styles to show a picture that is opened by itself.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
};

export const MEDIA_ROUTE = `${MEDIA_PATH}/*`;

/** Pictures up to this size are cached in memory; most thumbnails have a tenth of it. */
const MAX_CACHED_BYTES = 128 * 1024;

/** Serves the pictures in the data folder. */
export function mountMedia(fastify: FastifyInstance, app: App, folder: string, drawingProcess: DrawingProcess): void {
  const make: MakePicture = (original, { width, type }) =>
    drawingProcess.draw({ kind: 'picture', original, width, type });
  const pictures = openPictureFiles(folder, make, (error, path) =>
    app.log.warn({ err: error, path }, 'making or caching a picture failed'),
  );
  fastify.route({
    method: ['GET', 'HEAD'],
    url: MEDIA_ROUTE,
    handler: (request, reply) => sendPicture(app, pictures, request, reply),
    errorHandler: pictureErrorHandler(app),
  });
}

async function sendPicture(app: App, pictures: PictureFiles, request: FastifyRequest, reply: FastifyReply) {
  const [asked = ''] = request.originalUrl.split('?', 1);
  const name = parsePicturePath(asked);
  const found = name && (await findPicture(app, pictures, name));
  if (!found) return sendPictureError(reply, 'notFound', `There is no picture at ${asked}.`);
  const version = picturePath(name).slice(MEDIA_PATH.length + 1);
  reply.headers(PICTURE_HEADERS).headers({ etag: `"${version}"`, 'content-type': CONTENT_TYPES[name.type] });
  if (findHeldTag(request.headers['if-none-match'], version)) return reply.code(304).send();
  reply.header('content-length', String(found.size));
  return request.method === 'HEAD' ? reply.send() : reply.send(found.bytes ?? createReadStream(found.path));
}

/** With its bytes if they are in memory. */
async function findPicture(app: App, pictures: PictureFiles, name: PictureName): ReturnType<PictureFiles['find']> {
  const address = picturePath(name);
  const bytes = app.pictureCache.get(address);
  if (bytes) return { path: '', size: bytes.length, bytes };
  const found = await pictures.find(name);
  if (!found || found.size > MAX_CACHED_BYTES) return found;
  found.bytes ??= await readFile(found.path);
  app.pictureCache.set(address, found.bytes);
  return found;
}

/** Logs the error; the client gets no details. */
function pictureErrorHandler(app: App) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    for (const name of PICTURE_ONLY_HEADERS) reply.removeHeader(name);
    if (error instanceof PicturesBusy || isTransient(app, error)) {
      reply.header('retry-after', '1');
      return sendPictureError(reply, 'unavailable', 'Please try again in a few seconds.');
    }
    app.log.error({ reqId: request.id, err: error }, 'sending a picture failed');
    return sendPictureError(reply, 'internal', '');
  };
}

/** Headers that describe a picture and must not be sent with an error. */
const PICTURE_ONLY_HEADERS = ['etag', 'content-length'];

function sendPictureError(reply: FastifyReply, kind: ErrorName, message: string) {
  reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  return reply.code(ERRORS[kind].status).type('application/json; charset=utf-8').send(errorBody(kind, message));
}

/** A picture that is drawn on the first request. */
interface Cover {
  text: CoverText;
  /** The query of its current URL. */
  query: string;
  width: number;
  byteLength: number;
}

export const COVER_ROUTE = `${COVERS_PATH}/:name`;

/** Serves generated covers. Every game has one, also if it has a scanned one. */
export function mountCovers(fastify: FastifyInstance, app: App, drawingProcess: DrawingProcess): void {
  const covers = openCoverCache(coversFolder(app.config), drawingProcess, (error, path) =>
    app.log.warn({ err: error, path }, 'caching a generated cover failed'),
  );
  fastify.route({
    method: ['GET', 'HEAD'],
    url: COVER_ROUTE,
    // Without the deadline of routes that read the store: drawing takes longer on a busy machine. Reading has that of a statement.
    handler: async (request, reply) => {
      const { name = '' } = request.params as { name?: string };
      const platform = new URLSearchParams(request.originalUrl.split('?', 2)[1]).get('platform');
      const { catalog } = app;
      const { snapshot } = catalog;
      const key = `${COVERS_PATH} ${name} ${Number(platform)}`;
      // Finding a cover takes reading and parsing a whole record.
      const known = findCached<Cover>(catalog, snapshot, key);
      const cover = known ?? (await findCover(app, name, Number(platform)));
      if (cover && !known) offerToCache(catalog, snapshot, key, cover);
      return sendCover(app, covers, request, reply, cover);
    },
    errorHandler: pictureErrorHandler(app),
  });
}

/** Of a cover in the cache: a few texts. */
const COVER_BYTES = 500;

/** `12.png`, or `12-360.png` for the small size. */
const COVER_NAME = new RegExp(`^([1-9]\\d{0,8})(-${SMALL_WIDTH})?\\.png$`);

/** A platform that the game is not on changes nothing. */
async function findCover(app: App, name: string, platform?: number): Promise<Cover | undefined> {
  const [, id, small] = COVER_NAME.exec(name) ?? [];
  const { snapshot } = app.catalog;
  const gameId = findAliasTarget(snapshot, Number(id)) ?? Number(id);
  const record = id === undefined ? undefined : await findRecord(app.catalog, snapshot, gameId);
  if (!record) return undefined;
  const width = small === undefined ? COVER_SIZE.width : SMALL_WIDTH;
  return { text: coverText(record, platform), query: coverQuery(record, platform), width, byteLength: COVER_BYTES };
}

async function sendCover(app: App, covers: CoverCache, request: FastifyRequest, reply: FastifyReply, cover?: Cover) {
  const [path = '', query] = request.originalUrl.split('?', 2);
  if (!cover) return sendPictureError(reply, 'notFound', `There is no picture at ${path}.`);
  const tag = tagOf(cover);
  const bytes = findHeldTag(request.headers['if-none-match'], tag) ? undefined : await readCover(app, covers, cover);
  reply.headers({ ...PICTURE_HEADERS, etag: `"${tag}"`, 'content-type': 'image/png' });
  // Clients must revalidate a URL without the current version.
  if (query !== cover.query) reply.header('cache-control', 'no-cache');
  return bytes ? reply.send(bytes) : reply.code(304).send();
}

function tagOf({ text, width }: Cover): string {
  return `${coverVersion(text)}-${width}`;
}

async function readCover(app: App, covers: CoverCache, cover: Cover): Promise<Buffer> {
  const key = `${COVERS_PATH}/${tagOf(cover)}`;
  const known = app.pictureCache.get(key);
  if (known) return known;
  const bytes = await covers.read(cover.text, cover.width);
  app.pictureCache.set(key, bytes);
  return bytes;
}
