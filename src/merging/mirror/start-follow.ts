import type { Config } from '../../config.ts';
import { startProcess } from '../start-process.ts';
import type { FollowEvent } from './follow.ts';

export type FollowMessage = Exclude<FollowEvent, { isUpToDate: true }>;

/** Follows in a process of lower priority, which ends when this one does. */
export function startFollow(config: Config, onMessage: (message: FollowMessage) => void) {
  return startProcess<FollowMessage>('follow-process', import.meta.url, config, onMessage);
}
