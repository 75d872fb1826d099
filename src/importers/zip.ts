import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { OperatorError } from '../errors.ts';

/** The largest real file has 700 MB. A small archive can unpack to any size. */
const MAX_GIGABYTES = 4;
const STORED = 0;
const MAX_NAMED = 5;

/** Streams the first file of an archive whose name matches, unpacked. `onChunk` gets the packed bytes. */
export async function* readZipEntry(
  path: string,
  name: RegExp,
  onChunk: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    yield* unpack(zip, path, await findEntry(zip, path, name), '; nothing was imported', onChunk);
  } finally {
    zip.close();
  }
}

interface ZippedFile {
  name: string;
  /** Unpacked. */
  size: number;
  read(): AsyncIterable<Buffer>;
}

/** The files of an archive. Each is unpacked when it is read, before the next one is asked for. */
export async function* readZipFiles(path: string): AsyncGenerator<ZippedFile> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      yield { name: entry.fileName, size: entry.uncompressedSize, read: () => unpack(zip, path, entry, '') };
    }
  } finally {
    zip.close();
  }
}

/** `outcome` ends the message of an error. */
async function* unpack(
  zip: ZipFile,
  path: string,
  entry: Entry,
  outcome: string,
  onChunk: (chunk: Buffer) => void = () => {},
): AsyncGenerator<Buffer> {
  if (!entry.canDecodeFileData())
    throw new OperatorError(`${path}: ${entry.fileName} is encrypted or packed by an unknown method; unpack it first`);
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  packed.on('data', onChunk);
  const source = entry.compressionMethod === STORED ? packed : pipeline(packed, createInflateRaw(), () => undefined);
  let [checksum, bytes] = [0, 0];
  for await (const chunk of source) {
    checksum = crc32(chunk, checksum);
    bytes += chunk.length;
    if (bytes > MAX_GIGABYTES * 1e9)
      throw new OperatorError(`${path}: ${entry.fileName} unpacks to more than ${MAX_GIGABYTES} GB${outcome}`);
    yield chunk;
  }
  if (checksum !== entry.crc32)
    throw new OperatorError(`${path}: ${entry.fileName} is damaged; download it again${outcome}`);
}

async function findEntry(zip: ZipFile, path: string, name: RegExp): Promise<Entry> {
  const names: string[] = [];
  let found: Entry | undefined;
  for await (const entry of zip.eachEntry()) {
    if (names.length < MAX_NAMED) names.push(entry.fileName);
    if (name.test(entry.fileName)) found ??= entry;
  }
  if (!found)
    throw new OperatorError(`${path} has no file that is expected there, only ${names.join(', ') || 'nothing'}`);
  return found;
}
