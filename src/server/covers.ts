import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { findRecord } from '../catalog/catalog.ts';
import {
  COVER_SIZE,
  COVERS_PATH,
  type CoverText,
  coverText,
  coverVersion,
  SMALL_WIDTH,
} from '../catalog/render/generated-cover.ts';
import { findAliasTarget } from '../catalog/snapshot/snapshot.ts';
import { type CoverCache, openCoverCache } from '../covers/cover-cache.ts';
import {
  matchesEtag,
  PICTURE_HEADERS,
  pictureErrorHandler,
  refuseOtherMethods,
  sendPictureError,
} from './picture-response.ts';

export const COVERS_ROUTE = `${COVERS_PATH}/:name`;

/** `12.png`, or `12-360.png` for the small size. */
const NAME = new RegExp(`^([1-9]\\d{0,8})(-${SMALL_WIDTH})?\\.png$`);

/** Serves a generated cover for every game, including games that also have a scanned one. */
export function mountCovers(fastify: FastifyInstance, app: App, folder: string): void {
  const covers = openCoverCache(folder, (error) => app.log.warn({ err: error }, 'caching a generated cover failed'));
  fastify.route({
    method: ['GET', 'HEAD'],
    url: COVERS_ROUTE,
    ...app.deadline,
    handler: (request, reply) => sendCover(app, covers, request, reply),
    errorHandler: pictureErrorHandler(app),
  });
  refuseOtherMethods(fastify, COVERS_ROUTE);
}

async function sendCover(app: App, covers: CoverCache, request: FastifyRequest, reply: FastifyReply) {
  const { name = '' } = request.params as { name?: string };
  const [, id, small] = NAME.exec(name) ?? [];
  const text = id === undefined ? undefined : await findCoverText(app, Number(id));
  if (!text) return sendPictureError(reply, 'notFound', `There is no cover at ${COVERS_PATH}/${name}.`);
  const version = coverVersion(text);
  const width = small === undefined ? COVER_SIZE.width : SMALL_WIDTH;
  const tag = `"${version}-${width}"`;
  const bytes = matchesEtag(request.headers['if-none-match'], tag)
    ? undefined
    : await readCover(app, covers, text, width);
  reply.headers({ ...PICTURE_HEADERS, etag: tag, 'content-type': 'image/png' });
  // Clients must revalidate a URL without the current version.
  if (!request.originalUrl.endsWith(`?v=${version}`)) reply.header('cache-control', 'no-cache');
  if (!bytes) return reply.code(304).send();
  reply.header('content-length', String(bytes.length));
  return request.method === 'HEAD' ? reply.send() : reply.send(bytes);
}

/** Undefined if the game does not exist. */
async function findCoverText(app: App, id: number): Promise<CoverText | undefined> {
  const { snapshot } = app.catalog;
  const record = await findRecord(app.catalog, snapshot, findAliasTarget(snapshot, id) ?? id);
  return record && coverText(record);
}

async function readCover(app: App, covers: CoverCache, text: CoverText, width: number): Promise<Buffer> {
  const key = `${COVERS_PATH}/${coverVersion(text)}-${width}`;
  const known = app.pictureCache.get(key);
  if (known) return known;
  const bytes = await covers.read(text, width);
  app.pictureCache.set(key, bytes);
  return bytes;
}
