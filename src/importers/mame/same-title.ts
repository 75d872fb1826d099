import { isDedicated } from './drivers.ts';
import type { EntryHead } from './entry-file.ts';

/** Whether the title is the game's own: those of pirates and hacks are often of other games. */
export function isMatchable({ platform, statuses }: Pick<EntryHead, 'platform' | 'statuses'>): boolean {
  return !isDedicated(platform) && !statuses.includes('pirate') && !statuses.includes('hack');
}
