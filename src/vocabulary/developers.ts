import { companyKey, companyName } from './companies.ts';
import { readTable } from './tables.ts';

/** Companies whose games are nearly all their own work, and companies that sold the machines of others. */
const companies = new Map(
  readTable('own-developers.tsv').map(([name = '', home, arcade]) => [
    companyKey(companyName(name) ?? name),
    { home, arcade },
  ]),
);
/** Who makes a machine usually also writes its game. Consoles with built-in games are often sold by importers. */
const BUILT_BY_DEVELOPERS = /^platform:(arcade|dedicated-handheld)$/;

/** Whether a publisher that is named alone is also the developer. Magazines do not write the homebrew that they print. */
export function isOwnDeveloper(company: string, platform: string, isHomebrew: boolean): boolean {
  const { home, arcade } = companies.get(company) ?? {};
  if (BUILT_BY_DEVELOPERS.test(platform)) return arcade !== 'no';
  return isHomebrew ? home !== 'no' : home === 'yes';
}
