import { constants } from 'node:os';

let isIgnoring = false;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Work that changes something at its end or not at all, so that Ctrl-C may end it anywhere. Exiting takes what is temporary
 * with it, and a transaction that was not finished.
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

/** From here on signals are ignored: what is left is the commit, or tidying up after it. */
export function ignoreSignals(): void {
  isIgnoring = true;
}
