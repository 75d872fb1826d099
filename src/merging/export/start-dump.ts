import { fork } from 'node:child_process';
import type { Config } from '../../config.ts';
import { threadFile } from '../../thread-file.ts';
import type { DumpPeriod } from './dump-claim.ts';

export interface DumpRequest {
  config: Config;
  /** Only if it is time for one. */
  period?: DumpPeriod | undefined;
}

export type DumpOutcome = { name: string } | { problem: string; isRunning?: boolean };

/** Makes a data dump in a process of lower priority, which ends when this one does. */
export function startDump(request: DumpRequest): { ended: Promise<DumpOutcome>; stop(): void } {
  const child = fork(threadFile('dump-process', import.meta.url), {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { promise: ended, resolve } = Promise.withResolvers<DumpOutcome>();
  child.once('message', (outcome) => resolve(outcome as DumpOutcome));
  child.once('error', (error) => resolve({ problem: error.message }));
  child.once('exit', (code, signal) => resolve({ problem: `the process ended with ${signal ?? code}` }));
  child.send(request, () => {});
  child.unref();
  child.channel?.unref();
  const stop = () => {
    if (child.connected) child.disconnect();
  };
  return { ended, stop };
}
