import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { OperatorError } from '../errors.ts';

/** Real lines have at most some hundred kilobytes. */
const MAX_LINE_BYTES = 4 * 1024 ** 2;

/**
 * Reads the lines of a UTF-8 file, split at line feeds only: JSON may contain other separators (U+2028), at which readline
 * would split. A line that is not UTF-8 is undefined. A line of more than 4 MB is an error. `onChunk` gets the bytes as they are read.
 */
export async function* readTextLines(
  path: string,
  onChunk: (chunk: Buffer) => void = () => {},
): AsyncGenerator<string | undefined> {
  const file = createReadStream(path, { highWaterMark: 1 << 16 }).on('data', (chunk) => onChunk(chunk as Buffer));
  const onTooLong = (line: number) => {
    throw new OperatorError(`${basename(path)}:${line}: a line of more than 4 MB; nothing was imported`);
  };
  for await (const lines of splitLines(file, MAX_LINE_BYTES, onTooLong)) yield* lines.map(decode);
}

/** The lines of each chunk, as bytes. `onTooLong` gets the number of a line that is longer than `maxBytes`. */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
  onTooLong: (line: number) => never,
): AsyncGenerator<Buffer[]> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let number = 0;
  for await (const chunk of chunks) {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const piece = chunk.subarray(start, end);
      lines.push(rest.length === 0 ? piece : Buffer.concat([...rest, piece]));
      rest = [];
      restBytes = 0;
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
    restBytes += chunk.length - start;
    // Only the first line can be longer than a chunk.
    if ((lines[0]?.length ?? 0) > maxBytes) onTooLong(number + 1);
    number += lines.length;
    yield lines;
    if (restBytes > maxBytes) onTooLong(number + 1);
  }
  if (rest.length > 0) yield [Buffer.concat(rest)];
}

/** Parses a line of `readTextLines`. */
export function parseJsonLine(text: string | undefined): { value?: unknown; problem?: string } {
  if (text === undefined) return { problem: 'not valid UTF-8' };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `not valid JSON: ${(error as Error).message}` };
  }
}

const LINE_FEED = 0x0a;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Buffer): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}
