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

export interface Quality {
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
