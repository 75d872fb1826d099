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
    const entry = await findEntry(zip, path, name);
    const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
    packed.on('data', onChunk);
    const source = entry.compressionMethod === STORED ? packed : pipeline(packed, createInflateRaw(), () => undefined);
    let [checksum, bytes] = [0, 0];
    for await (const chunk of source) {
      checksum = crc32(chunk, checksum);
      bytes += chunk.length;
      if (bytes > MAX_GIGABYTES * 1e9)
        throw new OperatorError(
          `${path}: ${entry.fileName} unpacks to more than ${MAX_GIGABYTES} GB; nothing was imported`,
        );
      yield chunk;
    }
    if (checksum !== entry.crc32)
      throw new OperatorError(`${path}: ${entry.fileName} is damaged; download it again; nothing was imported`);
  } finally {
    zip.close();
  }
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
  if (found.canDecodeFileData()) return found;
  throw new OperatorError(`${path}: ${found.fileName} is encrypted or packed by an unknown method; unpack it first`);
}
