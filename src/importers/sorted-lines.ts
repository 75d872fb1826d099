import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { compareCodePoints } from '../catalog/order.ts';
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

const BYTES_IN_MEMORY = 32 * 1024 * 1024;
/** So many lines are added without a turn of the event loop, in which Ctrl-C is heard. */
const LINES_IN_A_TURN = 1000;
/** No key and no JSON text holds it. */
const SEPARATOR = '\u0001';

export function openSortedLines(bytesInMemory = BYTES_IN_MEMORY): SortedLines {
  let held: Entry[] = [];
  let bytes = 0;
  let folder: string | undefined;
  const runs: string[] = [];

  const spill = async () => {
    folder ??= makeTemporaryFolder('sort');
    const path = join(folder, `${runs.length}`);
    const texts = sorted(held).map(({ key, line }) => `${key}${SEPARATOR}${line}\n`);
    await pipeline(Readable.from(texts), createWriteStream(path));
    runs.push(path);
    held = [];
    bytes = 0;
  };
  return {
    add: async (key, line) => {
      held.push({ key, line });
      bytes += key.length + line.length;
      if (bytes > bytesInMemory) await spill();
      else if (held.length % LINES_IN_A_TURN === 0) await nextTurn();
    },
    read: () => merge([...runs.map(readRun), listHeld(sorted(held))]),
    close: async () => {
      if (folder) removeTemporary(folder);
    },
  };
}

function sorted(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => compareCodePoints(a.key, b.key));
}

async function* listHeld(entries: readonly Entry[]): AsyncGenerator<Entry> {
  yield* entries;
}

async function* readRun(path: string): AsyncGenerator<Entry> {
  for await (const text of readTextLines(path)) {
    if (text === undefined) throw new Error(`${path} was changed while it was in use`);
    const at = text.indexOf(SEPARATOR);
    yield { key: text.slice(0, at), line: text.slice(at + 1) };
  }
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
