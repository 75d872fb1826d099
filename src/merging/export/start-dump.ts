import type { Config } from '../../config.ts';
import { startProcess } from '../start-process.ts';
import type { DumpPeriod } from './dump-claim.ts';

export interface DumpRequest {
  config: Config;
  /** Only if it is time for one. */
  period?: DumpPeriod | undefined;
}

export type DumpOutcome = { name: string } | { problem: string; isRunning?: boolean };

/** Makes a data dump in a process of lower priority, which ends when this one does. */
export function startDump(request: DumpRequest): { ended: Promise<DumpOutcome>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<DumpOutcome>();
  const { ended, stop } = startProcess<DumpOutcome>('dump-process', import.meta.url, request, resolve);
  return { ended: Promise.race([promise, ended.then((problem) => ({ problem }))]), stop };
}
