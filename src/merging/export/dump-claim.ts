import { hostname } from 'node:os';
import { OperatorError } from '../../errors.ts';
import { isAbandoned, OWNER_TAG } from '../../process-owner.ts';
import type { StatusStore } from '../../store/status.ts';

/** The data dump that is being made, or the last one. All nodes see it. */
export interface DumpState {
  host: string;
  /** Tells whether its process still runs. */
  owner: string;
  startedAt: number;
  seenAt: number;
  done: number;
  total: number;
  endedAt?: number;
  /** Why it failed. */
  problem?: string;
}

export class DumpRunning extends OperatorError {
  constructor() {
    super('Another data dump is being made; wait until it has finished and try again');
  }
}

const ID = 'last';
const WRITE_EVERY_MS = 2000;
/** A process of another machine that wrote nothing for so long has ended. A busy machine may let one wait for a minute. */
const LOST_AFTER_MS = 10 * 60_000;
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const EVERY_MS = { daily: DAY_MS, weekly: 7 * DAY_MS, off: Number.POSITIVE_INFINITY };

export type DumpPeriod = keyof typeof EVERY_MS;

export async function readDumpState(status: StatusStore): Promise<DumpState | undefined> {
  const [last] = await status.list('dump');
  return last && (JSON.parse(last.value) as DumpState);
}

export function isDumpRunning({ endedAt, seenAt, owner }: DumpState, now: number): boolean {
  return endedAt === undefined && now - seenAt < LOST_AFTER_MS && !isAbandoned(owner, now - seenAt);
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
  const now = clock();
  const [last] = await status.list('dump');
  const before = last && (JSON.parse(last.value) as DumpState);
  const isFree = period ? isDumpDue(before, period, now) : before === undefined || !isDumpRunning(before, now);
  if (!isFree) throw new DumpRunning();
  const owner = `dump${OWNER_TAG}claim`;
  const state: DumpState = { host: hostname(), owner, startedAt: now, seenAt: now, done: 0, total: 0 };
  let written = last?.value;
  /** False: another process took over, because this one slept for too long. */
  const write = async (): Promise<boolean> => {
    state.seenAt = clock();
    const value = JSON.stringify(state);
    const isOurs = await status.replace('dump', { id: ID, value }, written);
    if (isOurs) written = value;
    return isOurs;
  };
  if (!(await write())) throw new DumpRunning();
  let writing = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing.then(write).then(
      () => {},
      () => {},
    );
  }, WRITE_EVERY_MS).unref();
  return {
    show: (done: number, total: number) => void Object.assign(state, { done, total }),
    /** Call it before the dump appears. */
    confirm: async (): Promise<void> => {
      await writing;
      if (!(await write())) throw new DumpRunning();
    },
    end: async (problem?: string): Promise<void> => {
      clearInterval(timer);
      await writing;
      Object.assign(state, { endedAt: clock(), ...(problem !== undefined && { problem }) });
      await write();
    },
  };
}
