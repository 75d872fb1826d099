import type { GameLine } from '../bundle/lines.ts';
import { titleKey, withoutSpaces } from '../folding.ts';
import { findKind, isImportedByDefault } from '../vocabulary/kinds.ts';

/** From here on, two titles of one maker on one platform and in one year are spellings of one title. */
export const NEAR = 0.56;
/** Of a title that is a part of the other: `Hop Club` and `Hop Club: The Island`. */
const PART = 0.8;
const MIN_PART_LENGTH = 5;

/**
 * How alike the titles of two lines are, from 0 to 1. What is no game has the same title or none, and a compilation is often
 * called like one of its games.
 */
export function nearness(a: GameLine, b: GameLine): number {
  if (isCompilation(a) !== isCompilation(b)) return 0;
  if (!isGame(a) || !isGame(b)) return loose(a.title) === loose(b.title) ? 1 : 0;
  return Math.max(...titlesOf(a).flatMap((one) => titlesOf(b).map((other) => likeness(one, other))));
}

function titlesOf({ title, alternate_titles = [] }: GameLine): string[] {
  return [title, ...alternate_titles.map((other) => other.title)];
}

function isGame({ platforms }: GameLine): boolean {
  return platforms.some(({ attributes = [] }) => isImportedByDefault(findKind(attributes)));
}

function isCompilation({ groups = [], platforms }: GameLine): boolean {
  return (
    groups.includes('group:compilations') ||
    platforms.some(({ attributes = [] }) => findKind(attributes) === 'compilation')
  );
}

/** The share of the pairs of letters that both have (the Dice coefficient). Titles with other numbers are not alike. */
function likeness(a: string, b: string): number {
  if (numbersIn(a).symmetricDifference(numbersIn(b)).size > 0) return 0;
  const [own, others] = [pairsOf(loose(a)), pairsOf(loose(b))];
  const common = (2 * own.intersection(others).size) / Math.max(1, own.size + others.size);
  return isPart(a, b) || isPart(b, a) ? Math.max(PART, common) : common;
}

function isPart(part: string, title: string): boolean {
  const text = loose(part);
  return (
    text.length >= MIN_PART_LENGTH &&
    title
      .split(/: | - /)
      .map(loose)
      .includes(text)
  );
}

/** Without what romanisations differ in. */
function loose(title: string): string {
  const key = titleKey(title.replace(/\bwo\b/gi, 'o'));
  return withoutSpaces(key).replace(/ou|oo/g, 'o').replaceAll('uu', 'u');
}

/** By words: `Hop 2: 2nd Album` has no 22. */
function numbersIn(title: string): Set<string> {
  return new Set(titleKey(title).match(/\d+/g));
}

function pairsOf(text: string): Set<string> {
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)));
}
