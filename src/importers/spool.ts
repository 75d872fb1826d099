import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder, removeTemporary } from '../bundle/temporary-folder.ts';

/** Texts that wait on disk until they are asked for, each by the number that it got: 0, 1, 2 and so on. */
export interface Spool {
  add(text: string): number;
  read(number: number): string;
  close(): void;
}

const BYTES_WRITTEN_AT_ONCE = 256 * 1024;
const PAGE_BYTES = 16 * 1024;
const MOST_PAGES = 256;

/** Calls are synchronous: texts are small and many, and a promise for each would cost more than the disk. */
export function openSpool(): Spool {
  const { file, remove } = openTemporaryFile();
  const append = appendTo(file);
  const readAt = readFrom(file, append.flush);
  /** Where each text begins; the last is where the next one will. */
  const starts = [0];
  return {
    add: (text) => starts.push((starts.at(-1) as number) + append.write(text)) - 2,
    read: (number) => readAt(starts[number] as number, starts[number + 1] as number),
    close: () => {
      closeSync(file);
      remove();
    },
  };
}

/** Without a name as soon as it is open, where the system allows it: then nothing is left however the program ends. */
function openTemporaryFile() {
  const folder = makeTemporaryFolder('spool');
  const file = openSync(join(folder, 'texts'), 'w+', 0o600);
  const remove = () => removeTemporary(folder);
  try {
    remove();
  } catch {
    // An open file keeps its folder there; `close` tries again.
  }
  return { file, remove };
}

function appendTo(file: number) {
  let memory = Buffer.allocUnsafeSlow(BYTES_WRITTEN_AT_ONCE);
  let held = 0;
  let written = 0;
  const flush = () => {
    for (let at = 0; at < held; ) at += writeSync(file, memory, at, held - at, written + at);
    written += held;
    held = 0;
  };
  /** Gives the number of its bytes. */
  const write = (text: string): number => {
    const bytes = Buffer.byteLength(text);
    if (held + bytes > memory.length) flush();
    if (bytes > memory.length) memory = Buffer.allocUnsafeSlow(bytes);
    held += memory.write(text, held);
    return bytes;
  };
  return { write, flush };
}

/** Reads by pages, of which the last ones are kept: texts are asked for in another order than they came, but not far apart. */
function readFrom(file: number, flush: () => void) {
  const pages = new Map<number, Buffer>();
  const pageAt = (number: number): Buffer => {
    const known = pages.get(number);
    if (known) return known;
    flush();
    const page = Buffer.allocUnsafeSlow(PAGE_BYTES);
    const length = readSync(file, page, 0, PAGE_BYTES, number * PAGE_BYTES);
    if (pages.size >= MOST_PAGES) pages.delete(pages.keys().next().value as number);
    // One that is not full yet may grow.
    if (length === PAGE_BYTES) pages.set(number, page);
    return page.subarray(0, length);
  };
  return (from: number, to: number): string => {
    const first = Math.floor(from / PAGE_BYTES);
    const last = Math.floor((to - 1) / PAGE_BYTES);
    const start = from - first * PAGE_BYTES;
    const bytes =
      last <= first
        ? pageAt(first)
        : Buffer.concat(Array.from({ length: last - first + 1 }, (_, i) => pageAt(first + i)));
    const end = start + to - from;
    if (bytes.length < end) throw new Error('a temporary file was cut short while it was in use');
    return bytes.toString('utf8', start, end);
  };
}
