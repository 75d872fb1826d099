import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { compareCodePoints } from '../catalog/model/order.ts';
import { makeTemporaryFolder, removeTemporary } from './temporary-folder.ts';
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
const BYTES_WRITTEN_AT_ONCE = 64 * 1024;
/** So many lines are added without a turn of the event loop, in which Ctrl-C is heard. */
const LINES_IN_A_TURN = 1000;
/** No key and no JSON text holds it, and it sorts before everything that they hold. */
const SEPARATOR = '\u0000';

export function openSortedLines(bytesInMemory = BYTES_IN_MEMORY): SortedLines {
  const held = openHeld(bytesInMemory);
  let folder: string | undefined;
  const runs: string[] = [];
  let added = 0;

  const spill = async () => {
    folder ??= makeTemporaryFolder('sort');
    const path = join(folder, `${runs.length}`);
    await pipeline(Readable.from(inPieces(held.list())), createWriteStream(path));
    runs.push(path);
    held.clear();
  };
  return {
    add: async (key, line) => {
      const text = `${key}${SEPARATOR}${line}\n`;
      if (!held.hasRoomFor(text)) await spill();
      held.add(text);
      if (++added % LINES_IN_A_TURN === 0) await nextTurn();
    },
    read: () => merge([...runs.map(readRun), readHeld(held.list())]),
    close: async () => {
      if (folder) removeTemporary(folder);
    },
  };
}

/** Texts side by side in one piece of memory, which is used again: as strings they would be left to the collector. */
function openHeld(mostBytes: number) {
  /** Pages that nothing was written to cost nothing, so it is as large as it may get from the beginning. */
  let memory = Buffer.alloc(0);
  let end = 0;
  let starts: number[] = [];
  return {
    /** A text that is too long for any memory is held alone. */
    hasRoomFor: (text: string) => end === 0 || end + Buffer.byteLength(text) <= mostBytes,
    add: (text: string) => {
      const bytes = Buffer.byteLength(text);
      if (end + bytes > memory.length) memory = Buffer.allocUnsafeSlow(Math.max(bytes, mostBytes));
      starts.push(end);
      end += memory.write(text, end);
    },
    /** In the order of their bytes. */
    *list(): Generator<Buffer> {
      const endOf = (i: number) => starts[i + 1] ?? end;
      const order = Int32Array.from(starts.keys()).sort((a, b) =>
        memory.compare(memory, starts[b], endOf(b), starts[a], endOf(a)),
      );
      for (const i of order) yield memory.subarray(starts[i], endOf(i));
    },
    clear: () => {
      starts = [];
      end = 0;
    },
  };
}

/** A few large pieces are written faster than many small ones. */
function* inPieces(texts: Iterable<Buffer>): Generator<Buffer> {
  let piece: Buffer[] = [];
  let bytes = 0;
  for (const text of texts) {
    piece.push(text);
    bytes += text.length;
    if (bytes < BYTES_WRITTEN_AT_ONCE) continue;
    yield Buffer.concat(piece);
    piece = [];
    bytes = 0;
  }
  yield Buffer.concat(piece);
}

async function* readHeld(texts: Iterable<Buffer>): AsyncGenerator<Entry> {
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
