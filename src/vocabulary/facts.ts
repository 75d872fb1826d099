import { plainWords } from '../folding.ts';
import { getOrInsert } from '../get-or-insert.ts';
import { companyKey, companyName } from './companies.ts';
import { MODERN_PLATFORMS } from './platforms.ts';
import { parseScope, readTable } from './tables.ts';

/** What `facts.tsv` tells about games that sources say too little of. */
export type FactName = 'first release' | 'series' | 'genre' | 'developer' | 'kind';

/** A row: the value, and the games that it holds for. */
export interface Fact {
  value: string;
  /** Patterns (see `openTitlePatterns`), and those of titles that only look alike. A first release has the title itself. */
  titles: string;
  notTitles: string;
  series: string;
  company: string;
  platforms: string;
  from: number;
  to: number;
  isOn(platform: string): boolean;
}

export interface KnownGame {
  /** The main title first. */
  titles?: readonly string[];
  series?: readonly string[];
  companies?: readonly string[];
  platforms: readonly string[];
  year?: number | undefined;
}

type Index = ReturnType<typeof makeIndex>;

let facts: Map<string, Fact[]> | undefined;
const indexes = new Map<FactName, Index>();

export function listFacts(name: FactName): readonly Fact[] {
  facts ??= readFacts();
  return facts.get(name) ?? [];
}

/**
 * The values of the rows that hold for a game; none does whose `not_titles` has the main title. Rows by title come first, then those by its series, by titles that tell
 * something on some platforms only, by its companies, by its platforms.
 */
export function findFacts(name: FactName, game: KnownGame): string[] {
  const { titles = [], series = [], companies = [], platforms, year = -Infinity } = game;
  const index = indexOf(name);
  const ofKeys = (keys: readonly string[]) => keys.flatMap((key) => index.byKey.get(key) ?? []);
  const alike = titles[0] === undefined ? [] : index.byNotTitle(titles[0]);
  const holds = (row: Fact) => row.from <= year && year <= row.to && platforms.some(row.isOn) && !alike.includes(row);
  const { everywhere = [], somewhere = [] } = Object.groupBy(listTitled(index, titles), (row) =>
    row.platforms === '' ? 'everywhere' : 'somewhere',
  );
  const ranks = [everywhere, ofKeys(series), somewhere, ofKeys(companies), ofKeys(platforms)];
  const [best = []] = ranks.map((rows) => rows.filter(holds)).filter((rows) => rows.length > 0);
  return [...new Set(best.map(({ value }) => value))];
}

/** Whether the table says that a game of this title and year does not have the value. */
export function isRuledOut(name: FactName, value: string, title: string, year: number | undefined): boolean {
  const { byValue, byNotTitle } = indexOf(name);
  const rows = byValue.get(value) ?? [];
  return rows.some((row) => (year !== undefined && year < row.from) || byNotTitle(title).includes(row));
}

function listTitled({ byTitle, byNotTitle }: Index, titles: readonly string[]): Fact[] {
  return titles.flatMap((title) => {
    const rows = byTitle(title);
    const others = rows.length > 0 ? byNotTitle(title) : [];
    return rows.filter((row) => !others.includes(row));
  });
}

function indexOf(name: FactName): Index {
  return getOrInsert(indexes, name, () => makeIndex(listFacts(name)));
}

function makeIndex(rows: readonly Fact[]) {
  const patternsOf = (field: 'titles' | 'notTitles') =>
    openTitlePatterns(rows.flatMap((row) => splitPatterns(row[field]).map((pattern) => [pattern, row] as const)));
  const byKey = new Map<string, Fact[]>();
  for (const row of rows) for (const key of keysOf(row)) getOrInsert(byKey, key, () => []).push(row);
  const byValue = Map.groupBy(rows, ({ value }) => value);
  return { byTitle: patternsOf('titles'), byNotTitle: patternsOf('notTitles'), byKey, byValue };
}

/** The series, company or platforms of a row without a title. */
function keysOf({ titles, series, company, platforms }: Fact): string[] {
  if (titles !== '') return [];
  if (series + company !== '') return [series || companyKey(companyName(company) ?? company)];
  return platforms.split(' ').map((slug) => `platform:${slug}`);
}

function readFacts(): Map<string, Fact[]> {
  const byName = new Map<string, Fact[]>();
  for (const [name = '', value = '', titles = '', notTitles = '', series = '', company = '', ...scope] of readTable(
    'facts.tsv',
  )) {
    const [platforms = '', years = ''] = scope;
    const { from, to } = parseScope('', years);
    const row = { value, titles, notTitles, series, company, platforms, from, to, isOn: parsePlatforms(platforms) };
    getOrInsert(byName, name, () => []).push(row);
  }
  return byName;
}

const MODERN = 'modern';
const NOT = 'not ';

/** Slugs, all but some (`not arcade`), or consoles and handhelds since 1998 (`modern`). */
function parsePlatforms(cell: string): (platform: string) => boolean {
  if (cell === MODERN) return (platform) => MODERN_PLATFORMS.has(platform);
  const { platforms } = parseScope(cell.replace(NOT, ''), '');
  return (platform) => !platforms || platforms.has(platform) !== cell.startsWith(NOT);
}

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
  const patterns = toPatterns(rows);
  return (title) => {
    const words = wordsOf(title);
    const found = new Set<T>();
    for (let at = 0; at < words.length; at = words.indexOf(' ', at) + 1)
      for (const pattern of patterns.get(firstWord(words, at)) ?? [])
        if (isAt(pattern, words, at)) found.add(pattern.value);
    return [...found];
  };
}

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
