import { readTable } from './tables.ts';

/** A game that the home page recommends, as a catalog may have it. */
export interface Landmark {
  title: string;
  /** Of the first release, on this platform. */
  year: number;
  platform: string;
}

export const LANDMARKS: readonly Landmark[] = readTable('landmarks.tsv').map(([title = '', year, platform = '']) => ({
  title,
  year: Number(year),
  platform,
}));
