import { OperatorError } from '../../errors.ts';
import type { StatusStore } from '../../store/status.ts';
import { claimWork, isRunning, readWork, WORK_ID, type WorkState } from '../work-claim.ts';

/** The process that follows, or the last one. */
export interface FollowState extends WorkState {
  url: string;
  /** When the mirror last had everything that the original had. */
  checkedAt?: number;
}

export class FollowRunning extends OperatorError {
  constructor() {
    super('Another process of this catalog follows already');
  }
}

const LOST_AFTER_MS = 60_000;

export type FollowClaim = Awaited<ReturnType<typeof claimFollow>>;

/** Only one process of all nodes follows: throws FollowRunning if another one does. */
export async function claimFollow(status: StatusStore, { url, clock }: { url: string; clock: () => number }) {
  const claim = await claimWork<FollowState>(status, {
    kind: 'follow',
    clock,
    isFree: (before, now) => before === undefined || !isRunning(before, now, LOST_AFTER_MS),
    first: (before) => ({ url, ...(before?.checkedAt !== undefined && { checkedAt: before.checkedAt }) }),
    busy: () => new FollowRunning(),
  });
  return { ...claim, [Symbol.asyncDispose]: () => claim.end().catch(() => {}) };
}

export function forgetFollow(status: StatusStore): Promise<void> {
  return status.remove('follow', WORK_ID);
}

export interface Following {
  url: string;
  /** Undefined: the mirror was never complete. */
  secondsBehind: number | undefined;
  problem: string | undefined;
}

/** How far a mirror is behind its original. Undefined if it follows none. */
export async function readFollowing(status: StatusStore, now: number): Promise<Following | undefined> {
  const state = await readWork<FollowState>(status, 'follow');
  if (!state) return undefined;
  const { url, checkedAt, problem } = state;
  const secondsBehind = checkedAt === undefined ? undefined : Math.max(0, Math.round((now - checkedAt) / 1000));
  return { url, secondsBehind, problem };
}
