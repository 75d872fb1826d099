import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { failureOf, OperatorError } from '../errors.ts';
import { readZipEntry } from './zip.ts';

/** Streams the text of a UTF-8 file, also from gzip or a .zip. */
export async function* readText(
  path: string,
  onChunk: (chunk: Buffer) => void,
  zipEntry?: RegExp,
): AsyncGenerator<string> {
  let line = 1;
  const decode = makeDecoder((what, linesBefore) => {
    throw new OperatorError(`${path}:${line + linesBefore}: ${what}; nothing was imported`);
  });
  for await (const chunk of readBytes(path, onChunk, undefined, zipEntry)) {
    const text = decode(chunk);
    yield text;
    line += countLines(text);
  }
  yield decode();
}

/** Means standard input, which can be read only once. */
export const STDIN = '-';

const CHUNK_BYTES = 1 << 18;
const MAGIC_BYTES = 3;
const GZIP = '1f8b';
const BZIP2 = Buffer.from('BZh').toString('hex');

export function nameOf(path: string): string {
  return path === STDIN ? 'standard input' : path;
}

/**
 * Streams the bytes of a file or of standard input, decompressed if they begin like gzip, or of the first file in a .zip whose
 * name matches. `onChunk` gets the bytes of the file itself. `fail` gets the reason if decompression fails, so that the caller
 * can add a line number.
 */
export async function* readBytes(
  path: string,
  onChunk: (chunk: Buffer) => void,
  fail?: (what: string) => never,
  zipEntry = /./,
): AsyncGenerator<Buffer> {
  const isZip = /\.zip$/i.test(path);
  try {
    yield* isZip ? readZipEntry(path, zipEntry, onChunk) : readFile(path, onChunk);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Errors in an archive have no code.
    if (error instanceof OperatorError || !(code || isZip)) throw error;
    if (code?.startsWith('Z_')) fail?.(`it cannot be decompressed: ${message}`);
    throw new OperatorError(`${nameOf(path)} cannot be read: ${failureOf(error)}; nothing was imported`);
  }
}

async function* readFile(path: string, onChunk: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  const source: Readable = path === STDIN ? process.stdin : createReadStream(path, { highWaterMark: CHUNK_BYTES });
  try {
    const chunks = watchChunks(source, onChunk);
    const head = await readHead(chunks);
    const magic = head.toString('hex', 0, MAGIC_BYTES);
    if (magic === BZIP2)
      throw new OperatorError(
        `${nameOf(path)} is bzip2, which is not supported: unpack it with bzcat (ludex import wikidata - reads its output)`,
      );
    const whole = prepend(head, chunks);
    yield* magic.startsWith(GZIP) ? decompress(whole) : whole;
  } finally {
    source.destroy();
  }
}

async function* watchChunks(source: Readable, onChunk: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source as AsyncIterable<Buffer>) {
    onChunk(chunk);
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

function decompress(chunks: AsyncGenerator<Buffer>): AsyncIterable<Buffer> {
  return pipeline(Readable.from(chunks), createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
}

/** Decodes chunks of UTF-8. `fail` gets the number of lines in the chunk before an invalid byte. */
export function makeDecoder(fail: (what: string, linesBefore: number) => never): (chunk?: Buffer) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (chunk) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      return fail('it is not UTF-8 from here on', chunk ? linesBeforeFault(chunk) : 0);
    }
  };
}

/** Counts the line breaks of a text. */
export function countLines(text: string): number {
  return text.split('\n').length - 1;
}

function linesBeforeFault(chunk: Buffer): number {
  // The chunk may start in the middle of a valid character.
  const start = chunk.findIndex((byte) => (byte & 0xc0) !== 0x80);
  const lossy = new TextDecoder().decode(chunk.subarray(Math.max(start, 0)));
  return countLines(lossy.slice(0, lossy.indexOf('\ufffd')));
}
