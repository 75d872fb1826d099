import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { failureOf, OperatorError } from '../../errors.ts';

/** Means standard input, which can be read only once. */
export const STDIN = '-';

const CHUNK_BYTES = 1 << 21;
const GZIP = Buffer.from([0x1f, 0x8b]);
const BZIP2 = Buffer.from('BZh');
const MAGIC_BYTES = 3;

export function nameOf(path: string): string {
  return path === STDIN ? 'standard input' : path;
}

/** Streams a file or standard input, decompressed if the first bytes are those of gzip, whatever the name is. */
export async function* readBytes(path: string, onChunk: (bytes: number) => void): AsyncGenerator<Buffer> {
  const source: Readable = path === STDIN ? process.stdin : createReadStream(path, { highWaterMark: CHUNK_BYTES });
  try {
    const chunks = countBytes(source, onChunk);
    const head = await readHead(chunks);
    if (head.subarray(0, BZIP2.length).equals(BZIP2)) throw new OperatorError(bzip2Advice(path));
    const whole = prepend(head, chunks);
    if (head.subarray(0, GZIP.length).equals(GZIP)) yield* decompress(whole);
    else yield* whole;
  } catch (error) {
    if (error instanceof OperatorError || !(error as NodeJS.ErrnoException).code) throw error;
    throw new OperatorError(`${nameOf(path)} cannot be read: ${failureOf(error)}; nothing was imported`);
  } finally {
    source.destroy();
  }
}

async function* countBytes(source: Readable, onChunk: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source as AsyncIterable<Buffer>) {
    onChunk(chunk.length);
    yield chunk;
  }
}

/** A pipe may send its first bytes one by one. */
async function readHead(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < MAGIC_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

async function* prepend(head: Buffer, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* chunks;
}

async function* decompress(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const packed = Readable.from(chunks);
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  packed.on('error', (error) => gunzip.destroy(error));
  yield* packed.pipe(gunzip) as AsyncIterable<Buffer>;
}

function bzip2Advice(path: string): string {
  return path === STDIN
    ? 'standard input is bzip2, which is not supported; decompress it with bzcat first'
    : `${path} is bzip2, which is not supported; use: bzcat ${path} | ludex import wikidata -`;
}
