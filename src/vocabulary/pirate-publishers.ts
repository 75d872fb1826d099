import { companyKey, companyName } from './companies.ts';
import { parseScope } from './scope.ts';
import { readTable } from './tables.ts';

/** Companies that sold copies and unauthorised versions of other companies' games. */
const pirates = new Map(
  readTable('pirate-publishers.tsv').map(([name = '', platforms = '']) => [
    companyKey(companyName(name) ?? name),
    parseScope(platforms, ''),
  ]),
);

export function isPiratePublisher(name: string, platform: string | undefined): boolean {
  const scope = pirates.get(companyKey(name));
  return scope !== undefined && (scope.platforms?.has(platform ?? '') ?? true);
}
