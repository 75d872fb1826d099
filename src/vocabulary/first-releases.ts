import type { Line } from '../bundle/bundle.ts';
import type { GamePlatformLine } from '../bundle/lines.ts';
import { numbersOf, plainTitle, titleKey } from '../folding.ts';
import { companyFamily, companyKey, companyName } from './companies.ts';
import { listFacts } from './facts.ts';

/** The first release of a well-known game, as people know it. */
export interface FirstRelease {
  title: string;
  platform: string;
  year: number;
  developer: Line<'companies.jsonl'>;
  publisher: Line<'companies.jsonl'>;
}

/** Further apart are another game with the same title, and a reissue. */
const MAX_YEARS_APART = 3;
/** Another company sold it in another country. */
const MAX_YEARS_LATER = 2;

const releases = new Map<string, FirstRelease>();
for (const { value, titles: title, platforms, from: year } of listFacts('first release')) {
  const platform = `platform:${platforms}`;
  const context = { platform, year };
  const [developer = '', publisher = developer] = value.split(' / ');
  const [made, sold] = [developer, publisher].map((text) => companyLine(companyName(text, context) ?? text));
  releases.set(rowKey(title, platform), {
    title,
    ...context,
    developer: made as CompanyLine,
    publisher: sold as CompanyLine,
  });
}

type CompanyLine = FirstRelease['developer'];

function companyLine(name: string): CompanyLine {
  return { key: companyKey(name), company_name: name };
}

function rowKey(title: string, platform: string): string {
  return `${plainTitle(title)} ${platform}`;
}

/** Whether the table has the title on the platform, in about one of the years. */
export function isFirstRelease(title: string, platform: string, years: readonly number[]): boolean {
  const row = releases.get(rowKey(title, platform));
  return row !== undefined && years.some((year) => Math.abs(year - row.year) <= 1);
}

interface Game {
  title: string;
  others: readonly string[];
  platforms: readonly GamePlatformLine[];
}

/**
 * The first release of a game in `facts.tsv`. One of its companies must be known on the platform, or the main title and about the
 * year or soon after, or the main title and no year, as in lists of discs, or another title and about the year, if one of the
 * companies is known on another platform. An other title with another number is that of a sequel, unless it is the end of the
 * main title, as in a numbered series of reissues. Of several rows, the nearest year counts: a console game in an arcade cabinet
 * is not the arcade game of its title.
 */
export function findFirstRelease({ title, others, platforms }: Game): FirstRelease | undefined {
  // That of the console: Mega Man 64 is Mega Man Legends.
  const numbers = numbersOf(titleKey(title.replace(/ 64$/, '')));
  const alike = others.filter((other) => numbersOf(titleKey(other)) === numbers || title.endsWith(`: ${other}`));
  let found: { row: FirstRelease; apart: number } | undefined;
  for (const one of [title, ...alike]) {
    for (const line of platforms) {
      const row = releases.get(rowKey(one, line.platform));
      if (!row) continue;
      const apart = yearsApart(line, row);
      const isItsGame = one === title || platforms.some((other) => hasCompany(other, row));
      const isLater = one === title && Number(line.first_release_date?.slice(0, 4)) > row.year;
      const others = isLater ? MAX_YEARS_LATER : isItsGame ? 1 : -1;
      const isAllowed = apart <= (hasCompany(line, row) ? MAX_YEARS_APART : others);
      if (isAllowed && apart < (found?.apart ?? Infinity)) found = { row, apart };
    }
    if (found) return found.row;
  }
  return undefined;
}

/** A line without a date, which names no other companies, does not contradict the row. */
function yearsApart(line: GamePlatformLine, row: FirstRelease): number {
  const { first_release_date: date, releases: all = [] } = line;
  if (date) return Math.abs(Number(date.slice(0, 4)) - row.year);
  return hasCompany(line, row) || all.every(({ companies }) => companies.length === 0) ? 1 : Infinity;
}

function hasCompany({ releases: all = [] }: GamePlatformLine, { developer, publisher }: FirstRelease): boolean {
  const families = [developer, publisher].map(({ key }) => companyFamily(key));
  return all.some(({ companies }) => companies.some(({ company }) => families.includes(companyFamily(company))));
}
