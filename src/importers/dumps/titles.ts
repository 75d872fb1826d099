import { titleKey } from '../../folding.ts';
import { compareText, sortedUnique } from '../sorting.ts';
import type { Entry } from './entry.ts';
import type { AlternateTitle } from './native-titles.ts';

/** Regions whose titles English readers are most likely to know, best first. All other regions come last. */
const REGION_ORDER = [
  ['United States'],
  ['Worldwide'],
  ['Europe', 'United Kingdom', 'Canada', 'Australia', 'North America'],
];
const MAX_COUNTRIES_NAMED = 3;

type Titled = Pick<Entry, 'title' | 'titleKey' | 'spelling' | 'countries' | 'statuses' | 'parent'>;

/**
 * The entry whose title is shown: a plain release before a prototype, then by region, then a parent before its clones,
 * then the most frequent title, then the shortest.
 */
export function chooseTitle<T extends Titled>(entries: readonly T[]): T {
  const counts = new Map<string, number>();
  for (const { titleKey: key } of entries) counts.set(key, (counts.get(key) ?? 0) + 1);
  return entries.reduce((best, entry) => (compareTitles(entry, best, counts) < 0 ? entry : best));
}

/** The other titles of a game: those of other regions, those that the entries list themselves, and the source's spelling. */
export function alternateTitles(
  entries: readonly Entry[],
  { title, titleKey: own, spelling }: Titled,
): AlternateTitle[] {
  const regional = Map.groupBy(
    entries.filter((entry) => entry.titleKey !== own),
    (entry) => entry.titleKey,
  );
  const found = regional.values().map((group) => ({
    title: chooseTitle(group).title,
    description: regionTitle(group.flatMap(({ countries }) => countries)),
  }));
  const named = entries
    .flatMap(({ others }) => others)
    .filter((other) => other.title !== title && titleKey(other.title) !== own);
  const titles = new Map(
    [...named.toSorted(byText), ...found, ...(spelling ? [spelling] : [])].map((one) => [one.title, one]),
  );
  return [...titles.values()].toSorted(byText);
}

function regionTitle(countries: readonly string[]): string {
  const named = sortedUnique(countries);
  return named.length > 0 && named.length <= MAX_COUNTRIES_NAMED ? `${named.join(', ')} title` : 'Alternate title';
}

function compareTitles(a: Titled, b: Titled, counts: ReadonlyMap<string, number>): number {
  return (
    Math.sign(a.statuses.length) - Math.sign(b.statuses.length) ||
    regionRank(a) - regionRank(b) ||
    Number(a.parent !== undefined) - Number(b.parent !== undefined) ||
    (counts.get(b.titleKey) ?? 0) - (counts.get(a.titleKey) ?? 0) ||
    a.title.length - b.title.length ||
    compareText(a.title, b.title)
  );
}

/** Most entries of computers name no country. They rank like Europe. */
function regionRank({ countries }: Titled): number {
  if (countries.length === 0) return REGION_ORDER.length - 1;
  const rank = REGION_ORDER.findIndex((regions) => regions.some((region) => countries.includes(region)));
  return rank < 0 ? REGION_ORDER.length : rank;
}

function byText(a: AlternateTitle, b: AlternateTitle): number {
  return compareText(a.title, b.title) || compareText(a.description, b.description);
}
