import { fieldsBySource, type GameRecord, type Provenance, yearOf } from '../../catalog/model/record.ts';
import { compareSources } from '../../vocabulary/sources.ts';
import { DERIVED } from '../load/layer-line.ts';

type Version = { record: string; provenance: string };

const MAX_EXAMPLES = 100;

/** What an operator may want to look at. Of a list, what was lost counts. */
const FACTS: Record<string, (record: GameRecord) => string[]> = {
  title: ({ title }) => [title],
  'first release': (record) => [yearOf(record) ?? ''],
  platforms: ({ platforms }) => platforms.map(({ platform_name }) => platform_name),
  genres: ({ genres }) => genres.map(({ genre_name }) => genre_name),
  companies: ({ platforms }) =>
    platforms.flatMap(({ releases }) =>
      releases.flatMap((own) => own.companies.map(({ company_name }) => company_name)),
    ),
};

/** Notes what sources changed in games that more trusted ones know: a fact that is another one now, not one that is new. */
export function openTrustedChanges(sources: readonly string[]) {
  const counts = new Map<string, number>();
  const examples: string[] = [];
  const isMoreTrusted = (known: string) =>
    known !== DERIVED && sources.every((source) => compareSources(known, source) < 0);
  return {
    isKnown: (provenance: string): boolean =>
      [...fieldsBySource(JSON.parse(provenance) as Provenance).keys()].some(isMoreTrusted),
    note: (before: Version, after: Version): void => {
      const [old, now] = [before, after].map(({ record }) => JSON.parse(record) as GameRecord) as [
        GameRecord,
        GameRecord,
      ];
      for (const [fact, read] of Object.entries(FACTS)) {
        const kept = new Set(read(now));
        const lost = [...new Set(read(old))].filter((value) => value !== '' && !kept.has(value));
        if (lost.length === 0) continue;
        counts.set(fact, (counts.get(fact) ?? 0) + 1);
        if (examples.length < MAX_EXAMPLES)
          examples.push(`game ${now.game_id} ${old.title}: ${fact} was ${lost.join(', ')}, is ${[...kept].join(', ')}`);
      }
    },
    list: (): string[] => {
      if (counts.size === 0) return [];
      const parts = Array.from(counts, ([fact, count]) => `${fact} of ${count}`);
      return [`Changed in games that more trusted sources know: ${parts.join(', ')}`, ...examples];
    },
  };
}

export type TrustedChanges = ReturnType<typeof openTrustedChanges>;
