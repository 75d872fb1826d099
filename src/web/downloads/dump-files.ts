import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../app.ts';
import { dumpsFolder } from '../../config.ts';
import { findHeldTag } from '../../encoding.ts';
import { AppError } from '../../errors.ts';
import { type DataDump, DUMP_MANIFEST, DUMPS_PATH, findDump } from '../../merging/export/data-dumps.ts';
import { networkOf } from '../../network.ts';

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

/** Sends the files of data dumps: to everybody, as a whole or in ranges. */
export function openDumpFiles(app: App) {
  const downloads = new Map<string, number>();
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { dump: name = '', file: fileName = '' } = request.params as Partial<Record<string, string>>;
    const dump = await findDump(app.config, name);
    const file = dump && (await findFile(app, dump, fileName));
    if (!file) throw new AppError('notFound', `There is no such file; ${DUMPS_PATH} lists them.`);
    const isHead = request.method === 'HEAD';
    const network = networkOf(request.address);
    const running = downloads.get(network) ?? 0;
    if (running >= MAX_DOWNLOADS && !isHead) throw tooMany();
    reply.headers({
      // The URL always names the same bytes.
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'accept-ranges': 'bytes',
      etag: `"${file.tag}"`,
    });
    if (findHeldTag(request.headers['if-none-match'], file.tag)) return reply.code(304).send();
    const { start, end } = (isHead ? undefined : readRange(request, file)) ?? { start: 0, end: undefined };
    const last = end ?? file.size - 1;
    if (start > last) return reply.code(416).header('content-range', `bytes */${file.size}`).send();
    if (end !== undefined) reply.code(206).header('content-range', `bytes ${start}-${last}/${file.size}`);
    reply.headers({
      'content-type': CONTENT_TYPES[fileName.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="ludex-${name}-${fileName}"`,
      'content-length': String(last - start + 1),
    });
    if (isHead) return reply.send();
    downloads.set(network, running + 1);
    reply.raw.once('close', () => {
      const others = (downloads.get(network) ?? 1) - 1;
      if (others === 0) downloads.delete(network);
      else downloads.set(network, others);
    });
    return reply.send(createReadStream(file.path, { start, end: last }));
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
function readRange({ headers }: FastifyRequest, { size, tag }: DumpFile): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const condition = headers['if-range'];
  if (first + last === '' || (condition !== undefined && condition !== `"${tag}"`)) return undefined;
  if (first === '') return { start: Math.max(0, size - Number(last)), end: size - 1 };
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
