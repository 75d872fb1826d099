import type { GameLine } from '../bundle/lines.ts';
import { plainTitle } from '../folding.ts';
import { findKind, isImportedByDefault } from '../vocabulary/kinds.ts';
import { listTitles } from './marks.ts';

/** From here on, two titles of one maker on one platform and in one year are spellings of one title. */
export const NEAR = 0.56;
/** A compilation is often called like one of its games. */
const NEAR_COMPILATION = 0.95;
/** Of a title that is a part of the other: `Hop Club` and `Hop Club: The Island`. */
const PART = 0.8;
const MIN_PART_LENGTH = 5;

/** A disc with more about a game. */
const EXTRA = /\b(?:dis[ck]|premium|taikenban|trial|sample)\b/i;

/** How alike the titles of two lines are, from 0 to 1. What is no game has no similar title. */
export function nearness(a: GameLine, b: GameLine): number {
  if (!isGame(a) || !isGame(b) || EXTRA.test(a.title) !== EXTRA.test(b.title)) return 0;
  if (isCompilation(a) !== isCompilation(b)) {
    const found = likeness(a.title, b.title);
    return found < NEAR_COMPILATION ? 0 : found;
  }
  const others = titlesOf(b);
  return Math.max(
    0,
    ...titlesOf(a).flatMap((one) => others.map((other) => Math.max(likeness(one, other), partness(one, other)))),
  );
}

function titlesOf({ title, alternate_titles }: GameLine): string[] {
  return listTitles({ title, ...(alternate_titles && { alternate_titles }) });
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

/** The part of the pairs of letters that both have (the Dice coefficient). Titles with other numbers are not alike. */
function likeness(a: string, b: string): number {
  const [one, other] = [loose(a), loose(b)];
  if (!haveSameNumbers(one, other)) return 0;
  const [own, others] = [pairsOf(one), pairsOf(other)];
  return (2 * own.intersection(others).size) / Math.max(1, own.size + others.size);
}

function partness(a: string, b: string): number {
  const [one, other] = [loose(a), loose(b)];
  if (!haveSameNumbers(one, other)) return 0;
  const isPart = (text: string, title: string) =>
    text.length >= MIN_PART_LENGTH &&
    title
      .split(/: | - /)
      .map(loose)
      .includes(text);
  return isPart(one, b) || isPart(other, a) ? PART : 0;
}

/** Without what romanisations differ in. */
function loose(title: string): string {
  return plainTitle(title.replace(/\bvol(?:\.|ume)? ?(?=[\dIVX])/gi, '').replace(/\bwo\b/gi, 'o'))
    .replace(/ou|oo/g, 'o')
    .replaceAll('uu', 'u');
}

function haveSameNumbers(a: string, b: string): boolean {
  const [own, others] = [a, b].map((text) => new Set(text.match(/\d+/g)));
  return own !== undefined && others !== undefined && own.symmetricDifference(others).size === 0;
}

function pairsOf(text: string): Set<string> {
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)));
}
