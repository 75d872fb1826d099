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
/** What was written together is often asked for together. */
const BYTES_READ_AT_ONCE = 4 * 1024;

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

function readFrom(file: number, flush: () => void) {
  let memory = Buffer.allocUnsafeSlow(BYTES_READ_AT_ONCE);
  /** The part of the file that the memory holds. */
  let [start, end] = [0, 0];
  const fill = (from: number, to: number) => {
    flush();
    if (to - from > memory.length) memory = Buffer.allocUnsafeSlow(to - from);
    [start, end] = [from, from + readSync(file, memory, 0, memory.length, from)];
    if (end < to) throw new Error('a temporary file was cut short while it was in use');
  };
  return (from: number, to: number): string => {
    if (from < start || to > end) fill(from, to);
    return memory.toString('utf8', from - start, to - start);
  };
}
