/** The longest entity of Wikidata has some 5 MB; without a limit, a line could fill the memory. */
export const MOST_BYTES = 64 * 1024 * 1024;

const LINE_FEED = 0x0a;
/** Space, tab, and the carriage return of Windows. */
const BLANKS = [0x20, 0x09, 0x0d];

/** The lines of each chunk as bytes: of the millions in a dump only a few need to become text. */
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
    if (restBytes > MOST_BYTES) onTooLong();
  }
  if (rest.length > 0) yield [Buffer.concat(rest)];
}

/** Without white space at either end. */
export function trimBytes(line: Buffer): Buffer {
  let start = 0;
  let end = line.length;
  while (start < end && BLANKS.includes(line[start] as number)) start++;
  while (end > start && BLANKS.includes(line[end - 1] as number)) end--;
  return start === 0 && end === line.length ? line : line.subarray(start, end);
}
