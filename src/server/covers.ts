import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { findRecord } from '../catalog/catalog.ts';
import type { GameRecord } from '../catalog/model/record.ts';
import {
  COVER_SIZE,
  COVERS_PATH,
  type CoverText,
  coverQuery,
  coverText,
  coverVersion,
  SMALL_WIDTH,
} from '../catalog/render/generated-cover.ts';
import { linkPreview, PREVIEWS_PATH, previewVersion } from '../catalog/render/link-preview.ts';
import { findAliasTarget, type Snapshot } from '../catalog/snapshot/snapshot.ts';
import { coversFolder, mediaFolder } from '../config.ts';
import { type CoverCache, openCoverCache } from '../covers/cover-cache.ts';
import type { DrawingProcess } from '../covers/drawing-process.ts';
import { findHeldTag } from '../etag.ts';
import { getOrInsert } from '../get-or-insert.ts';
import { PICTURE_HEADERS, pictureErrorHandler, refuseOtherMethods, sendPictureError } from './picture-response.ts';

/** A picture that is drawn on the first request. */
interface Drawing {
  /** The query of its current URL. */
  query: string;
  tag: string;
  type: string;
  read(): Promise<Buffer>;
}

type FindDrawing = (app: App, covers: CoverCache, name: string, platform?: number) => Promise<Drawing | undefined>;

/** Every game has both, including games that also have a scanned cover. */
const ROUTES: Record<string, FindDrawing> = {
  [`${COVERS_PATH}/:name`]: findCover,
  [`${PREVIEWS_PATH}/:name`]: findPreview,
};

export const DRAWING_ROUTES: readonly string[] = Object.keys(ROUTES);

/** Serves generated covers and link previews. */
export function mountCovers(fastify: FastifyInstance, app: App, drawingProcess: DrawingProcess): void {
  const covers = openCoverCache(coversFolder(app.config), drawingProcess, (error) =>
    app.log.warn({ err: error }, 'caching a generated cover failed'),
  );
  const findKnown = rememberDrawings(app);
  for (const [url, find] of Object.entries(ROUTES)) {
    fastify.route({
      method: ['GET', 'HEAD'],
      url,
      // Without the deadline of routes that read the store: drawing takes longer on a busy machine. Reading has that of a statement.
      handler: async (request, reply) => {
        const { name = '' } = request.params as { name?: string };
        const platform = new URLSearchParams(request.originalUrl.split('?', 2)[1]).get('platform');
        const key = `${url} ${name} ${Number(platform)}`;
        return sendDrawing(request, reply, await findKnown(key, () => find(app, covers, name, Number(platform))));
      },
      errorHandler: pictureErrorHandler(app),
    });
    refuseOtherMethods(fastify, url);
  }
}

/** Bounds the memory to a few megabytes. */
const MAX_KNOWN = 5000;

/** Remembers the drawings of the current snapshot: finding one takes reading and parsing a whole record. */
function rememberDrawings({ catalog }: App) {
  const bySnapshot = new WeakMap<Snapshot, Map<string, Drawing>>();
  return async (key: string, find: () => Promise<Drawing | undefined>): Promise<Drawing | undefined> => {
    const known = getOrInsert(bySnapshot, catalog.snapshot, () => new Map());
    const drawing = known.get(key) ?? (await find());
    if (known.size >= MAX_KNOWN) known.clear();
    if (drawing) known.set(key, drawing);
    return drawing;
  };
}

/** `12.png`, or `12-360.png` for the small size. */
const COVER_NAME = new RegExp(`^([1-9]\\d{0,8})(-${SMALL_WIDTH})?\\.png$`);

/** A platform that the game is not on changes nothing. */
async function findCover(app: App, covers: CoverCache, name: string, platform?: number): Promise<Drawing | undefined> {
  const [, id, small] = COVER_NAME.exec(name) ?? [];
  const record = await findGame(app, id);
  if (!record) return undefined;
  const text = coverText(record, platform);
  const width = small === undefined ? COVER_SIZE.width : SMALL_WIDTH;
  const read = () => readCover(app, covers, text, width);
  return { query: coverQuery(record, platform), tag: `${coverVersion(text)}-${width}`, type: 'image/png', read };
}

const PREVIEW_NAME = /^([1-9]\d{0,8})\.jpg$/;

async function findPreview(app: App, covers: CoverCache, name: string): Promise<Drawing | undefined> {
  const record = await findGame(app, PREVIEW_NAME.exec(name)?.[1]);
  if (!record) return undefined;
  const preview = linkPreview(record);
  const version = previewVersion(preview);
  const read = () => covers.readPreview(preview, mediaFolder(app.config));
  return { query: `v=${version}`, tag: version, type: 'image/jpeg', read };
}

/** The game with this id, or the one that it was merged into. */
async function findGame(app: App, id: string | undefined): Promise<GameRecord | undefined> {
  const { snapshot } = app.catalog;
  return id === undefined
    ? undefined
    : findRecord(app.catalog, snapshot, findAliasTarget(snapshot, Number(id)) ?? Number(id));
}

async function sendDrawing(request: FastifyRequest, reply: FastifyReply, drawing: Drawing | undefined) {
  const [path = '', query] = request.originalUrl.split('?', 2);
  if (!drawing) return sendPictureError(reply, 'notFound', `There is no picture at ${path}.`);
  const tag = `"${drawing.tag}"`;
  const bytes = findHeldTag(request.headers['if-none-match'], drawing.tag) ? undefined : await drawing.read();
  reply.headers({ ...PICTURE_HEADERS, etag: tag, 'content-type': drawing.type });
  // Clients must revalidate a URL without the current version.
  if (query !== drawing.query) reply.header('cache-control', 'no-cache');
  if (!bytes) return reply.code(304).send();
  reply.header('content-length', String(bytes.length));
  return request.method === 'HEAD' ? reply.send() : reply.send(bytes);
}

async function readCover(app: App, covers: CoverCache, text: CoverText, width: number): Promise<Buffer> {
  const key = `${COVERS_PATH}/${coverVersion(text)}-${width}`;
  const known = app.pictureCache.get(key);
  if (known) return known;
  const bytes = await covers.read(text, width);
  app.pictureCache.set(key, bytes);
  return bytes;
}
