import { access, constants, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BUSY_RESPONSE, type RequestHead } from '../api/handler.ts';
import { errorResponse } from '../api/response.ts';
import { type App, isTransient, type KeptPicture } from '../app.ts';
import { type MaybePromise, orElse, whenReady } from '../at-once.ts';
import { findRecord } from '../catalog/catalog.ts';
import {
  COVER_SIZE,
  COVERS_PATH,
  coverQuery,
  coverText,
  coverVersion,
  SMALL_WIDTH,
} from '../catalog/render/generated-cover.ts';
import { findAliasTarget } from '../catalog/snapshot/snapshot.ts';
import { coversFolder, MEDIA_PATH, mediaFolder } from '../config.ts';
import { openCoverCache } from '../covers/cover-cache.ts';
import type { DrawingProcess } from '../covers/drawing-process.ts';
import { findHeldTag } from '../encoding.ts';
import { AppError, type ErrorName } from '../errors.ts';
import { networkOf } from '../network.ts';
import { PicturesBusy } from '../pictures/file-maker.ts';
import { openPictureFiles } from '../pictures/picture-files.ts';
import { CONTENT_TYPES, parsePicturePath } from '../pictures/picture-paths.ts';
import type { Admission } from './admission.ts';
import type { Timeouts } from './connections.ts';
import type { RequestFacts, RequestTracker } from './requests.ts';
import {
  openNodeWriter,
  openSocketWriter,
  type Response,
  sizeOf,
  type WriteResponse,
  withoutOrigin,
} from './write-response.ts';

const YEAR_SECONDS = 365 * 24 * 3600;
/** They keep browsers from running a picture as a page. */
const SAFE_HEADERS = [
  ...['x-content-type-options', 'nosniff'],
  // Browsers use inline styles to show a picture that is opened by itself.
  ...['content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox"],
  ...['cross-origin-resource-policy', 'cross-origin', 'access-control-allow-origin', '*'],
];

const MEDIA_ROUTE = `${MEDIA_PATH}/*`;
const COVER_ROUTE = `${COVERS_PATH}/{name}`;
/** Labels of /metrics. */
export const PICTURE_ROUTES = [MEDIA_ROUTE, COVER_ROUTE];

/** Pictures up to this size are cached in memory; most thumbnails have a tenth of it. */
const MAX_CACHED_BYTES = 128 * 1024;
/** A picture that takes longer waits for a file or another process. */
const VISIT_MS = 50;

export function isPictureUrl(url: string): boolean {
  return url.startsWith(`${MEDIA_PATH}/`) || url.startsWith(`${COVERS_PATH}/`);
}

/** Serves the pictures in the data folder, and generated covers. Without Fastify, which costs more than sending a small one. */
export function openPictureServer(
  app: App,
  requests: RequestTracker,
  admission: Admission,
  { stalledMs }: Pick<Timeouts, 'stalledMs'>,
  drawingProcess: DrawingProcess,
) {
  const onProblem = (error: unknown, path: string) =>
    app.log.warn({ err: error, path }, 'making or caching a picture failed');
  const files = openPictureFiles(
    mediaFolder(app.config),
    (original, { width, type }) => drawingProcess.draw({ kind: 'picture', original, width, type }),
    onProblem,
  );
  const covers = openCoverCache(coversFolder(app.config), drawingProcess, onProblem);
  return {
    /** Answers a request for a picture; returns whether it is one. */
    serve: (request: IncomingMessage, response: ServerResponse): boolean => {
      if (!isPictureUrl(withoutOrigin(request.url ?? '')) || !['GET', 'HEAD'].includes(request.method ?? ''))
        return false;
      const isGone = () => response.destroyed;
      servePicture(request, isGone, (facts) => openNodeWriter(requests, request, response, facts));
      return true;
    },
    /** Answers a request for a picture, without Node's response. `done` is called when that was sent, or could not be. */
    serveDirect: (request: RequestHead, done: () => void): void => {
      // It is answered all the same: a direct request ends with its response.
      const isGone = () => false;
      servePicture(request, isGone, (facts) => openSocketWriter(requests, request, stalledMs, done, facts));
    },
  };

  function servePicture(
    request: RequestHead,
    isGone: () => boolean,
    openWriter: (facts: () => RequestFacts) => WriteResponse,
  ): void {
    const { headers } = request;
    const url = withoutOrigin(request.url ?? '');
    const requestId = requests.nextId();
    const [path = '', query] = url.split('?', 2);
    const route = path.startsWith(COVERS_PATH) ? COVER_ROUTE : MEDIA_ROUTE;
    let sent: Response | undefined;
    const write = openWriter(() => ({ requestId, url, route, status: sent?.status ?? 0, bytes: sizeOf(sent?.body) }));
    const send = (response: Response) => {
      sent = response;
      write(response, ['x-request-id', requestId, ...requests.headers()]);
    };
    const key = route === MEDIA_ROUTE ? path : url;
    const kept = app.pictureCache.get(key);
    const find = async (): Promise<KeptPicture | Picture | undefined> =>
      route === MEDIA_ROUTE ? findMedia(path) : findCover(path, query);
    const respond = () =>
      whenReady(kept ?? find(), (found: KeptPicture | Picture | undefined): MaybePromise<Response> => {
        if (!found) return pictureError('notFound', `There is no picture at ${path}.`);
        const isHeld = findHeldTag(headers['if-none-match'], found.tag) !== undefined;
        if (isHeld) return { status: 304, headers: found.headers, body: undefined };
        return 'full' in found ? found.full : read(key, found);
      });
    admission.visit({
      network: networkOf(requests.addressOf(request)),
      isSmall: kept !== undefined,
      maxMs: VISIT_MS,
      isGone,
      run: () =>
        whenReady(
          orElse(respond, (error) => failed(requestId, error)),
          send,
        ),
      refuse: () => send(BUSY_RESPONSE),
    });
  }

  async function findMedia(path: string): Promise<Picture | undefined> {
    const name = parsePicturePath(path);
    const found = name && (await files.find(name));
    if (!found) return undefined;
    const open = async () => {
      if (found.bytes) return found.bytes;
      if (found.size <= MAX_CACHED_BYTES) return readFile(found.path);
      // Once the head was sent, an error could only close the connection.
      await access(found.path, constants.R_OK);
      return found;
    };
    return describe(path.slice(MEDIA_PATH.length + 1), CONTENT_TYPES[name.type], true, open);
  }

  /** Every game has one, also if it has a scanned one. A platform that the game is not on changes nothing. */
  async function findCover(path: string, query: string | undefined): Promise<Picture | undefined> {
    const [, id, small] = COVER_NAME.exec(path.slice(COVERS_PATH.length + 1)) ?? [];
    const { catalog } = app;
    const { snapshot } = catalog;
    const gameId = findAliasTarget(snapshot, Number(id)) ?? Number(id);
    const record = id === undefined ? undefined : await findRecord(catalog, snapshot, gameId);
    if (!record) return undefined;
    const platform = Number(new URLSearchParams(query).get('platform'));
    const text = coverText(record, platform);
    const width = small === undefined ? COVER_SIZE.width : SMALL_WIDTH;
    const isCurrent = query === coverQuery(record, platform);
    const tag = `${coverVersion(text)}-${width}`;
    return describe(tag, CONTENT_TYPES.png, isCurrent, () => covers.read(text, width));
  }

  async function read(key: string, { tag, headers, isLasting, open }: Picture): Promise<Response> {
    const body = await open();
    const full = { status: 200, headers: [...headers, 'content-length', String(sizeOf(body))], body };
    // A larger one was just made, and could not be written.
    if (Buffer.isBuffer(body) && body.length <= MAX_CACHED_BYTES && isLasting)
      app.pictureCache.set(key, { tag, headers, full: { ...full, body }, byteLength: body.length });
    return full;
  }

  function failed(requestId: string, error: unknown): Response {
    if (error instanceof PicturesBusy || isTransient(app, error)) {
      return pictureError('unavailable', 'Please try again in a few seconds.', { 'retry-after': '1' });
    }
    app.log.error({ reqId: requestId, err: error }, 'sending a picture failed');
    return pictureError('internal', '');
  }
}

/** `12.png`, or `12-360.png` for the small size. */
const COVER_NAME = new RegExp(`^([1-9]\\d{0,8})(-${SMALL_WIDTH})?\\.png$`);

/** A picture that was found, and how it is read. */
interface Picture {
  tag: string;
  /** Of all responses with it; the length comes after them. */
  headers: readonly string[];
  /** Whether its URL always names the same bytes. Clients must revalidate another one, such as that of a cover without its version. */
  isLasting: boolean;
  open(): Promise<Exclude<Response['body'], string | undefined>>;
}

function describe(tag: string, type: string, isLasting: boolean, open: Picture['open']): Picture {
  const caching = isLasting ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
  const headers = [...SAFE_HEADERS, 'cache-control', caching, 'content-type', type, 'etag', `"${tag}"`];
  return { tag, headers, isLasting, open };
}

function pictureError(kind: ErrorName, message: string, headers: Record<string, string> = {}): Response {
  return errorResponse(new AppError(kind, message, { 'x-content-type-options': 'nosniff', ...headers }));
}
