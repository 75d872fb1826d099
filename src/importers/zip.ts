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
  const others: string[] = [];
  for await (const file of readZipFiles(path, onChunk)) {
    if (name.test(file.name)) return yield* file.read();
    if (others.length < MAX_NAMED) others.push(file.name);
  }
  throw new OperatorError(`${path} has no file that is expected there, only ${others.join(', ') || 'nothing'}`);
}

interface ZippedFile {
  name: string;
  /** Unpacked. */
  size: number;
  read(): AsyncIterable<Buffer>;
}

/** The files of an archive. Each is unpacked when it is read, before the next one is asked for. */
export async function* readZipFiles(
  path: string,
  onChunk: (chunk: Buffer) => void = () => {},
): AsyncGenerator<ZippedFile> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      const read = () => unpack(zip, path, entry, onChunk);
      yield { name: entry.fileName, size: entry.uncompressedSize, read };
    }
  } finally {
    zip.close();
  }
}

async function* unpack(
  zip: ZipFile,
  path: string,
  entry: Entry,
  onChunk: (chunk: Buffer) => void,
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
      throw new OperatorError(`${path}: ${entry.fileName} unpacks to more than ${MAX_GIGABYTES} GB`);
    yield chunk;
  }
  if (checksum !== entry.crc32) throw new OperatorError(`${path}: ${entry.fileName} is damaged; download it again`);
}
