import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../errors.ts';

/** The bytes of a file, or of what its .gz holds. `onChunk` is told the bytes of the file itself as they come. */
export async function* readBytes(path: string, onChunk: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  file.on('data', (chunk) => onChunk(chunk as Buffer));
  const source: Readable = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => source.destroy(error));
  try {
    yield* source;
  } catch (error) {
    if (error instanceof OperatorError || !(error as NodeJS.ErrnoException).code) throw error;
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}; nothing was imported`);
  } finally {
    file.destroy();
  }
}

/** Turns bytes into text piece by piece; what is not UTF-8 is told through `fail`. */
export function openDecoder(fail: (what: string) => never): (chunk?: Buffer) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (chunk) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      return fail('it is not UTF-8 from here on');
    }
  };
}
