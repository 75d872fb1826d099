import { firstReleaseDate } from '../../catalog/record.ts';
import type { GameLine, GamePlatformLine } from '../bundle-lines.ts';
import type { Entry } from './entry.ts';
import { listGroups } from './groups.ts';
import { type FindCompany, releasesOf } from './releases.ts';
import { isMatchable } from './same-title.ts';
import { alternateTitles, chooseTitle } from './titles.ts';

/** Of a game with hundreds of files some are enough to know it again. */
const MOST_HASHES = 200;

/** Makes a game of its entries. */
export function toGameLine(key: string, entries: readonly Entry[], findCompany: FindCompany): GameLine {
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
    platforms: Array.from(platforms, ([platform, own]) => toPlatform(platform, clean(own), findCompany)),
    ...(Object.keys(ids).length > 0 && { ids }),
  };
}

function idsOf(entries: readonly Entry[]): Record<string, string[]> {
  const all = { crc32: entries.flatMap(({ crc32 }) => crc32), sha1: entries.flatMap(({ sha1 }) => sha1) };
  const some = Object.entries(all).map(([name, ids]) => [name, [...new Set(ids)].toSorted().slice(0, MOST_HASHES)]);
  return Object.fromEntries(some.filter(([, ids]) => ids?.length));
}

/** A hack or a crack is no release of its own where the real thing is there. */
function clean(entries: readonly Entry[]): readonly Entry[] {
  const real = entries.filter(({ statuses }) => !statuses.includes('hack') && !statuses.includes('crack'));
  return real.length > 0 ? real : entries;
}

/** The parent's, on consoles first: importing more lists then changes no key. */
export function gameKeyOf(entries: readonly Entry[]): string {
  const order = ({ parent, rank, key }: Entry) => `${rank}${parent === undefined ? 0 : 1}${key}`;
  return entries.reduce((best, entry) => (order(entry) < order(best) ? entry : best)).key;
}

function toPlatform(platform: string, entries: readonly Entry[], findCompany: FindCompany): GamePlatformLine {
  const releases = releasesOf(entries, findCompany);
  const attributes = new Set(entries.flatMap((entry) => entry.attributes));
  return {
    platform,
    first_release_date: firstReleaseDate(
      releases.filter(({ isReleased }) => isReleased).map(({ line }) => line.release_date),
    ),
    attributes: [...attributes].toSorted(),
    releases: releases
      .map(({ line }) => ({ line, text: JSON.stringify(line) }))
      .toSorted((a, b) => compare(a.text, b.text))
      .map(({ line }) => line),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
