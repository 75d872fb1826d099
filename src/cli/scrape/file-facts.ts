import type { FileHashes } from '../../catalog/identify.ts';
import { failureOf } from '../../errors.ts';
import { hashPath, type ListedFile } from '../kit/files.ts';
import { readCodes } from './disc-codes.ts';

/** What the contents of a file tell. */
export interface FileFacts {
  hashes: FileHashes[];
  /** Product codes, as the file may state them. */
  codes: string[];
  /** Why its contents do not tell the game. */
  problem?: string;
}

const PACKED = /\.(7z|rar|tar|gz|bz2|xz|zst|lzh)$/i;
/** An archive with more files is no game. */
const MAX_HASHES = 2000;
const CONTROL = /[\p{Cc}\ufffe\uffff]/u;

/** Why a path cannot be in a list of games. */
export function findNameProblem({ path, isFile }: ListedFile): string | undefined {
  if (CONTROL.test(path)) return 'its name has control characters, which lists of games cannot have: rename it';
  // Node replaces the bytes of a name that are no UTF-8.
  if (path.includes('\ufffd') && !isFile) return 'its name is not UTF-8, which lists of games need: rename it';
  return undefined;
}

export async function readFacts({ path, size }: ListedFile): Promise<FileFacts> {
  const none = (problem: string): FileFacts => ({ hashes: [], codes: [], problem });
  const packed = PACKED.exec(path)?.[0];
  if (packed) return none(`${packed} is not opened, so unpack it, or pack it as .zip`);
  try {
    const hashes: FileHashes[] = [];
    const isZipped = /\.zip$/i.test(path);
    for await (const { file, hashes: own } of hashPath(path, size)) {
      if (isZipped && file === path) return none('it is no ZIP archive, so download it again');
      if (hashes.length < MAX_HASHES) hashes.push(...own);
    }
    return { hashes, codes: isZipped ? [] : await readCodes(path) };
  } catch (error) {
    return none(`it cannot be read (${failureOf(error)})`);
  }
}
