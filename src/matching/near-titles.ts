import type { GameLine } from '../bundle/lines.ts';
import { titleKey, withoutSpaces } from '../folding.ts';
import { findKind, isImportedByDefault } from '../vocabulary/kinds.ts';
import { listTitles } from './marks.ts';

/** From here on, two titles of one maker on one platform and in one year are spellings of one title. */
export const NEAR = 0.56;
/** Counts like so much of the title. */
const SAME_DAY = 0.26;
/** A compilation is often called like one of its games. */
const NEAR_COMPILATION = 0.95;
/** Of a title that is a part of the other: `Hop Club` and `Hop Club: The Island`. */
const PART = 0.8;
const MIN_PART_LENGTH = 5;

/** A disc with more about a game. */
const EXTRA = /\b(?:dis[ck]|premium|taikenban|trial|sample)\b/i;

/**
 * How alike the titles of two lines are: from 0 to 1, or more if they were released on one day. What is no game has the same
 * title or none. Of what one maker released for a platform on one day, only titles with contradictory numbers are two games.
 */
export function nearness(a: GameLine, b: GameLine, isSameDay = false): number {
  if (EXTRA.test(a.title) !== EXTRA.test(b.title)) return 0;
  if (!isGame(a) || !isGame(b)) return loose(a.title) === loose(b.title) ? 1 : 0;
  const agree = isSameDay ? haveNoOtherNumbers : haveSameNumbers;
  if (!isSameDay && isCompilation(a) !== isCompilation(b)) {
    const found = likeness(a.title, b.title, agree);
    return found < NEAR_COMPILATION ? 0 : found;
  }
  const others = titlesOf(b);
  const best = (one: string, other: string) => Math.max(likeness(one, other, agree), partness(one, other, agree));
  const found = Math.max(0, ...titlesOf(a).flatMap((one) => others.map((other) => best(one, other))));
  return found > 0 && isSameDay ? found + SAME_DAY : found;
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

type CompareNumbers = (a: ReadonlySet<string>, b: ReadonlySet<string>) => boolean;

const haveSameNumbers: CompareNumbers = (a, b) => a.symmetricDifference(b).size === 0;
/** `Hop Mix Vol. 1: Skip` is also called `Hop Mix: Skip`. */
const haveNoOtherNumbers: CompareNumbers = (a, b) => a.isSubsetOf(b) || b.isSubsetOf(a);

/** The part of the pairs of letters that both have (the Dice coefficient). Titles with other numbers are not alike. */
function likeness(a: string, b: string, agree: CompareNumbers): number {
  if (!agree(numbersIn(a), numbersIn(b))) return 0;
  const [own, others] = [pairsOf(loose(a)), pairsOf(loose(b))];
  return (2 * own.intersection(others).size) / Math.max(1, own.size + others.size);
}

function partness(a: string, b: string, agree: CompareNumbers): number {
  if (!agree(numbersIn(a), numbersIn(b))) return 0;
  const isPart = (text: string, title: string) =>
    text.length >= MIN_PART_LENGTH &&
    title
      .split(/: | - /)
      .map(loose)
      .includes(text);
  return isPart(loose(a), b) || isPart(loose(b), a) ? PART : 0;
}

/** Without what romanisations differ in. */
function loose(title: string): string {
  return withoutSpaces(looseKey(title)).replace(/ou|oo/g, 'o').replaceAll('uu', 'u');
}

/** By words: `Hop 2: 2nd Album` has no 22. */
function numbersIn(title: string): Set<string> {
  return new Set(looseKey(title).match(/\d+/g));
}

/** A numeral I is only a number where volumes are counted. */
function looseKey(title: string): string {
  const volumes = title.replace(/\bvol(?:\.|ume)? ?I\b/gi, '1').replace(/\bvol(?:\.|ume)? ?(?=[\dVX])/gi, '');
  return titleKey(volumes.replace(/\bwo\b/gi, 'o'));
}

function pairsOf(text: string): Set<string> {
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)));
}
