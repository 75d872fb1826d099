import { companyKey, companyName } from './companies.ts';
import { readTable } from './tables.ts';

/** Companies whose games are nearly all their own work, and companies that sold the machines of others. */
const companies = new Map(
  readTable('own-developers.tsv').map(([name = '', home, arcade]) => [
    companyKey(companyName(name) ?? name),
    { home: home === 'yes', arcade: arcade !== 'no' },
  ]),
);
/** Who makes a machine usually also writes its game, unless another company is named. */
const BUILT_BY_DEVELOPERS = /^platform:(arcade|dedicated-)/;

/** Whether a publisher that is named alone is also the developer, on this platform. */
export function isOwnDeveloper(company: string, platform: string): boolean {
  const known = companies.get(company);
  return BUILT_BY_DEVELOPERS.test(platform) ? (known?.arcade ?? true) : (known?.home ?? false);
}
