import type { GameLine } from '../../bundle/lines.ts';
import { titleMark } from '../../folding.ts';

/**
 * What a line can be recognised by in another source, or under another key: hashes of files, ids that others have given,
 * codes on the box, titles. For finding alone; whether it is the same game is for `likeness.ts` to say.
 */

/** So many are enough to find a game; one with hundreds of files has no use for the rest. */
const MOST_HASHES = 100;
const MOST_TITLES = 40;
const SHORTEST_CODE = 5;
/** Half of a SHA-1 tells files apart as well as the whole. */
const SHA1_DIGITS = 20;

export function listMarks(line: Marked): string[] {
  return [...new Set([...strongMarks(line), ...codeMarks(line), ...titleMarks(line)])];
}

export type Marked = Pick<GameLine, 'title' | 'alternate_titles' | 'platforms' | 'ids'>;

/** What only the same game has. A CRC is short, and says something only within a platform. */
export function strongMarks({ ids = {}, platforms }: Marked): string[] {
  return Object.entries(ids).flatMap(([kind, values]) => {
    if (kind === 'sha1') return values.slice(0, MOST_HASHES).map((sha1) => `sha1 ${sha1.slice(0, SHA1_DIGITS)}`);
    if (kind === 'crc32')
      return platforms.flatMap(({ platform }) => values.slice(0, MOST_HASHES).map((crc) => `crc32 ${crc} ${platform}`));
    return values.map((value) => `${kind} ${value}`);
  });
}

export function codeMarks({ platforms }: Marked): string[] {
  return platforms.flatMap(({ platform, releases = [] }) =>
    releases
      .flatMap(({ product_codes }) => product_codes.map(({ product_code }) => plainCode(product_code)))
      .filter((code) => code.length >= SHORTEST_CODE)
      .map((code) => `code ${code} ${platform}`),
  );
}

function titleMarks({ title, alternate_titles = [] }: Marked): string[] {
  const titles = [title, ...alternate_titles.map((other) => other.title)];
  return titles.slice(0, MOST_TITLES).map(titleMark);
}

function plainCode(code: string): string {
  return code.toUpperCase().replace(/[^\p{Letter}\p{Number}]/gu, '');
}
