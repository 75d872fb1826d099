import { matchGames } from '../../src/catalog/search/query.ts';
import { rankedSearch } from '../../src/catalog/search/ranked-search.ts';
import { buildInThread } from '../../src/catalog/snapshot/build-in-thread.ts';
import { textBytes } from '../../src/catalog/snapshot/shared-arrays.ts';
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { readConfig } from '../../src/config.ts';
import { percentile } from '../measure.ts';
import { listNeedles, type Needles } from '../needles.ts';
import { readQueries } from '../search-quality/queries.ts';
import type { OtherTarget } from './results.ts';

/** The shortest time of each text counts, so that other work and garbage collections do not. */
const ROUNDS = 10;
const SAMPLES = 200;
const SAMPLE_TITLES = 100;

/** Searches without HTTP: parts of titles, and queries as people type them. */
export async function measureSearches(data: string): Promise<OtherTarget[]> {
  const snapshot = await buildInThread(readConfig({ data }, {}));
  const needles = listNeedles(sampleTitles(snapshot));
  const parts = Object.values(needles).flatMap((byLength) => Object.values(byLength as Needles['common']).flat());
  const asked = [...parts.filter((part) => part.length > 1), ...readQueries().map(({ text }) => text)];
  const filter = { platform: [], genre: [], group: [], match: 'all' } as const;
  const titleMs = timeEach(parts, (title) => matchGames(snapshot, { ...filter, title }));
  const searchMs = timeEach(asked, (text) => rankedSearch(snapshot, text));
  const rows = (name: string, times: readonly number[], p99: number, worst: number): OtherTarget[] => [
    { name: `${name}: p99 of ${times.length} texts`, value: percentile(times, 0.99), unit: 'ms', target: p99 },
    { name: `${name}: slowest`, value: Math.max(...times), unit: 'ms', target: worst },
  ];
  return [...rows('title filter', titleMs, 0.1, 2), ...rows('search and suggest', searchMs, 1, 5)];
}

/** Runs of titles, evenly spaced over the catalog. */
function sampleTitles({ titles, ids }: Snapshot): string[] {
  const step = Math.max(SAMPLE_TITLES, Math.floor(ids.length / SAMPLES));
  const positions = Array.from(ids.keys()).filter((position) => position % step < SAMPLE_TITLES);
  return positions.map((position) => textBytes(titles, position).toString());
}

/** One text after the other, in several rounds: no text is still known from the time before. */
function timeEach(texts: readonly string[], search: (text: string) => unknown): number[] {
  const shortest = texts.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    texts.forEach((text, i) => {
      const startedAt = performance.now();
      search(text);
      shortest[i] = Math.min(shortest[i] as number, performance.now() - startedAt);
    });
  }
  return shortest;
}
