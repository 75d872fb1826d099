import { constants } from 'node:os';

let isIgnoring = false;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs atomic work that Ctrl-C may end at any point before its commit. Exiting removes temporary files and rolls back the
 * open transaction.
 */
export async function interruptible<T>(work: () => Promise<T>): Promise<T> {
  isIgnoring = false;
  const stop = (signal: (typeof SIGNALS)[number]) => {
    if (isIgnoring) return;
    const clearLine = process.stderr.isTTY ? '\r\u001b[K' : '';
    process.stderr.write(`${clearLine}Stopped; nothing was changed\n`);
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

/** Call it before the commit: from here on signals have no effect. */
export function ignoreSignals(): void {
  isIgnoring = true;
}
