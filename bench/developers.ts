import { parseArgs } from 'node:util';
import type { GameRecord, RecordPlatform } from '../src/catalog/model/record.ts';
import { readConfig } from '../src/config.ts';
import type { CatalogReader } from '../src/store/catalog-store.ts';
import { openStore } from '../src/store/open.ts';
import { companyFamily, companyKey, companyName } from '../src/vocabulary/companies.ts';
import { isOwnDeveloper } from '../src/vocabulary/developers.ts';
import { developersOfTitle } from '../src/vocabulary/title-developers.ts';
import { entryKey } from '../src/vocabulary/vocabulary.ts';

const HELP = `Measures derived developers: hides the developers that sources state, and compares them with what would be derived.

Usage: npm run bench:developers -- --data FOLDER [--errors]

  --data FOLDER  Data folder with real sources (docs/sources.md)
  --errors       Also list every game whose derived developer would be wrong
`;

const { values: flags } = parseArgs({
  options: { data: { type: 'string' }, errors: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});
if (flags.help || flags.data === undefined) process.stdout.write(HELP);
else await main(flags.data);

async function main(data: string): Promise<void> {
  const store = await openStore(readConfig({ data }, {}));
  const { games } = await store.catalog.readIndex();
  const results = await store.catalog.read((reader) => judgeGames(reader, games.ids));
  await store.close();
  for (const [name, own] of Map.groupBy(results, ({ platform }) => (platform === 'Arcade' ? 'arcade' : 'home'))) {
    const wrong = own.filter(({ isRight }) => !isRight);
    const share = (100 * (own.length - wrong.length)) / own.length;
    process.stdout.write(`${name}: ${own.length} stated developers hidden, ${share.toFixed(1)} % derived as stated\n`);
    if (flags.errors) for (const { text } of wrong) process.stdout.write(`  ${text}\n`);
  }
}

async function judgeGames(reader: CatalogReader, gameIds: Iterable<number>) {
  const results = [];
  for (const gameId of gameIds) {
    const game = await reader.findGame(gameId);
    if (!game || game.provenance.includes('"derived"]')) continue;
    const { title, platforms } = JSON.parse(game.record) as GameRecord;
    for (const platform of platforms) results.push(...judge(title, platform));
  }
  return results;
}

/** Nothing if no developer is stated, or none would be derived. */
function judge(title: string, { platform_name, first_release_date, releases }: RecordPlatform) {
  const companies = releases.flatMap((release) => release.companies);
  const namesOf = (role: string) => companies.filter((one) => one.role === role).map((one) => one.company_name);
  const [publishers, developers] = [namesOf('Published by'), namesOf('Developed by')];
  const platform = entryKey('platform', platform_name);
  const year = first_release_date ? Number(first_release_date.slice(0, 4)) : undefined;
  const titled = developersOfTitle(title, platform).map(({ company_name }) => company_name);
  const derived = titled.length > 0 ? titled : publishers.filter((name) => isOwn(name, platform, year));
  const isUnclear = titled.length === 0 && new Set(publishers.map(familyOf)).size !== 1;
  if (developers.length === 0 || derived.length === 0 || isUnclear) return [];
  const families = new Set(derived.map(familyOf));
  // Studios and divisions count as their company, such as SEGA AM3.
  const isDerived = (name: string) => [...families].some((family) => `${familyOf(name)}-`.startsWith(`${family}-`));
  const text = `${title} (${platform_name}): ${derived[0]}, stated ${[...new Set(developers)].join(', ')}`;
  return [{ platform: platform_name, isRight: developers.some(isDerived), text }];
}

function isOwn(name: string, platform: string, year: number | undefined): boolean {
  return isOwnDeveloper(companyKey(name), { platform, year, isHomebrew: false });
}

function familyOf(name: string): string {
  return companyFamily(companyKey(companyName(name) ?? name));
}
