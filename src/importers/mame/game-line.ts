import type { GameLine } from '../../bundle/lines.ts';
import { companyFamily, companyKey, companyName } from '../../vocabulary/companies.ts';
import { isComputer } from '../../vocabulary/platforms.ts';
import { listGroups } from '../dumps/groups.ts';
import { idsOf } from '../dumps/hashes.ts';
import { withoutDemos } from '../dumps/kinds.ts';
import { toPlatformLine } from '../dumps/releases.ts';
import { alternateTitles, chooseTitle } from '../dumps/titles.ts';
import type { GameBundle } from '../game-bundle.ts';
import type { MameEntry } from './entry.ts';
import { isMachineKey } from './lists.ts';
import { isSlipOf } from './slips.ts';

/** The list of machines has another licence than the software lists, so its games are attributed separately. */
const MACHINES = 'mame-machines';

export function toGameLine(entries: readonly MameEntry[], bundle: GameBundle): GameLine {
  const titled = listTitled(entries);
  const chosen = chooseTitle(titled);
  const platforms = Map.groupBy(entries, ({ platform }) => platform).values();
  const findCompany = (note: string) => bundle.companies.find(companyKey(companyName(note) ?? note));
  const ids = idsOf(entries);
  return {
    key: gameKeyOf(entries),
    title: chosen.title,
    alternate_titles: alternateTitles(titled, chosen),
    groups: listGroups(entries).map(bundle.group),
    members: entries.map((entry) => entry.key),
    platforms: Array.from(platforms, (own) => toPlatformLine(own, findCompany)),
    ...(Object.keys(ids).length > 0 && { ids }),
    ...(entries.some((entry) => isMachineKey(entry.key)) && { source: MACHINES }),
  };
}

/** Pirates, hacks, console clones by nobody and copies of machines often have the title of another game. */
function listTitled(entries: readonly MameEntry[]): readonly MameEntry[] {
  const makers = new Set(entries.filter(({ parent }) => parent === undefined).flatMap(listMakers));
  const hasOwnTitle = (entry: MameEntry) => {
    const { statuses, parent, platform, key } = entry;
    const own = new Set(listMakers(entry));
    const isByNobody = own.size === 0 && !isComputer(platform);
    const isCopy = makers.size > 0 && (isMachineKey(key) ? makers.isDisjointFrom(own) : isByNobody);
    const isUnlicensed = statuses.includes('unlicensed') || isCopy;
    return !(parent !== undefined && isUnlicensed) && !statuses.includes('pirate') && !statuses.includes('hack');
  };
  const titled = entries.filter((entry) => hasOwnTitle(entry) && !isSlip(entry, entries));
  return withoutDemos(titled.length > 0 ? titled : entries);
}

/** Whether the title of a disk by nobody is that of its parent, or of an entry with a publisher, with a slip in it. */
function isSlip(entry: MameEntry, entries: readonly MameEntry[]): boolean {
  if (entry.clones === 'sure' || entry.credits.length > 0) return false;
  const others = entries.filter(({ key, titleKey, credits }) => {
    return titleKey !== entry.titleKey && (key === entry.parent || credits.length > 0);
  });
  return others.some((other) => isSlipOf(entry, other));
}

/** Whoever has a licence names its owner. */
function listMakers({ credits }: MameEntry): string[] {
  return credits.map(({ name }) => companyFamily(companyKey(name)));
}

/** The key of a game is that of its parent entry, consoles first: it stays the same when more lists are imported. */
function gameKeyOf(entries: readonly MameEntry[]): string {
  const order = ({ parent, rank, key }: MameEntry) => `${rank}${parent === undefined ? 0 : 1}${key}`;
  return entries.reduce((best, entry) => (order(entry) < order(best) ? entry : best)).key;
}
