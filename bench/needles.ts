/** Search texts taken from titles. */
export interface Needles {
  /** By length: frequent ones and rare ones. */
  common: Record<number, string[]>;
  rare: Record<number, string[]>;
  japanese: Record<number, string[]>;
}

const LENGTHS = [1, 2, 3, 5, 10];
const COUNT = 200;
const ASCII = /^[\x20-\x7e]+$/;
const JAPANESE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

export function listNeedles(titles: readonly string[]): Needles {
  const needles: Needles = { common: {}, rare: {}, japanese: {} };
  for (const length of LENGTHS) {
    const ranked = rankParts(titles, length);
    const ascii = ranked.filter((part) => ASCII.test(part));
    const half = Math.ceil(ascii.length / 2);
    needles.common[length] = ascii.slice(0, Math.min(COUNT, half));
    needles.rare[length] = spread(ascii.slice(-Math.max(1, ascii.length - half)).toReversed(), COUNT);
    needles.japanese[length] = spread(
      ranked.filter((part) => JAPANESE.test(part)),
      COUNT,
    );
  }
  return needles;
}

/** All substrings of this length by frequency, without leading or trailing spaces. */
function rankParts(titles: readonly string[], length: number): string[] {
  const counts = new Map<string, number>();
  for (const title of titles) {
    const characters = Array.from(title.toLowerCase());
    const parts = new Set(characters.slice(length - 1).map((_, i) => characters.slice(i, i + length).join('')));
    for (const part of parts) if (part.trim() === part) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([part]) => part);
}

/** At most `count` evenly spaced items, including the first. */
function spread<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(list.length / count));
  return list.filter((_, i) => i % step === 0).slice(0, count);
}
