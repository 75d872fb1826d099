import { readTable } from './tables.ts';

/** Consoles and handhelds since 1998, which MAME and GameDataBase do not list, or only in part. */
export const MODERN_PLATFORMS: ReadonlySet<string> = new Set(
  readTable('modern-platforms.tsv').map(([slug]) => `platform:${slug}`),
);
