import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Manifest } from './lines.ts';

/** What a manifest says of a file, by which it is known to be whole. */
type Measures = Pick<Manifest['files'][number], 'records' | 'bytes' | 'sha256'>;

const LINE_FEED = 0x0a;

/** The first of the measures that is not as it should be, in words. */
export function findDifference(found: Measures, named: Measures): string | undefined {
  if (found.bytes !== named.bytes) return `it has ${found.bytes} bytes, not ${named.bytes}`;
  if (found.sha256 !== named.sha256) return 'its SHA-256 is another';
  return found.records === named.records
    ? undefined
    : `it has ${found.records} line${found.records === 1 ? '' : 's'}, not ${named.records}`;
}

export async function measureFile(path: string): Promise<Measures | undefined> {
  const hash = createHash('sha256');
  let [bytes, records, last] = [0, 0, LINE_FEED];
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) records++;
      last = chunk.at(-1) ?? last;
    }
  } catch {
    return undefined;
  }
  return { bytes, records: records + Number(last !== LINE_FEED), sha256: hash.digest('hex') };
}
