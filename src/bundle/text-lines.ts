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
  let rest: Buffer = Buffer.alloc(0);
  let number = 1;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 16 })) {
    onChunk(chunk);
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const firstEnd = rest.indexOf(LINE_FEED);
    // Only the first line can be longer than a chunk.
    if ((firstEnd < 0 ? rest.length : firstEnd) > MAX_LINE_BYTES)
      throw new OperatorError(`${basename(path)}:${number}: a line of more than 4 MB; nothing was imported`);
    if (firstEnd < 0) continue;
    const end = rest.lastIndexOf(LINE_FEED);
    const lines = decodeLines(rest.subarray(0, end));
    number += lines.length;
    yield* lines;
    rest = rest.subarray(end + 1);
  }
  if (rest.length > 0) yield* decodeLines(rest);
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

/** Decodes all lines at once, which nearly always succeeds; otherwise one by one, to find the invalid ones. */
function decodeLines(bytes: Buffer): (string | undefined)[] {
  const text = decode(bytes);
  return text === undefined ? splitBytes(bytes).map(decode) : text.split('\n');
}

function decode(bytes: Buffer): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function splitBytes(bytes: Buffer): Buffer[] {
  const lines = [];
  let start = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return [...lines, bytes.subarray(start)];
}
