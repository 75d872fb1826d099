import { hash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import type { Snapshot } from './snapshot.ts';

/**
 * A snapshot in a file: reading one is several times faster than building it. The file has a JSON header, which is the snapshot
 * with a place in the rest of the file for each array.
 */
interface Header {
  /** What the snapshot depends on besides the catalog. */
  build: string;
  /** Checksum of all arrays. */
  checksum: number;
  arraysLength: number;
  snapshot: object;
}

interface Place {
  array: keyof typeof ARRAYS;
  at: number;
  length: number;
}

const ARRAYS = { Uint8Array, Uint16Array, Int32Array, Uint32Array, Float64Array };
type SharedArray = InstanceType<(typeof ARRAYS)[keyof typeof ARRAYS]>;

const MAGIC = 'LUDEXSN1';
/** The magic, then the length and the checksum of the header. */
const START_LENGTH = MAGIC.length + 8;

/** The databases need the rest of the disk more. */
const MAX_SHARE_OF_DISK = 1 / 4;

/** Replaces the file in one step: a reader finds the old one or the new one. Without enough space there is no file. */
export function writeSnapshotFile(path: string, snapshot: Snapshot, build: string): void {
  const { header, arrays, arraysLength } = describe(snapshot, build);
  const { bavail, bsize } = statfsSync(dirname(path));
  if (arraysLength > bavail * bsize * MAX_SHARE_OF_DISK) return;
  const start = Buffer.alloc(START_LENGTH, MAGIC);
  start.writeUInt32LE(header.length, MAGIC.length);
  start.writeUInt32LE(crc32(header), MAGIC.length + 4);
  const draft = `${path}.new`;
  try {
    writeFile(draft, [start, header, ...arrays]);
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

/** Changes with the code that builds snapshots, so that no version reads the file of another one. */
export function identifyBuild(titleMatch: string): string {
  const root = new URL('../../', import.meta.url);
  const isSource = (path: string) => /^(catalog|store)\b|^folding\./.test(path) && /\.[jt]s$/.test(path);
  const paths = readdirSync(fileURLToPath(root), { recursive: true, encoding: 'utf8' }).filter(isSource).sort();
  const sources = paths.map((path) => hash('sha1', readFileSync(new URL(path, root))));
  return hash('sha1', [titleMatch, process.version, process.arch, ...sources].join(' '));
}

function describe(snapshot: Snapshot, build: string): { header: Buffer; arrays: Uint8Array[]; arraysLength: number } {
  const arrays: Uint8Array[] = [];
  let [at, checksum] = [0, 0];
  const place = (array: SharedArray): Place => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    arrays.push(bytes);
    checksum = crc32(bytes, checksum);
    at += bytes.length;
    return { array: array.constructor.name as Place['array'], at: at - bytes.length, length: array.length };
  };
  const json = JSON.stringify(snapshot, (_name, value) => (ArrayBuffer.isView(value) ? place(value as never) : value));
  const header = { build, checksum, arraysLength: at, snapshot: JSON.parse(json) } satisfies Header;
  return { header: Buffer.from(JSON.stringify(header)), arrays, arraysLength: at };
}

function readFrom(file: number, build: string): Snapshot | undefined {
  const start = Buffer.from(readAt(file, 0, START_LENGTH));
  if (start.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  const headerLength = start.readUInt32LE(MAGIC.length);
  const arraysAt = START_LENGTH + headerLength;
  if (arraysAt > fstatSync(file).size) return undefined;
  const headerBytes = readAt(file, START_LENGTH, headerLength);
  if (crc32(headerBytes) !== start.readUInt32LE(MAGIC.length + 4)) return undefined;
  const header = JSON.parse(Buffer.from(headerBytes).toString()) as Header;
  if (header.build !== build || fstatSync(file).size !== arraysAt + header.arraysLength) return undefined;
  let checksum = 0;
  const read = ({ array, at, length }: Place): SharedArray => {
    const bytes = readAt(file, arraysAt + at, length * ARRAYS[array].BYTES_PER_ELEMENT);
    checksum = crc32(bytes, checksum);
    return new (ARRAYS[array] as new (buffer: SharedArrayBuffer) => SharedArray)(bytes.buffer);
  };
  const snapshot = mapPlaces(header.snapshot, read) as Snapshot;
  return checksum === header.checksum ? snapshot : undefined;
}

/** Calls `read` in the order of the file. */
function mapPlaces(value: unknown, read: (place: Place) => SharedArray): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('array' in value) return read(value as Place);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapPlaces(inner, read)]));
}

/** In shared memory, so that arrays need no copy. */
function readAt(file: number, at: number, length: number): Uint8Array<SharedArrayBuffer> {
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  for (let done = 0; done < length; ) {
    const count = readSync(file, bytes, done, length - done, at + done);
    if (count === 0) throw new Error('the file is too short');
    done += count;
  }
  return bytes;
}

function writeFile(path: string, parts: readonly Uint8Array[]): void {
  const file = openSync(path, 'w', 0o600);
  try {
    for (const bytes of parts) for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
  } finally {
    closeSync(file);
  }
}
