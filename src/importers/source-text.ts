import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { failureOf, OperatorError } from '../errors.ts';
import { readZipEntry } from './zip.ts';

/** Streams the text of a UTF-8 file, decompressed if its name ends in .gz or .zip. */
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

/**
 * Streams the bytes of a file, decompressed if its name ends in .gz, or of the first file in a .zip whose name matches.
 * `onChunk` gets the bytes of the file itself. `fail` gets the reason if decompression fails, so that the caller can add a
 * line number.
 */
export async function* readBytes(
  path: string,
  onChunk: (chunk: Buffer) => void,
  fail?: (what: string) => never,
  zipEntry = /./,
): AsyncGenerator<Buffer> {
  const isZip = /\.zip$/i.test(path);
  try {
    yield* isZip ? readZipEntry(path, zipEntry, onChunk) : openFile(path, onChunk);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Errors in an archive have no code.
    if (error instanceof OperatorError || !(code || isZip)) throw error;
    if (code?.startsWith('Z_')) fail?.(`it cannot be decompressed: ${message}`);
    throw new OperatorError(`${path} cannot be read: ${failureOf(error)}; nothing was imported`);
  }
}

function openFile(path: string, onChunk: (chunk: Buffer) => void): Readable {
  const file = createReadStream(path, { highWaterMark: 1 << 16 });
  file.on('data', (chunk) => onChunk(chunk as Buffer));
  return path.endsWith('.gz') ? pipeline(file, createGunzip(), () => undefined) : file;
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
