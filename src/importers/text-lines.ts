import { createReadStream } from 'node:fs';

/**
 * The lines of a text file, split at line feeds and nowhere else: JSON may hold other separators (U+2028) unescaped, at
 * which readline would cut.
 */
export async function* readTextLines(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 18 })) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() as string;
    yield* lines;
  }
  if (rest !== '') yield rest;
}
