import type { DumpLine } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import { sortedUnique } from '../sorting.ts';
import type { Entry } from './entry.ts';

/** A few hashes are enough to identify a game with hundreds of files. */
const MAX_HASHES = 200;
const LENGTHS = { sha1: 40, md5: 32, crc32: 8 };
/** Empty files are part of many games and identify none. */
const HASHES_OF_EMPTY_FILES = [
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'd41d8cd98f00b204e9800998ecf8427e',
  '00000000',
];

export function parseHash(kind: keyof typeof LENGTHS, text: string): string | undefined {
  const hash = text.trim().toLowerCase();
  const isValid = hash.length === LENGTHS[kind] && /^[\da-f]+$/.test(hash);
  return isValid && !HASHES_OF_EMPTY_FILES.includes(hash) ? hash : undefined;
}

export type FileFields = Partial<Record<'name' | 'size' | 'crc' | 'md5' | 'sha1', string | undefined>>;

/** A file of a list. Undefined without a valid hash, as for a file that nobody has read yet. */
export function toDump({ name = '', size = '', crc = '', md5 = '', sha1 = '' }: FileFields): DumpLine | undefined {
  const hashes = {
    crc: parseHash('crc32', crc),
    md5: parseHash('md5', md5),
    sha1: parseHash('sha1', sha1),
  };
  const known = Object.entries(hashes).filter(([, hash]) => hash !== undefined);
  if (known.length === 0) return undefined;
  const [file, bytes] = [toPlainText(name), size.trim() === '' ? Number.NaN : Number(size)];
  return {
    ...(file !== '' && { name: file }),
    ...(Number.isSafeInteger(bytes) && bytes >= 0 && { size: bytes }),
    ...Object.fromEntries(known),
  };
}

/** The `ids` of a game: hashes of its files, and its keys in other sources. */
export function idsOf(entries: readonly Entry[]): Record<string, string[]> {
  const ids = {
    crc32: sortedUnique(entries.flatMap(({ crc32 }) => crc32)).slice(0, MAX_HASHES),
    sha1: sortedUnique(entries.flatMap(({ sha1 }) => sha1)).slice(0, MAX_HASHES),
    gamedatabase: sortedUnique(entries.flatMap(({ gameDataBaseId = [] }) => gameDataBaseId)),
    key: sortedUnique(entries.flatMap(({ foreignKeys = [] }) => foreignKeys)),
  };
  return Object.fromEntries(Object.entries(ids).filter(([, values]) => values.length > 0));
}
