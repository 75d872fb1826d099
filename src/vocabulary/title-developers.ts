import type { Line } from '../bundle/bundle.ts';
import { companyKey, companyName } from './companies.ts';
import { MODERN_PLATFORMS } from './modern-platforms.ts';
import { readTable } from './tables.ts';
import { openTitlePatterns, splitPatterns } from './title-patterns.ts';

interface Row {
  developer: Line<'companies.jsonl'>;
  titles: string[];
  others: string[];
  platforms: ReadonlySet<string>;
}

const rows = readTable('title-developers.tsv').map(([name = '', titles = '', others = '', platforms = '']): Row => {
  const developer = companyName(name) ?? name;
  const slugs = splitPatterns(platforms);
  return {
    developer: { key: companyKey(developer), company_name: developer },
    titles: splitPatterns(titles),
    others: splitPatterns(others),
    platforms: slugs.length > 0 ? new Set(slugs.map((slug) => `platform:${slug}`)) : MODERN_PLATFORMS,
  };
});
const findRows = openTitlePatterns(rows.flatMap((row) => row.titles.map((title) => [title, row] as const)));
const findOthers = openTitlePatterns(rows.flatMap((row) => row.others.map((title) => [title, row] as const)));

/** The developer of the games with such a title on a platform, by `title-developers.tsv`: Gust of `Atelier Ayesha`. */
export function developersOfTitle(title: string, platform: string): Line<'companies.jsonl'>[] {
  const found = findRows(title).filter((row) => row.platforms.has(platform));
  const others = found.length > 0 ? findOthers(title) : [];
  return found.filter((row) => !others.includes(row)).map(({ developer }) => developer);
}
