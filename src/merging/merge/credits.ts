import type { GamePlatformLine, ReleaseLine } from '../../bundle/lines.ts';

export const PUBLISHER = 'Published by';
export const DEVELOPER = 'Developed by';

/** A company and what it did for a release. */
export type Credit = ReleaseLine['companies'][number];

/** The credit itself, another one for it, or undefined to remove it. */
export type MapCredit = (credit: Credit, release: ReleaseLine) => Credit | undefined;

export function listCredits(platforms: readonly GamePlatformLine[]): Credit[] {
  return platforms.flatMap(({ releases = [] }) => releases.flatMap(({ companies }) => companies));
}

export function mapCredits(platform: GamePlatformLine, map: MapCredit): GamePlatformLine {
  const { releases } = platform;
  if (!releases) return platform;
  const mapAll = (release: ReleaseLine) => [...new Set(release.companies.flatMap((own) => map(own, release) ?? []))];
  return { ...platform, releases: releases.map((release) => ({ ...release, companies: mapAll(release) })) };
}

/** Without the credits that the condition does not hold for. */
export function filterCredits(platform: GamePlatformLine, isKept: (credit: Credit) => boolean): GamePlatformLine {
  return mapCredits(platform, (credit) => (isKept(credit) ? credit : undefined));
}
