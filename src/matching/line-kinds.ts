import type { GameLine } from '../bundle/lines.ts';
import { isPersonKey } from '../vocabulary/companies.ts';
import { isAfterLife, MODERN_PLATFORMS } from '../vocabulary/platforms.ts';
import { readTable } from '../vocabulary/tables.ts';

export type Kind = 'plain' | 'amateur' | 'fan' | 'pirate' | 'copy' | 'dedicated' | 'compilation';

const KIND_GROUPS: [group: string, kind: Kind][] = [
  ['group:homebrew-and-doujin-games', 'amateur'],
  ['group:unlicensed-games', 'pirate'],
  ['group:compilations', 'compilation'],
];
/** Platforms without licensed games: what has the title of a known game there is a copy of it. */
const FAN_PLATFORMS = new Set(readTable('fan-platforms.tsv').map(([slug]) => `platform:${slug}`));
/** Machines with built-in games and toy computers share only titles with other games. */
const DEDICATED =
  /^platform:(?:dedicated-|clickstart|didj|fisher-price-|leap|mattel-pixter|sega-pico|toyquest-|v-smile|vtech-)/;
const PIRATES = ['attribute:kind/pirate', 'attribute:kind/hack'];
const HOMEBREW = 'attribute:kind/homebrew';
const UNLICENSED = /\b(?:Unlicensed|Pirate)\b/;
const DOS = 'platform:dos';

export function kindOf({ groups = [], platforms, enriches }: GameLine): Kind {
  if (platforms.every(({ platform }) => DEDICATED.test(platform))) return 'dedicated';
  const stated = KIND_GROUPS.find(([group]) => groups.includes(group))?.[1];
  // Small companies sell games for consoles that their makers no longer license.
  const kind =
    stated === 'pirate' && platforms.every(({ platform }) => MODERN_PLATFORMS.has(platform)) ? 'plain' : stated;
  if (kind === undefined && platforms.every(isUnlicensed)) return 'copy';
  if (kind === undefined && platforms.every(({ attributes = [] }) => attributes.includes(HOMEBREW))) return 'amateur';
  if (kind === undefined && enriches && platforms.every(isShareware)) return 'fan';
  return kind ?? (platforms.every(isOfFans) ? 'fan' : 'plain');
}

/** For the PC, people wrote and gave away games under titles of known ones. Databases name nobody but them. */
function isShareware({ platform, releases = [] }: GameLine['platforms'][number]): boolean {
  const companies = releases.flatMap((release) => release.companies);
  return platform === DOS && companies.length > 0 && companies.every(({ company }) => isPersonKey(company));
}

/** Lines that only enrich are not in groups of kinds. */
function isUnlicensed({ attributes = [], releases = [] }: GameLine['platforms'][number]): boolean {
  if (attributes.some((key) => PIRATES.includes(key))) return true;
  return releases.length > 0 && releases.every(({ description }) => UNLICENSED.test(description ?? ''));
}

/** Nobody sold games there, or then. */
function isOfFans(line: GameLine['platforms'][number]): boolean {
  const years = yearsOf(line);
  return (
    FAN_PLATFORMS.has(line.platform) || (years.length > 0 && years.every((year) => isAfterLife(line.platform, year)))
  );
}

export function yearsOf({ first_release_date, releases = [] }: GameLine['platforms'][number]): number[] {
  const dates = [first_release_date, ...releases.map(({ release_date }) => release_date)];
  return [...new Set(dates.flatMap((date) => (date ? [Number(date.slice(0, 4))] : [])))];
}
