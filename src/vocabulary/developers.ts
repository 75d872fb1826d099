import { companyKey, companyName } from './companies.ts';
import { readTable } from './tables.ts';
import { entryKey } from './vocabulary.ts';

/** Companies whose games are nearly all their own work, and companies that sold the machines of others. */
const companies = new Map(
  readTable('own-developers.tsv').map(([name = '', home, arcade]) => [
    companyKey(companyName(name) ?? name),
    { home, arcade },
  ]),
);
/** Who makes a machine usually also writes its game. Consoles with built-in games are often sold by importers. */
const BUILT_BY_DEVELOPERS = /^platform:(arcade|dedicated-handheld)$/;
/** Platforms on which nearly everybody published what they had made, and since when. */
const since = new Map(
  readTable('own-developer-platforms.tsv').map(([name = '', year]) => [entryKey('platform', name), Number(year)]),
);

/** Where a publisher is named alone. */
interface PublishedGame {
  platform: string;
  year: number | undefined;
  isHomebrew: boolean;
}

/** Whether the publisher is also the developer. Magazines do not write the homebrew that they print. */
export function isOwnDeveloper(company: string, { platform, year = 0, isHomebrew }: PublishedGame): boolean {
  const { home, arcade } = companies.get(company) ?? {};
  if (BUILT_BY_DEVELOPERS.test(platform)) return arcade !== 'no';
  return isHomebrew || year >= (since.get(platform) ?? Infinity) ? home !== 'no' : home === 'yes';
}
