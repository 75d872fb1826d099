import { plainWords } from '../folding.ts';
import { getOrInsert } from '../get-or-insert.ts';

interface Pattern<T> {
  /** Followed by a space, so that it ends where a word ends. */
  words: string;
  isAnywhere: boolean;
  isWhole: boolean;
  value: T;
}

/**
 * Finds values by the words of titles. A pattern is the first words of a title; `*` before it allows any place, and `$` after
 * it allows nothing more: `Zelda`, `*Pinball`, `Golf$`. Case, accents, punctuation and a first `The` do not matter.
 */
export function openTitlePatterns<T>(rows: readonly (readonly [pattern: string, value: T])[]): (title: string) => T[] {
  // At the first title: most processes look up none.
  let patterns: ReadonlyMap<string, Pattern<T>[]> | undefined;
  return (title) => {
    patterns ??= toPatterns(rows);
    const words = wordsOf(title);
    const found = new Set<T>();
    for (let at = 0; at < words.length; at = words.indexOf(' ', at) + 1)
      for (const pattern of patterns.get(firstWord(words, at)) ?? [])
        if (isAt(pattern, words, at)) found.add(pattern.value);
    return [...found];
  };
}

/** By the first word. */
function toPatterns<T>(rows: readonly (readonly [pattern: string, value: T])[]): Map<string, Pattern<T>[]> {
  const patterns = new Map<string, Pattern<T>[]>();
  for (const [text, value] of rows) {
    const isAnywhere = text.startsWith('*');
    const all = wordsOf(text);
    const words = isAnywhere ? all : all.slice(articleLength(all));
    const pattern = { words, isAnywhere, isWhole: text.endsWith('$'), value };
    getOrInsert(patterns, firstWord(words, 0), () => []).push(pattern);
  }
  return patterns;
}

/** The patterns of a cell, which `|` separates. */
export function splitPatterns(cell: string): string[] {
  return cell.split('|').filter((pattern) => pattern !== '');
}

function wordsOf(text: string): string {
  return `${plainWords(text)} `;
}

/** Where the title begins without `The`. */
function articleLength(words: string): number {
  return /^the \S/.test(words) ? 4 : 0;
}

function firstWord(words: string, at: number): string {
  return words.slice(at, words.indexOf(' ', at));
}

function isAt({ words, isAnywhere, isWhole }: Pattern<unknown>, title: string, at: number): boolean {
  const isHere = (isAnywhere || at === 0 || at === articleLength(title)) && title.startsWith(words, at);
  return isHere && (!isWhole || at + words.length === title.length);
}
