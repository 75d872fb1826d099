import type { GameLine } from '../../bundle/lines.ts';
import { listGroups } from '../dumps/groups.ts';
import { listHashes } from '../dumps/hashes.ts';
import { toPlatformLine } from '../dumps/platform-line.ts';
import type { FindCompany } from '../dumps/releases.ts';
import { alternateTitles, chooseTitle } from '../dumps/titles.ts';
import type { MameEntry } from './entry.ts';
import { isMachineKey } from './keys.ts';
import { isMatchable } from './same-title.ts';

/** The list of machines has another licence than those of software: what says anything out of it is told apart. */
const MACHINES = 'mame-machines';

/** Makes a game of its entries. */
export function toGameLine(key: string, entries: readonly MameEntry[], findCompany: FindCompany): GameLine {
  const telling = entries.some(isMatchable) ? entries.filter(isMatchable) : entries;
  const chosen = chooseTitle(telling);
  const platforms = Map.groupBy(entries, ({ platform }) => platform);
  const ids = idsOf(entries);
  const genres = [...new Set(entries.flatMap((entry) => entry.genres))].toSorted();
  return {
    key,
    title: chosen.title,
    alternate_titles: alternateTitles(telling, chosen),
    ...(genres.length > 0 && { genres }),
    groups: listGroups(entries).map(({ key }) => key),
    members: entries.map((entry) => entry.key),
    platforms: Array.from(platforms, ([platform, own]) => toPlatformLine(platform, own, findCompany)),
    ...(Object.keys(ids).length > 0 && { ids }),
    ...(entries.some((entry) => isMachineKey(entry.key)) && { source: MACHINES }),
  };
}

function idsOf(entries: readonly MameEntry[]): Record<string, string[]> {
  const all = {
    crc32: listHashes(entries.flatMap(({ crc32 }) => crc32)),
    sha1: listHashes(entries.flatMap(({ sha1 }) => sha1)),
  };
  return Object.fromEntries(Object.entries(all).filter(([, hashes]) => hashes.length > 0));
}

/** The parent's, on consoles first: importing more lists then changes no key. */
export function gameKeyOf(entries: readonly MameEntry[]): string {
  const order = ({ parent, rank, key }: MameEntry) => `${rank}${parent === undefined ? 0 : 1}${key}`;
  return entries.reduce((best, entry) => (order(entry) < order(best) ? entry : best)).key;
}
