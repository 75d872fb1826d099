import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FileHashes } from '../../catalog/identify.ts';

/** A part of a file that lists of dumps may contain instead of the whole. */
interface Part {
  from: number;
  /** The end of the file if it is missing. */
  length?: number;
  /** The number of bytes in a word, if the bytes of each word are in reverse order. */
  word?: WordBytes;
}

type WordBytes = 2 | 4;

/** Enough to recognize every header. */
const HEAD_BYTES = 1024;
const COPIER_BYTES = 512;
const KILOBYTE = 1024;

/** What precedes the contents in some files: of emulators (iNES, FDS, Atari 7800, Lynx) and of copiers (SMC, SFC, FIG, SWC). */
const HEADERS: { at: number; magic: string; bytes: number }[] = [
  { at: 0, magic: 'NES\x1a', bytes: 16 },
  { at: 0, magic: 'FDS\x1a', bytes: 16 },
  { at: 1, magic: 'ATARI7800', bytes: 128 },
  { at: 0, magic: 'LYNX', bytes: 64 },
];

/** A Nintendo 64 cartridge begins with 80371240. Lists have it in this order (.z64); files may have another (.v64, .n64). */
const WORD_ORDERS: Record<string, WordBytes> = { '37804012': 2, '40123780': 4 };

/** A compressed hard disk or CD of MAME states the SHA-1 of its contents, at this place by version. */
const CHD = 'MComprHD';
const CHD_SHA1_AT: Record<number, number> = { 3: 80, 4: 48, 5: 84 };

/**
 * The hashes of a file, and those of its parts without a header or in another byte order, in the order in which they are looked up. The file is read
 * once, except that of a CHD only the header is.
 */
export async function hashFile(chunks: AsyncIterable<Buffer>, size: number | undefined): Promise<FileHashes[]> {
  let head = Buffer.alloc(0);
  let hashers: Hasher[] | undefined;
  for await (const chunk of chunks) {
    if (hashers) for (const hasher of hashers) hasher.update(chunk);
    else head = Buffer.concat([head, chunk]);
    if (hashers || head.length < HEAD_BYTES) continue;
    const stated = readChd(head);
    if (stated) return [{ sha1: stated }];
    hashers = openHashers(head, size);
  }
  hashers ??= openHashers(head, head.length);
  return hashers.flatMap((hasher) => hasher.finish() ?? []);
}

type Hasher = ReturnType<typeof openHasher>;

function openHashers(head: Buffer, size: number | undefined): Hasher[] {
  const hashers = [{ from: 0 }, ...listParts(head, size)].map(openHasher);
  for (const hasher of hashers) hasher.update(head);
  return hashers;
}

function openHasher({ from, length = Number.POSITIVE_INFINITY, word }: Part) {
  const reorder = word === undefined ? (part: Buffer) => part : openSwap(word);
  const [sha1, md5] = [createHash('sha1'), createHash('md5')];
  let [checksum, size, position] = [0, 0, 0];
  return {
    update: (chunk: Buffer) => {
      const part = reorder(chunk.subarray(Math.max(0, from - position), Math.max(0, from + length - position)));
      position += chunk.length;
      sha1.update(part);
      md5.update(part);
      checksum = crc32(part, checksum);
      size += part.length;
    },
    /** Undefined if the file has no such part. */
    finish: (): FileHashes | undefined => {
      if (size === 0 || (Number.isFinite(length) && size < length)) return undefined;
      const crc = checksum.toString(16).padStart(8, '0');
      return { sha1: sha1.digest('hex'), md5: md5.digest('hex'), crc, size };
    },
  };
}

/** Reverses the bytes of each word. A word may be in two chunks. */
function openSwap(word: WordBytes) {
  let rest = Buffer.alloc(0);
  return (chunk: Buffer): Buffer => {
    const bytes = Buffer.concat([rest, chunk]);
    const words = bytes.subarray(0, bytes.length - (bytes.length % word));
    rest = bytes.subarray(words.length);
    return word === 2 ? words.swap16() : words.swap32();
  };
}

function listParts(head: Buffer, size: number | undefined): Part[] {
  const header = HEADERS.find(({ at, magic }) => head.toString('latin1', at, at + magic.length) === magic);
  if (header) return [{ from: header.bytes }, ...listChips(head)];
  const word = WORD_ORDERS[head.toString('hex', 0, 4)];
  if (word !== undefined) return [{ from: 0, word }];
  // A copier puts half a kilobyte before contents of whole kilobytes.
  const hasCopierHeader = size !== undefined && size > COPIER_BYTES && size % KILOBYTE === COPIER_BYTES;
  return hasCopierHeader ? [{ from: COPIER_BYTES }] : [];
}

const TRAINER = 4;
const PROGRAM_UNIT = 16 * KILOBYTE;

/** MAME lists the chips of a cartridge: the program of an iNES file is one. */
function listChips(head: Buffer): Part[] {
  if (head.toString('latin1', 0, 3) !== 'NES') return [];
  const from = 16 + ((head[6] as number) & TRAINER ? 512 : 0);
  return [{ from, length: (head[4] as number) * PROGRAM_UNIT }];
}

function readChd(head: Buffer): string | undefined {
  if (head.toString('latin1', 0, CHD.length) !== CHD) return undefined;
  const at = CHD_SHA1_AT[head.readUInt32BE(12)];
  return at === undefined ? undefined : head.toString('hex', at, at + 20);
}
