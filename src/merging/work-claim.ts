import { hostname } from 'node:os';
import { isAbandoned, OWNER_TAG } from '../process-owner.ts';
import type { StatusKind, StatusStore } from '../store/status.ts';

/** Work that one process of all nodes does. All nodes see how far it is. */
export interface WorkState {
  host: string;
  /** Tells whether its process still runs. */
  owner: string;
  startedAt: number;
  seenAt: number;
  endedAt?: number;
  /** Why it failed. */
  problem?: string;
}

export const WORK_ID = 'last';
const WRITE_EVERY_MS = 2000;

export async function readWork<S extends WorkState>(status: StatusStore, kind: StatusKind): Promise<S | undefined> {
  const [last] = await status.list(kind);
  return last && (JSON.parse(last.value) as S);
}

/** A process of another machine that wrote nothing for `lostAfterMs` has ended. */
export function isRunning({ endedAt, seenAt, owner }: WorkState, now: number, lostAfterMs: number): boolean {
  return endedAt === undefined && now - seenAt < lostAfterMs && !isAbandoned(owner, now - seenAt);
}

interface Claim<S extends WorkState> {
  kind: StatusKind;
  clock: () => number;
  isFree: (before: S | undefined, now: number) => boolean;
  /** What is stored besides. */
  first: (before: S | undefined) => Omit<S, keyof WorkState>;
  busy: () => Error;
}

/** Throws `busy` if another process does the work: here, or when it has taken over because this one slept for too long. */
export async function claimWork<S extends WorkState>(
  status: StatusStore,
  { kind, clock, isFree, first, busy }: Claim<S>,
) {
  const now = clock();
  const [last] = await status.list(kind);
  const before = last && (JSON.parse(last.value) as S);
  if (!isFree(before, now)) throw busy();
  const owner = `${kind}${OWNER_TAG}claim`;
  const state = { host: hostname(), owner, startedAt: now, seenAt: now, ...first(before) } as S;
  let written = last?.value;
  const write = async (): Promise<boolean> => {
    state.seenAt = clock();
    const value = JSON.stringify(state);
    const isOurs = await status.replace(kind, { id: WORK_ID, value }, written);
    if (isOurs) written = value;
    return isOurs;
  };
  if (!(await write())) throw busy();
  let writing = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing.then(write).then(
      () => {},
      () => {},
    );
  }, WRITE_EVERY_MS).unref();
  return {
    /** Change it; it is written every two seconds. */
    state,
    confirm: async (): Promise<void> => {
      await writing;
      if (!(await write())) throw busy();
    },
    end: async (problem?: string): Promise<void> => {
      clearInterval(timer);
      await writing;
      Object.assign(state, { endedAt: clock(), ...(problem !== undefined && { problem }) });
      await write();
    },
  };
}
