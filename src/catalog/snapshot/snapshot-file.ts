import { hash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import type { ArrayType, NumberArray } from './shared-arrays.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * A snapshot in a file: reading one is several times faster than building it. The file has the hash of the build that wrote
 * it, a checksum of all that follows, the length of a JSON header, the header, which is the snapshot with the type and length
 * of each array, and the arrays in the same order.
 */
interface StoredArray {
  array: string;
  length: number;
}

const ARRAYS: Record<string, ArrayType<NumberArray>> = {
  Uint8Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float64Array,
};

const BUILD_LENGTH = 20;
const START_LENGTH = BUILD_LENGTH + 8;

/** Replaces the file in one step: a reader finds the old one or the new one. */
export function writeSnapshotFile(path: string, snapshot: Snapshot, build: string): void {
  const arrays: Uint8Array[] = [];
  const header = JSON.stringify(snapshot, (_name, value) => {
    if (!ArrayBuffer.isView(value)) return value;
    arrays.push(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    return { array: value.constructor.name, length: (value as Uint8Array).length };
  });
  const parts = [Buffer.from(header), ...arrays];
  const start = Buffer.alloc(START_LENGTH);
  hash('sha1', build, 'buffer').copy(start);
  start.writeUInt32LE(
    parts.reduce((checksum, bytes) => crc32(bytes, checksum), 0),
    BUILD_LENGTH,
  );
  start.writeUInt32LE((parts[0] as Buffer).length, BUILD_LENGTH + 4);
  const draft = `${path}.new`;
  try {
    const file = openSync(draft, 'w', 0o600);
    try {
      for (const bytes of [start, ...parts]) writeFileSync(file, bytes);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Undefined: there is no file, it is damaged, or another build wrote it. */
export function readSnapshotFile(path: string, build: string): Snapshot | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    return readFrom(file, build);
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readFrom(file: number, build: string): Snapshot | undefined {
  const start = Buffer.from(readNext(file, START_LENGTH).buffer);
  if (!start.subarray(0, BUILD_LENGTH).equals(hash('sha1', build, 'buffer'))) return undefined;
  const header = readNext(file, start.readUInt32LE(BUILD_LENGTH + 4));
  let checksum = crc32(header);
  const snapshot = JSON.parse(Buffer.from(header.buffer).toString(), (_name, value: StoredArray) => {
    const type = ARRAYS[value.array];
    if (!type) return value;
    const bytes = readNext(file, value.length * type.BYTES_PER_ELEMENT);
    checksum = crc32(bytes, checksum);
    return new type(bytes.buffer);
  });
  return checksum === start.readUInt32LE(BUILD_LENGTH) ? snapshot : undefined;
}

/** In shared memory, so that arrays need no copy. */
function readNext(file: number, length: number): Uint8Array<SharedArrayBuffer> {
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  for (let done = 0; done < length; ) {
    const count = readSync(file, bytes, done, length - done, null);
    if (count === 0) throw new Error('the file is too short');
    done += count;
  }
  return bytes;
}

/** Changes with the code that builds snapshots, so that no version reads the file of another one. */
export function identifyBuild(titleMatch: string): string {
  const root = new URL('../../', import.meta.url);
  const isSource = (path: string) => /^(catalog|store)\b|^folding\./.test(path) && /\.[jt]s$/.test(path);
  const paths = readdirSync(fileURLToPath(root), { recursive: true, encoding: 'utf8' }).filter(isSource).sort();
  const sources = paths.map((path) => hash('sha1', readFileSync(new URL(path, root))));
  return hash('sha1', [titleMatch, process.version, process.arch, ...sources].join(' '));
}
