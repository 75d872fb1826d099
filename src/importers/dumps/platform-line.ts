import type { GamePlatformLine } from '../../bundle/lines.ts';
import { firstReleaseDate } from '../../catalog/model/record.ts';
import type { Entry } from './entry.ts';
import { type FindCompany, releasesOf } from './releases.ts';

/** A game on one platform, of its entries there. */
export function toPlatformLine(
  platform: string,
  entries: readonly Entry[],
  findCompany: FindCompany = () => undefined,
): GamePlatformLine {
  const own = withoutChangedCopies(entries);
  const releases = releasesOf(own, findCompany);
  const attributes = new Set(own.flatMap((entry) => entry.attributes));
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

/** A hack or a crack is no release of its own where the real thing is there. */
function withoutChangedCopies<T extends Entry>(entries: readonly T[]): readonly T[] {
  const real = entries.filter(({ statuses }) => !statuses.includes('hack') && !statuses.includes('crack'));
  return real.length > 0 ? real : entries;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
