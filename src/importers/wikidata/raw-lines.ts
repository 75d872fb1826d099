/** The longest entity of Wikidata has about 5 MB. The limit protects the memory. */
export const MAX_BYTES = 64 * 1024 * 1024;

const LINE_FEED = 0x0a;
/** Space, tab, carriage return. */
const BLANKS = [0x20, 0x09, 0x0d];

/** The lines of each chunk as bytes, because only a few of the millions in a dump are decoded. */
export async function* splitLines(chunks: AsyncGenerator<Buffer>, onTooLong: () => never): AsyncGenerator<Buffer[]> {
  let rest: Buffer[] = [];
  let restBytes = 0;
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
    yield lines;
    if (restBytes > MAX_BYTES) onTooLong();
  }
  if (rest.length > 0) yield [Buffer.concat(rest)];
}

/** Removes whitespace at both ends. */
export function trimBytes(line: Buffer): Buffer {
  let start = 0;
  let end = line.length;
  while (start < end && BLANKS.includes(line[start] as number)) start++;
  while (end > start && BLANKS.includes(line[end - 1] as number)) end--;
  return start === 0 && end === line.length ? line : line.subarray(start, end);
}
