import type { Line } from '../bundle.ts';
import type { GameLine } from '../bundle-lines.ts';
import type { Attribute } from './attributes.ts';
import type { Entry } from './entry.ts';
import { listGroups } from './groups.ts';

/** What the games of a bundle point to, and how many there are of everything. */
export interface Tally {
  platforms: Set<string>;
  companies: Set<string>;
  attributes: Set<Attribute>;
  groups: Set<Line<'groups.jsonl'>>;
  add(game: GameLine, entries: readonly Entry[]): void;
  counts(): Record<string, number>;
}

export function openTally(): Tally {
  const [platforms, companies] = [new Set<string>(), new Set<string>()];
  const [attributes, groups] = [new Set<Attribute>(), new Set<Line<'groups.jsonl'>>()];
  const totals = { games: 0, releases: 0, withDates: 0, withCompanies: 0 };
  return {
    platforms,
    companies,
    attributes,
    groups,
    add: (game, entries) => {
      totals.games++;
      for (const attribute of entries.flatMap((entry) => entry.attributes)) attributes.add(attribute);
      for (const group of listGroups(entries)) groups.add(group);
      for (const { platform } of game.platforms) platforms.add(platform);
      for (const release of game.platforms.flatMap(({ releases = [] }) => releases)) {
        totals.releases++;
        if (release.release_date !== null) totals.withDates++;
        if (release.companies.length > 0) totals.withCompanies++;
        for (const { company } of release.companies) companies.add(company);
      }
    },
    counts: () => ({
      games: totals.games,
      platforms: platforms.size,
      companies: companies.size,
      releases: totals.releases,
      'releases with a date': totals.withDates,
      'releases with a company': totals.withCompanies,
    }),
  };
}
