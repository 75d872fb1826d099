import { readTable } from './tables.ts';

const countries = new Map(
  readTable('countries.tsv').map(([spelling = '', country = '']) => [spelling.trim().toLowerCase(), country]),
);

export function findCountry(spelling: string): string | undefined {
  return countries.get(spelling.trim().toLowerCase());
}

export function listCountryNames(): string[] {
  return [...new Set(countries.values())].toSorted();
}

/** The parts of the world that product codes distinguish. */
type Area = 'japan' | 'america' | 'europe' | 'asia' | 'other' | 'world';

const REGIONS: Partial<Record<Area, string>> = { europe: 'Europe', america: 'North America', asia: 'Asia' };
const areas = new Map(readTable('countries.tsv').map(([, country = '', area]) => [country, area as Area]));
const rules = readTable('code-areas.tsv').map(([platforms = '', pattern, codeAreas = '']) => ({
  platforms: platforms === '*' ? undefined : new Set(platforms.split(' ').map((slug) => `platform:${slug}`)),
  pattern: new RegExp(`^(?:${pattern})$`),
  areas: codeAreas.split(' ') as Area[],
}));

export function areaOf(country: string): Area | undefined {
  return areas.get(country);
}

/** The name for all countries of the area in a list of countries. */
export function regionOf(country: string): string | undefined {
  const area = areaOf(country);
  return area && REGIONS[area];
}

/** The areas that a product code is for, by its form; undefined if its form does not tell. */
export function areasOfCode(code: string, platform: string): readonly Area[] | undefined {
  return rules.find((rule) => (rule.platforms?.has(platform) ?? true) && rule.pattern.test(code))?.areas;
}
