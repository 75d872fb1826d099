import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { MEDIA_PATH } from '../config.ts';
import type { DrawingProcess } from '../covers/drawing-process.ts';
import { parseQualityValues } from '../encoding.ts';
import { errorBody } from '../errors.ts';
import { findHeldTag } from '../etag.ts';
import { openPictureFiles, type PictureFiles } from '../pictures/picture-files.ts';
import {
  COMMON_TYPES,
  CONTENT_TYPES,
  MODERN_TYPES,
  type PictureName,
  type PictureType,
  parsePicturePath,
  picturePath,
} from '../pictures/picture-paths.ts';
import type { MakePicture } from '../pictures/thumbnails.ts';
import { PICTURE_HEADERS, pictureErrorHandler, refuseOtherMethods, sendPictureError } from './picture-response.ts';

export const MEDIA_ROUTE = `${MEDIA_PATH}/*`;

/** Pictures up to this size are cached in memory; most thumbnails have a tenth of it. */
const MAX_CACHED_BYTES = 128 * 1024;
const HEADERS = { ...PICTURE_HEADERS, 'accept-ranges': 'bytes' };

/** Serves the pictures in the data folder. */
export function mountMedia(fastify: FastifyInstance, app: App, folder: string, drawingProcess: DrawingProcess): void {
  const make: MakePicture = (original, { width, type }) =>
    drawingProcess.draw({ kind: 'picture', original, width, type });
  const pictures = openPictureFiles(folder, make, (error, address) =>
    app.log.warn({ err: error, address }, 'making or caching a picture failed'),
  );
  fastify.route({
    method: ['GET', 'HEAD'],
    url: MEDIA_ROUTE,
    handler: (request, reply) => sendPicture(app, pictures, request, reply),
    errorHandler: pictureErrorHandler(app),
  });
  refuseOtherMethods(fastify, MEDIA_ROUTE);
}

interface Body {
  size: number;
  /** The whole picture, if it is in memory; else it is at `path`. */
  bytes: Buffer | undefined;
  path: string;
}

async function sendPicture(app: App, pictures: PictureFiles, request: FastifyRequest, reply: FastifyReply) {
  const [asked = ''] = request.originalUrl.split('?', 1);
  const named = parsePicturePath(asked);
  const name = named && { ...named, type: chooseType(named.type, request.headers.accept) };
  const body = name && (await readBody(app, pictures, name));
  if (!body) return sendPictureError(reply, 'notFound', `There is no picture at ${asked}.`);
  const version = picturePath(name).slice(MEDIA_PATH.length + 1);
  const tag = `"${version}"`;
  reply.headers(HEADERS).headers({ etag: tag, 'content-type': CONTENT_TYPES[name.type] });
  if (MODERN_TYPES.includes(named.type)) reply.header('vary', 'Accept');
  if (findHeldTag(request.headers['if-none-match'], version)) return reply.code(304).send();
  const range = readRange(request, tag, body.size);
  if (range === 'none') {
    // An error response must not be cached like the picture.
    reply.removeHeader('etag').headers({ 'cache-control': 'no-store', 'content-range': `bytes */${body.size}` });
    return reply
      .code(416)
      .type('application/json; charset=utf-8')
      .send(errorBody('badRequest', 'The requested range is outside of the picture.'));
  }
  const { start, end } = range ?? { start: 0, end: body.size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${body.size}`);
  reply.header('content-length', String(end + 1 - start));
  if (request.method === 'HEAD') return reply.send();
  return reply.send(body.bytes?.subarray(start, end + 1) ?? createReadStream(body.path, { start, end }));
}

/** Content negotiation: the type at this URL, or a common type if the client prefers one. */
function chooseType(own: PictureType, accept: string | undefined): PictureType {
  if (accept === undefined || !MODERN_TYPES.includes(own)) return own;
  const weights = parseQualityValues(accept);
  const weightOf = (type: PictureType) =>
    weights.get(CONTENT_TYPES[type]) ?? weights.get('image/*') ?? weights.get('*/*') ?? 0;
  return [own, ...COMMON_TYPES].reduce((best, type) => (weightOf(type) > weightOf(best) ? type : best));
}

async function readBody(app: App, pictures: PictureFiles, name: PictureName): Promise<Body | undefined> {
  const address = picturePath(name);
  const known = app.pictureCache.get(address);
  if (known) return { size: known.length, bytes: known, path: '' };
  const found = await pictures.find(name);
  if (!found) return undefined;
  if (found.size > MAX_CACHED_BYTES) return { ...found, bytes: found.bytes };
  const bytes = found.bytes ?? (await readFile(found.path));
  app.pictureCache.set(address, bytes);
  return { ...found, size: bytes.length, bytes };
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** By hand: `@fastify/send` serves files only, and most pictures come from memory. Parses a single byte range. Several ranges get the whole picture, as HTTP allows. HEAD ignores ranges. */
function readRange(request: FastifyRequest, tag: string, size: number) {
  const { range, 'if-range': condition } = request.headers;
  if (request.method === 'HEAD') return undefined;
  const [, first, last] = RANGE.exec(range ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (condition !== undefined && condition !== tag) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'none' : { start, end };
}
