import { readTable } from './tables.ts';

/** A platform of IGDB, and the platform here whose games have it. */
export interface IgdbPlatform {
  id: number;
  slug: string;
  platformId: number;
}

/** Backwards, since of several such as NES and Famicom the first row is the one that a game gets. */
const rows = readTable('igdb-platforms.tsv')
  .map(([id, slug = '', platformId]): IgdbPlatform => ({ id: Number(id), slug, platformId: Number(platformId) }))
  .toReversed();
const byId = new Map(rows.map((row) => [row.id, row]));
const byPlatform = new Map(rows.map((row) => [row.platformId, row]));

export function findIgdbPlatform(id: number): IgdbPlatform | undefined {
  return byId.get(id);
}

export function igdbPlatformOf(platformId: number): IgdbPlatform | undefined {
  return byPlatform.get(platformId);
}
