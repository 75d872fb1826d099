import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { failureOf, OperatorError } from '../errors.ts';
import { refuse } from './unknowns.ts';
import { readZipEntry } from './zip.ts';

const CHUNK_BYTES = 1 << 18;

/** Streams the text of a UTF-8 file, also from a .gz or .zip. */
export async function* readText(
  path: string,
  onChunk: (chunk: Buffer) => void,
  zipEntry?: RegExp,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new OperatorError(`${path} is not UTF-8; nothing was imported`);
    }
  };
  for await (const chunk of readBytes(path, onChunk, zipEntry)) yield decode(chunk);
  yield decode();
}

/**
 * Streams the bytes of a file, those that a .gz has packed, or those of the first file in a .zip whose name matches. `onChunk`
 * gets the bytes of the file itself.
 */
export async function* readBytes(
  path: string,
  onChunk: (chunk: Buffer) => void,
  zipEntry = /./,
): AsyncGenerator<Buffer> {
  const isZip = /\.zip$/i.test(path);
  if (/\.bz2$/i.test(path)) throw new OperatorError(`${path} is bzip2, which is not supported: unpack it with bunzip2`);
  try {
    yield* isZip ? readZipEntry(path, zipEntry, onChunk) : readFile(path, onChunk);
  } catch (error) {
    // Errors in an archive have no code.
    if (error instanceof OperatorError || !((error as NodeJS.ErrnoException).code || isZip)) throw error;
    refuse(`${path} cannot be read`, failureOf(error));
  }
}

function readFile(path: string, onChunk: (chunk: Buffer) => void): AsyncIterable<Buffer> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES }).on('data', (chunk) => onChunk(chunk as Buffer));
  return /\.gz$/i.test(path) ? pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined) : file;
}

/** Counts the line breaks of a text. */
export function countLines(text: string): number {
  return text.split('\n').length - 1;
}
