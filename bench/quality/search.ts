import { readFileSync } from 'node:fs';
import { rankedSearch } from '../../src/catalog/search/ranked-search.ts';
import { textBytes } from '../../src/catalog/snapshot/shared-arrays.ts';
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { fold } from '../../src/folding.ts';

/** What people type, and the game that they mean. */
export interface SearchQuery {
  text: string;
  /** Any of these main titles. */
  titles: string[];
  /** Every third query is not looked at when the ranking is changed. */
  isHeldOut: boolean;
}

interface Quality {
  queries: number;
  /** Shares from 0 to 1. */
  first: number;
  firstFive: number;
}

export function readQueries(): SearchQuery[] {
  const [, ...lines] = readFileSync(new URL('queries.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line, i) => {
    const [text = '', titles = ''] = line.split('\t');
    return { text, titles: titles.split('|').map(fold), isHeldOut: i % 3 === 2 };
  });
}

/** How often the game that people mean is the first result, and among the first five. */
export function measureSearch(snapshot: Snapshot, listsHeldOut: boolean): string[] {
  const titles = listTitles(snapshot);
  const [known, missing] = [true, false].map((isKnown) =>
    readQueries().filter((query) => query.titles.some((title) => titles.has(title)) === isKnown),
  ) as [SearchQuery[], SearchQuery[]];
  const ranked = known.map((query) => ({ query, rank: rankOf(snapshot, query) }));
  const misses = ranked.filter(({ query, rank }) => rank > 1 && (listsHeldOut || !query.isHeldOut));
  const row = (name: string, isShown: (query: SearchQuery) => boolean) => {
    const ranks = ranked.filter(({ query }) => isShown(query)).map(({ rank }) => rank);
    const { queries, first, firstFive } = summarize(ranks);
    const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
    return `| ${name} | ${queries} | ${percent(first)} | ${percent(firstFive)} |`;
  };
  return [
    ...(missing.length > 0 ? [`Not in this catalog: ${missing.map(({ text }) => text).join(', ')}`] : []),
    '| Queries | Number | First | First five |',
    '|---|---|---|---|',
    row('all', () => true),
    row('looked at', ({ isHeldOut }) => !isHeldOut),
    row('held out', ({ isHeldOut }) => isHeldOut),
    ...misses.map(({ query, rank }) => describeMiss(snapshot, query, rank)),
  ];
}

function describeMiss(snapshot: Snapshot, { text, titles }: SearchQuery, rank: number): string {
  const positions = Array.from(rankedSearch(snapshot, text).positions.subarray(0, 4));
  const found = positions.map(
    (position) => `${textBytes(snapshot.titles, position)} (${snapshot.notability[position]})`,
  );
  return `${text} → ${titles.join(' or ')} is number ${rank}: ${found.join(', ')}`;
}

/** The titles that a snapshot has. */
export function listTitles(snapshot: Snapshot): Set<string> {
  return new Set(Array.from(snapshot.ids, (_, position) => titleAt(snapshot, position)));
}

/** The rank of the game that is meant, from 1, or Infinity. */
export function rankOf(snapshot: Snapshot, { text, titles }: SearchQuery): number {
  const { positions } = rankedSearch(snapshot, text);
  const at = positions.findIndex((position) => titles.includes(titleAt(snapshot, position)));
  return at === -1 ? Number.POSITIVE_INFINITY : at + 1;
}

export function summarize(ranks: readonly number[]): Quality {
  const share = (worst: number) => ranks.filter((rank) => rank <= worst).length / ranks.length;
  return { queries: ranks.length, first: share(1), firstFive: share(5) };
}

function titleAt({ titles }: Snapshot, position: number): string {
  return fold(textBytes(titles, position).toString());
}
