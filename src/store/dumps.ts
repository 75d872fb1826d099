/** A file with the contents of a cartridge, disk or tape, as a source lists it. Hashes are in lowercase hexadecimal. */
export interface Dump extends FileHashes {
  name?: string | undefined;
}

/** What identifies a file. */
export interface FileHashes {
  sha1?: string | undefined;
  md5?: string | undefined;
  crc?: string | undefined;
  size?: number | undefined;
}

/** A dump with its place in the line of a game. */
export interface PlacedDump extends Dump {
  /** The index of the platform in the line. */
  platform: number;
  platformId: number;
  /** The index of the release on the platform, if it belongs to one. */
  release?: number | undefined;
}

/** The kinds of hashes, the strongest first, with their lengths in bytes. */
const HASH_BYTES = { sha1: 20, md5: 16, crc: 4 } as const;
export type HashKind = keyof typeof HASH_BYTES;
export const HASH_KINDS = Object.keys(HASH_BYTES) as HashKind[];

/** The bits of the first byte of a packed dump. */
const HAS = { sha1: 1, md5: 2, crc: 4, size: 8, name: 16, place: 32 } as const;
const MAX_SHARED = 255;

/**
 * Packs the dumps of a layer: a third of the size of JSON. A place is stored where it changes, and a name as the number of
 * bytes that it shares with the name before, and the rest.
 */
export function packDumps(dumps: readonly PlacedDump[]): Buffer | null {
  if (dumps.length === 0) return null;
  const bytes: number[] = [];
  let place = '';
  let before = Buffer.alloc(0);
  for (const dump of dumps) {
    const own = `${dump.platform} ${dump.platformId} ${dump.release}`;
    const flags = bytes.push(0) - 1;
    const set = (bit: number) => {
      bytes[flags] = (bytes[flags] as number) | bit;
    };
    if (own !== place) {
      set(HAS.place);
      pushNumber(bytes, dump.platform);
      pushNumber(bytes, dump.platformId);
      pushNumber(bytes, dump.release === undefined ? 0 : dump.release + 1);
      place = own;
    }
    if (dump.size !== undefined) {
      set(HAS.size);
      pushNumber(bytes, dump.size);
    }
    for (const kind of HASH_KINDS) {
      if (dump[kind] === undefined) continue;
      set(HAS[kind]);
      bytes.push(...Buffer.from(dump[kind], 'hex'));
    }
    if (dump.name === undefined) continue;
    set(HAS.name);
    const name = Buffer.from(dump.name);
    const shared = countShared(before, name);
    bytes.push(shared);
    pushNumber(bytes, name.length - shared);
    for (let i = shared; i < name.length; i++) bytes.push(name[i] as number);
    before = name;
  }
  return Buffer.from(bytes);
}

export function* unpackDumps(packed: Uint8Array): Generator<PlacedDump> {
  const cursor = openCursor(packed);
  while (cursor.next()) yield cursor.read();
}

/** Reads packed dumps one after the other, without making objects and texts of those that nobody wants. */
export function openCursor(packed: Uint8Array) {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  let [at, flags, platform, platformId, release, size, nameLength] = [0, 0, 0, 0, 0, 0, 0];
  const hashAt: Record<HashKind, number> = { sha1: 0, md5: 0, crc: 0 };
  let name = Buffer.allocUnsafe(256);
  const readNumber = () => {
    let [value, unit] = [0, 1];
    for (; ; unit *= 128) {
      const byte = bytes[at++] as number;
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  };
  const readName = () => {
    const shared = bytes[at++] as number;
    const length = readNumber();
    nameLength = shared + length;
    if (nameLength > name.length) name = Buffer.concat([name], 2 * nameLength);
    bytes.copy(name, shared, at, at + length);
    at += length;
  };
  return {
    /** Goes to the next dump. False: there is none. */
    next: (): boolean => {
      if (at >= bytes.length) return false;
      flags = bytes[at++] as number;
      if (flags & HAS.place) [platform, platformId, release] = [readNumber(), readNumber(), readNumber()];
      if (flags & HAS.size) size = readNumber();
      for (const kind of HASH_KINDS) {
        if (!(flags & HAS[kind])) continue;
        hashAt[kind] = at;
        at += HASH_BYTES[kind];
      }
      if (flags & HAS.name) readName();
      return true;
    },
    /** Whether a dump after this one may have the hash. */
    mayHave: (hash: Buffer): boolean => bytes.includes(hash, at),
    /** Whether the dump has this hash. */
    has: (kind: HashKind, hash: Buffer): boolean =>
      (flags & HAS[kind]) !== 0 &&
      bytes[hashAt[kind]] === hash[0] &&
      bytes.compare(hash, 0, hash.length, hashAt[kind], hashAt[kind] + hash.length) === 0,
    read: (): PlacedDump => {
      const dump: PlacedDump = { platform, platformId };
      if (release > 0) dump.release = release - 1;
      if (flags & HAS.size) dump.size = size;
      for (const kind of HASH_KINDS)
        if (flags & HAS[kind]) dump[kind] = bytes.toString('hex', hashAt[kind], hashAt[kind] + HASH_BYTES[kind]);
      if (flags & HAS.name) dump.name = name.toString('utf8', 0, nameLength);
      return dump;
    },
  };
}

/** Seven bits per byte, the lowest first; the highest bit says that more follow. */
function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128));
  bytes.push(rest);
}

function countShared(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length, MAX_SHARED);
  let shared = 0;
  while (shared < most && a[shared] === b[shared]) shared++;
  return shared;
}

/** The marks of matching that are hashes: the first digits of a SHA-1, and a CRC-32 with its platform. */
const HASH_MARK = /^(?:sha1|crc32) ([0-9a-f]{8})/;

/** The first eight digits of every hash of a layer. A layer without dumps may have hashes as marks. */
export function listPrefixes(dumps: Uint8Array | null, marks: readonly string[]): Set<string> {
  if (!dumps) return new Set(marks.flatMap((mark) => HASH_MARK.exec(mark)?.[1] ?? []));
  const prefixes = new Set<string>();
  for (const dump of unpackDumps(dumps))
    for (const kind of HASH_KINDS) if (dump[kind]) prefixes.add(prefixOf(dump[kind]));
  return prefixes;
}

export function prefixOf(hash: string): string {
  return hash.slice(0, 8);
}

/** Whether the JSON list of a layer's marks has the hash. There is no mark of an MD5. */
export function hasMark(marks: string, kind: HashKind, hash: string): boolean {
  if (kind === 'sha1') return marks.includes(`"sha1 ${hash.slice(0, 20)}"`);
  return kind === 'crc' && marks.includes(`"crc32 ${hash} `);
}
