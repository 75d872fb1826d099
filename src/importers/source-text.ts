import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../errors.ts';

/** The text of a UTF-8 file, or of what its .gz holds, piece by piece. */
export async function* readText(path: string, onChunk: (chunk: Buffer) => void): AsyncGenerator<string> {
  let line = 1;
  const decode = openDecoder((what, linesBefore) => {
    throw new OperatorError(`${path}:${line + linesBefore}: ${what}; nothing was imported`);
  });
  for await (const chunk of readBytes(path, onChunk)) {
    const text = decode(chunk);
    yield text;
    line += countLines(text);
  }
  yield decode();
}

/**
 * The bytes of a file, or of what its .gz holds. `onChunk` is told the bytes of the file itself as they come, `fail` what is
 * wrong with a .gz, by who knows the line.
 */
export async function* readBytes(
  path: string,
  onChunk: (chunk: Buffer) => void,
  fail?: (what: string) => never,
): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: 1 << 16 });
  file.on('data', (chunk) => onChunk(chunk as Buffer));
  const source: Readable = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => source.destroy(error));
  try {
    yield* source;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof OperatorError || !code) throw error;
    if (code.startsWith('Z_')) fail?.(`it cannot be decompressed: ${message}`);
    throw new OperatorError(`${path} cannot be read: ${message}; nothing was imported`);
  } finally {
    file.destroy();
  }
}

/** Turns bytes into text piece by piece; what is not UTF-8 is told through `fail`. */
export function openDecoder(fail: (what: string, linesBefore: number) => never): (chunk?: Buffer) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (chunk) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      return fail('it is not UTF-8 from here on', chunk ? linesBeforeFault(chunk) : 0);
    }
  };
}

function linesBeforeFault(chunk: Buffer): number {
  // A character that began in the piece before is no fault.
  const start = chunk.findIndex((byte) => (byte & 0xc0) !== 0x80);
  const lossy = new TextDecoder().decode(chunk.subarray(Math.max(start, 0)));
  return countLines(lossy.slice(0, lossy.indexOf('\ufffd')));
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
