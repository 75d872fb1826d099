import type { GameLine } from '../../bundle/lines.ts';
import { titleMark } from '../../folding.ts';

/** Limits for games with hundreds of files or titles: fewer are enough to find them. */
const MAX_HASHES = 100;
const MAX_TITLES = 40;
const MIN_CODE_LENGTH = 5;
/** Half of a SHA-1 is unique enough. */
const SHA1_DIGITS = 20;
const KEY_MARK = 'key ';

/**
 * The values by which a line can be found from another source or under another key: file hashes, foreign ids, product
 * codes, titles. They only find candidates; `likeness.ts` decides whether one is the same game.
 */
export function listMarks(line: MatchedFields): string[] {
  return [...new Set([...strongMarks(line), ...codeMarks(line), ...titleMarks(line)])];
}

/** The fields of a line that matching uses. */
export type MatchedFields = Pick<GameLine, 'title' | 'alternate_titles' | 'platforms' | 'ids'>;

/** Whether the line names a game by a key of another source (`ids.key`). */
export function isKeyMark(mark: string): boolean {
  return mark.startsWith(KEY_MARK);
}

/** Marks that identify a game by themselves. A CRC-32 is short, so it only counts within a platform. */
export function strongMarks({ ids = {}, platforms }: MatchedFields): string[] {
  return Object.entries(ids).flatMap(([kind, values]) => {
    if (kind === 'sha1') return values.slice(0, MAX_HASHES).map((sha1) => `sha1 ${sha1.slice(0, SHA1_DIGITS)}`);
    if (kind === 'crc32')
      return platforms.flatMap(({ platform }) => values.slice(0, MAX_HASHES).map((crc) => `crc32 ${crc} ${platform}`));
    return values.map((value) => `${kind} ${value}`);
  });
}

export function codeMarks({ platforms }: MatchedFields): string[] {
  return platforms.flatMap(({ platform, releases = [] }) =>
    releases
      .flatMap(({ product_codes }) => product_codes.map(({ product_code }) => plainCode(product_code)))
      .filter((code) => code.length >= MIN_CODE_LENGTH)
      .map((code) => `code ${code} ${platform}`),
  );
}

function titleMarks({ title, alternate_titles = [] }: MatchedFields): string[] {
  const titles = [title, ...alternate_titles.map((other) => other.title)];
  return titles.slice(0, MAX_TITLES).map(titleMark);
}

function plainCode(code: string): string {
  return code.toUpperCase().replace(/[^\p{Letter}\p{Number}]/gu, '');
}
