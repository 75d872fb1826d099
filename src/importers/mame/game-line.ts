import type { GameLine } from '../bundle-lines.ts';
import { listGroups } from '../dumps/groups.ts';
import { listHashes } from '../dumps/hashes.ts';
import { toPlatformLine } from '../dumps/platform-line.ts';
import type { FindCompany } from '../dumps/releases.ts';
import { alternateTitles, chooseTitle } from '../dumps/titles.ts';
import type { MameEntry } from './entry.ts';
import { isMatchable } from './families.ts';

/** Makes a game of its entries, which are sorted by key. */
export function toGameLine(key: string, entries: readonly MameEntry[], findCompany: FindCompany): GameLine {
  const telling = entries.some(isMatchable) ? entries.filter(isMatchable) : entries;
  const title = chooseTitle(telling);
  const platforms = Map.groupBy(entries, ({ platform }) => platform);
  const sha1 = listHashes(entries.flatMap((entry) => entry.sha1));
  return {
    key,
    title,
    alternate_titles: alternateTitles(telling, title),
    groups: listGroups(entries).map(({ key }) => key),
    members: entries.map((entry) => entry.key),
    platforms: Array.from(platforms, ([platform, own]) => toPlatformLine(platform, own, findCompany)),
    ...(sha1.length > 0 && { ids: { sha1 } }),
  };
}

/** The parent's, on consoles first: importing more lists then changes no key. */
export function gameKeyOf(entries: readonly MameEntry[]): string {
  const order = ({ parent, rank, key }: MameEntry) => `${rank}${parent === undefined ? 0 : 1}${key}`;
  return entries.reduce((best, entry) => (order(entry) < order(best) ? entry : best)).key;
}
