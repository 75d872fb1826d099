import { hash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../app.ts';
import { dumpsFolder } from '../../config.ts';
import { findHeldTag } from '../../encoding.ts';
import { AppError, OperatorError } from '../../errors.ts';
import {
  type DataDump,
  DUMP_MANIFEST,
  DUMPS_PATH,
  findDump,
  listDumps,
  MAX_BUNDLE_GAMES,
} from '../../merging/export/data-dumps.ts';
import { networkOf } from '../../network.ts';
import type { Asked, SiteResponse } from '../kit/send.ts';

export const DUMP_ROUTE = `${DUMPS_PATH}/{dump}/{file}`;

/** Of one network, in each thread. */
const MAX_DOWNLOADS = 4;

const CONTENT_TYPES: Record<string, string> = {
  json: 'application/json; charset=utf-8',
  sqlite: 'application/vnd.sqlite3',
  zst: 'application/zstd',
};

interface DumpFile {
  path: string;
  size: number;
  tag: string;
}

type DownloadLimit = ReturnType<typeof openDownloadLimit>;

/** Returns a function that counts a download of a network until what it returns is called, or refuses it. */
export function openDownloadLimit() {
  const downloads = new Map<string, number>();
  return ({ address }: Asked): (() => void) => {
    const network = networkOf(address);
    const running = downloads.get(network) ?? 0;
    if (running >= MAX_DOWNLOADS) throw tooMany();
    downloads.set(network, running + 1);
    return () => {
      const others = (downloads.get(network) ?? 1) - 1;
      if (others === 0) downloads.delete(network);
      else downloads.set(network, others);
    };
  };
}

/** Sends the files of data dumps: to everybody, as a whole or in ranges. */
export function openDumpFiles(app: App, limit: DownloadLimit) {
  return async (asked: Asked, path: Partial<Record<string, string>>): Promise<SiteResponse> => {
    const { dump: name = '', file: fileName = '' } = path;
    const dump = await findDump(app.config, name);
    const file = dump && (await findFile(app, dump, fileName));
    if (!file) throw new AppError('notFound', `There is no such file; ${DUMPS_PATH} lists them.`);
    const isHead = asked.raw.method === 'HEAD';
    const headers: Record<string, string> = {
      // The URL always names the same bytes.
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'accept-ranges': 'bytes',
      etag: `"${file.tag}"`,
    };
    if (findHeldTag(asked.raw.headers['if-none-match'], file.tag)) return { status: 304, headers, body: undefined };
    const part = isHead ? undefined : readRange(asked, file);
    const { start, end } = part ?? { start: 0, end: file.size - 1 };
    if (start > end) {
      const range = { 'content-range': `bytes */${file.size}` };
      return { status: 416, headers: { ...headers, ...range }, body: undefined };
    }
    if (part) headers['content-range'] = `bytes ${start}-${end}/${file.size}`;
    headers['content-type'] = CONTENT_TYPES[fileName.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    headers['content-disposition'] = `attachment; filename="ludex-${name}-${fileName}"`;
    const onSent = isHead ? () => {} : limit(asked);
    return { status: part ? 206 : 200, headers, body: { path: file.path, start, size: end - start + 1, onSent } };
  };
}

async function findFile({ config }: App, dump: DataDump, name: string): Promise<DumpFile | undefined> {
  const path = join(dumpsFolder(config), dump.name, name);
  const listed = dump.files.find((file) => file.name === name);
  if (listed) return { path, size: listed.bytes, tag: listed.sha256 };
  if (name !== DUMP_MANIFEST) return undefined;
  return { path, size: (await stat(path)).size, tag: hash('sha256', JSON.stringify(dump)) };
}

function tooMany(): AppError {
  const message = `${MAX_DOWNLOADS} downloads of your network are running. Wait until one of them has finished.`;
  return new AppError('tooManyRequests', message, { 'retry-after': '30' });
}

/**
 * The part of the file that is asked for: `bytes=0-99`, `bytes=100-` or `bytes=-100`. Undefined: all of it, also for several ranges
 * at once, and if the client has a part of another file. It starts after its end if the file has no such part.
 */
function readRange({ raw: { headers } }: Asked, { size, tag }: DumpFile): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const condition = headers['if-range'];
  if (first + last === '' || (condition !== undefined && condition !== `"${tag}"`)) return undefined;
  if (first === '') return { start: Math.max(0, size - Number(last)), end: size - 1 };
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Sends the bundle of some games, for mirrors: `?id=1,2,3`. */
export function openGamesBundle(app: App, limit: DownloadLimit) {
  return async (asked: Asked): Promise<SiteResponse> => {
    const gameIds = readIds(asked.url);
    if ((await listDumps(app.config)).length === 0)
      throw new AppError('notFound', 'This server publishes no data dumps.');
    const end = limit(asked);
    try {
      const { packGames } = await import('../../merging/export/export-games.ts');
      const body = await packGames(app.store, gameIds, app.catalog.options.mediaUrl);
      const headers = { 'cache-control': 'no-store', 'access-control-allow-origin': '*' };
      return { status: 200, headers: { ...headers, 'content-type': 'application/zstd' }, body };
    } catch (error) {
      throw error instanceof OperatorError ? new AppError('notFound', `${error.message}.`) : error;
    } finally {
      end();
    }
  };
}

function readIds(url: string): number[] {
  const [, search] = url.split('?');
  const texts = new URLSearchParams(search).get('id')?.split(',') ?? [];
  if (texts.length > 0 && texts.length <= MAX_BUNDLE_GAMES && texts.every((text) => /^[1-9]\d{0,9}$/.test(text)))
    return texts.map(Number);
  throw new AppError('invalidValue', `id must be 1 to ${MAX_BUNDLE_GAMES} ids of games, such as id=151,152.`);
}
