import { getOrInsert } from '../get-or-insert.ts';

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

/** A file of a game, found by a hash. */
export interface FoundDump {
  gameId: number;
  layerId: number;
  /** The strongest hash that the dump was found by. */
  by: HashKind;
  /** Only a dump has a place; a layer may also state hashes without saying of which file. */
  dump: Dump & Partial<PlacedDump>;
}

/** The kinds of hashes, the strongest first. */
export const HASH_KINDS = ['sha1', 'md5', 'crc'] as const;
export type HashKind = (typeof HASH_KINDS)[number];

export function parseDumps(dumps: string | null): PlacedDump[] {
  return dumps === null ? [] : (JSON.parse(dumps) as PlacedDump[]);
}

/** Each file once per platform, with what any source says about it. */
export function distinctFiles(dumps: readonly PlacedDump[]): PlacedDump[] {
  const byPlatform = new Map<number, Map<string, PlacedDump>>();
  return dumps.filter((dump) => {
    const known = getOrInsert(byPlatform, dump.platformId, () => new Map());
    const keys = [dump.sha1, dump.md5, dump.crc && `${dump.crc} ${dump.size}`].filter((hash) => hash !== undefined);
    const before = keys.map((key) => known.get(key)).find((found) => found !== undefined);
    if (before) Object.assign(before, { ...dump, ...before });
    for (const key of keys) known.set(key, before ?? dump);
    return !before;
  });
}

/** A number of 44 bits, which takes six bytes in SQLite. The dumps of a layer tell hashes apart that begin alike. */
const INDEXED_DIGITS = 11;

/** What the table `hashes` has of a hash. */
export function indexedHash(hash: string): number {
  return Number.parseInt(hash.slice(0, INDEXED_DIGITS), 16);
}

/** The marks of matching that are hashes: the first digits of a SHA-1, and a CRC-32 with its platform. */
const HASH_MARK = /^(?:sha1|crc32) ([0-9a-f]+)/;

/** What the table `hashes` has of a layer. A layer without dumps may have hashes as marks. */
export function listIndexed(dumps: string | null, marks: readonly string[]): Set<number> {
  const hashes =
    dumps === null
      ? marks.map((mark) => HASH_MARK.exec(mark)?.[1])
      : parseDumps(dumps).flatMap((dump) => HASH_KINDS.map((kind) => dump[kind]));
  return new Set(hashes.filter((hash) => hash !== undefined).map(indexedHash));
}

/** Whether the JSON list of a layer's marks has the hash. There is no mark of an MD5. */
export function hasMark(marks: string, kind: HashKind, hash: string): boolean {
  if (kind === 'sha1') return marks.includes(`"sha1 ${hash.slice(0, 20)}"`);
  return kind === 'crc' && marks.includes(`"crc32 ${hash} `);
}
