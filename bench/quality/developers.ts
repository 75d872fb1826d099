import type { GameRecord, RecordPlatform } from '../../src/catalog/model/record.ts';
import { developersOfTitle, isOwnDeveloper } from '../../src/merging/merge/derive-developers.ts';
import type { CatalogReader } from '../../src/store/catalog-store.ts';
import { companyFamily, companyKey, companyName } from '../../src/vocabulary/companies.ts';
import { entryKey } from '../../src/vocabulary/vocabulary.ts';

/** Hides the developers that sources state, and compares them with what would be derived. */
export async function measureDevelopers(
  reader: CatalogReader,
  gameIds: Iterable<number>,
  listsErrors: boolean,
): Promise<string[]> {
  const results = await judgeGames(reader, gameIds);
  const groups = Map.groupBy(results, ({ platform }) => (platform === 'Arcade' ? 'arcade' : 'home'));
  return [...groups].flatMap(([name, own]) => {
    const wrong = own.filter(({ isRight }) => !isRight);
    const share = (100 * (own.length - wrong.length)) / own.length;
    const line = `${name}: ${own.length} stated developers hidden, ${share.toFixed(1)} % derived as stated`;
    return [line, ...(listsErrors ? wrong.map(({ text }) => `  ${text}`) : [])];
  });
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
