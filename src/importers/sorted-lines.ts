import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { compareCodePoints } from '../catalog/order.ts';
import { readTextLines } from './text-lines.ts';

/** Lines that come in any order and go out sorted, whatever their number: what does not fit in memory waits on disk. */
export interface SortedLines {
  add(key: string, line: string): Promise<void>;
  /** All lines by key. To be walked once, to the end. */
  read(): AsyncGenerator<{ key: string; line: string }>;
  /** Drops what waits on disk. */
  close(): Promise<void>;
}

type Entry = { key: string; line: string };

const BYTES_IN_MEMORY = 8 * 1024 * 1024;
/** No key and no JSON text holds it, and it sorts before everything that they hold. */
const SEPARATOR = '\u0001';

export function openSortedLines(bytesInMemory = BYTES_IN_MEMORY): SortedLines {
  const held = openHeld(bytesInMemory);
  let folder: string | undefined;
  const runs: string[] = [];

  const spill = async () => {
    folder ??= await mkdtemp(join(tmpdir(), 'ludex-sort-'));
    const path = join(folder, `${runs.length}`);
    await pipeline(Readable.from(held.list()), createWriteStream(path));
    runs.push(path);
    held.clear();
  };
  return {
    add: async (key, line) => {
      const text = `${key}${SEPARATOR}${line}\n`;
      if (!held.hasRoomFor(text)) await spill();
      held.add(text);
    },
    read: () => merge([...runs.map(readRun), readHeld(held.list())]),
    close: async () => {
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Texts side by side in one piece of memory, which is used again: as strings they would fill the heap for the collector. */
function openHeld(mostBytes: number) {
  let memory = Buffer.alloc(0);
  let end = 0;
  let starts: number[] = [];
  const reserve = (bytes: number) => {
    if (bytes <= memory.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(bytes, Math.min(2 * memory.length, mostBytes)));
    memory.copy(larger, 0, 0, end);
    memory = larger;
  };
  return {
    add: (text: string) => {
      reserve(end + Buffer.byteLength(text));
      starts.push(end);
      end += memory.write(text, end);
    },
    /** A text that is too long for any memory is held alone. */
    hasRoomFor: (text: string) => end === 0 || end + Buffer.byteLength(text) <= mostBytes,
    /** In the order of their bytes. */
    list: () => starts.map((start, i) => memory.subarray(start, starts[i + 1] ?? end)).sort(Buffer.compare),
    clear: () => {
      starts = [];
      end = 0;
    },
  };
}

async function* readHeld(texts: readonly Buffer[]): AsyncGenerator<Entry> {
  for (const text of texts) yield toEntry(text.toString('utf8', 0, text.length - 1));
}

async function* readRun(path: string): AsyncGenerator<Entry> {
  for await (const text of readTextLines(path)) {
    if (text === undefined) throw new Error(`${path} was changed while it was in use`);
    yield toEntry(text);
  }
}

function toEntry(text: string): Entry {
  const at = text.indexOf(SEPARATOR);
  return { key: text.slice(0, at), line: text.slice(at + 1) };
}

/** Runs are few: the smallest head is found by looking at all of them. */
async function* merge(runs: readonly AsyncGenerator<Entry>[]): AsyncGenerator<Entry> {
  const heads = await Promise.all(runs.map(async (run) => ({ run, next: await run.next() })));
  for (;;) {
    const open = heads.filter(({ next }) => !next.done);
    if (open.length === 0) return;
    const first = open.reduce((best, head) =>
      compareCodePoints(head.next.value.key, best.next.value.key) < 0 ? head : best,
    );
    yield first.next.value;
    first.next = await first.run.next();
  }
}
