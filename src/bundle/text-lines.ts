import { createReadStream } from 'node:fs';

/**
 * The lines of a UTF-8 file, split at line feeds and nowhere else: JSON may hold other separators (U+2028) unescaped, at
 * which readline would cut. A line that is not UTF-8 is undefined. `onChunk` is told the bytes as they come.
 */
export async function* readTextLines(
  path: string,
  onChunk: (chunk: Buffer) => void = () => {},
): AsyncGenerator<string | undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 16 })) {
    onChunk(chunk);
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = rest.lastIndexOf(LINE_FEED);
    if (end < 0) continue;
    yield* decodeLines(rest.subarray(0, end));
    rest = rest.subarray(end + 1);
  }
  if (rest.length > 0) yield* decodeLines(rest);
}

const LINE_FEED = 0x0a;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** All at once when they are right, which they nearly always are; else one by one, to find the wrong ones. */
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
