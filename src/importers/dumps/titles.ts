import { titleKey } from '../../folding.ts';
import type { Entry } from './entry.ts';
import type { AlternateTitle } from './native-titles.ts';

/** Where a title is likely to be the one that readers of English know; other regions come last. */
const REGION_ORDER = [
  ['United States'],
  ['Worldwide'],
  ['Europe', 'United Kingdom', 'Canada', 'Australia', 'North America'],
];
const MOST_COUNTRIES_NAMED = 3;

type Titled = Pick<Entry, 'title' | 'titleKey' | 'countries' | 'statuses' | 'parent'>;

/**
 * The entry whose title is shown: of a plain release rather than a prototype, then by region, then of a parent, then
 * with the title that most entries have, then with the shortest.
 */
export function chooseTitle<T extends Titled>(entries: readonly T[]): T {
  const counts = new Map<string, number>();
  for (const { titleKey: key } of entries) counts.set(key, (counts.get(key) ?? 0) + 1);
  const order = (a: Titled, b: Titled) => compareTitles(a, b, counts);
  return entries.reduce((best, entry) => (order(entry, best) < 0 ? entry : best));
}

/** The other titles of a game: of its releases elsewhere, and those that entries name themselves. */
export function alternateTitles(entries: readonly Entry[], { title, titleKey: own }: Titled): AlternateTitle[] {
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
  const titles = new Map<string, AlternateTitle>();
  for (const one of [...named.toSorted(byText), ...found]) titles.set(one.title, one);
  return [...titles.values()].toSorted(byText);
}

function regionTitle(countries: readonly string[]): string {
  const named = [...new Set(countries)].toSorted();
  return named.length > 0 && named.length <= MOST_COUNTRIES_NAMED ? `${named.join(', ')} title` : 'Alternate title';
}

function compareTitles(a: Titled, b: Titled, counts: ReadonlyMap<string, number>): number {
  return (
    Math.sign(a.statuses.length) - Math.sign(b.statuses.length) ||
    regionRank(a) - regionRank(b) ||
    Number(a.parent !== undefined) - Number(b.parent !== undefined) ||
    (counts.get(b.titleKey) ?? 0) - (counts.get(a.titleKey) ?? 0) ||
    a.title.length - b.title.length ||
    (a.title < b.title ? -1 : Number(a.title > b.title))
  );
}

/** No country at all is what most computers have: as good as Europe. */
function regionRank({ countries }: Titled): number {
  if (countries.length === 0) return REGION_ORDER.length - 1;
  const at = REGION_ORDER.findIndex((regions) => regions.some((region) => countries.includes(region)));
  return at < 0 ? REGION_ORDER.length : at;
}

function byText(a: AlternateTitle, b: AlternateTitle): number {
  return a.title === b.title ? compare(a.description, b.description) : compare(a.title, b.title);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
