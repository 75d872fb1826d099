import { OperatorError } from '../../errors.ts';
import type { StatusStore } from '../../store/status.ts';
import { claimWork, isRunning, readWork, type WorkState } from '../work-claim.ts';

/** The data dump that is being made, or the last one. */
export interface DumpState extends WorkState {
  done: number;
  total: number;
}

export class DumpRunning extends OperatorError {
  constructor() {
    super('Another data dump is being made; wait until it has finished and try again');
  }
}

/** A busy machine may let a process wait for a minute. */
const LOST_AFTER_MS = 10 * 60_000;
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const EVERY_MS = { daily: DAY_MS, weekly: 7 * DAY_MS, off: Number.POSITIVE_INFINITY };

export type DumpPeriod = keyof typeof EVERY_MS;

export function readDumpState(status: StatusStore): Promise<DumpState | undefined> {
  return readWork(status, 'dump');
}

export function isDumpRunning(state: DumpState, now: number): boolean {
  return isRunning(state, now, LOST_AFTER_MS);
}

/** Whether it is time for the next one. After a failure an hour later. */
export function isDumpDue(state: DumpState | undefined, period: DumpPeriod, now: number): boolean {
  if (period === 'off') return false;
  if (state === undefined) return true;
  if (isDumpRunning(state, now)) return false;
  if (state.endedAt === undefined || state.problem !== undefined) return now - state.seenAt >= HOUR_MS;
  return now - state.startedAt >= EVERY_MS[period];
}

/** Only one process of all nodes makes a dump: throws DumpRunning if another one does. With a period, also if none is due. */
export async function claimDump(status: StatusStore, clock: () => number, period?: DumpPeriod) {
  const { state, confirm, end } = await claimWork<DumpState>(status, {
    kind: 'dump',
    clock,
    isFree: (before, now) =>
      period ? isDumpDue(before, period, now) : before === undefined || !isDumpRunning(before, now),
    first: () => ({ done: 0, total: 0 }),
    busy: () => new DumpRunning(),
  });
  const show = (done: number, total: number) => void Object.assign(state, { done, total });
  return { show, confirm, end };
}
