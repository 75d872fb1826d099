export interface Progress {
  show(done: number, total: number): void;
  end(): void;
}

/** Work that finishes within a second shows no progress. */
const SHOW_AFTER_MS = 1000;
const BAR_EVERY_MS = 100;
const LINE_EVERY_MS = 5000;
const BAR_WIDTH = 30;

/**
 * A progress bar on a terminal, plain lines otherwise; on stderr, because stdout is for results. The phase says what is done
 * to the units.
 */
export function openProgress(unit: string, phase?: string): Progress {
  const terminal = process.stderr.isTTY === true;
  const every = terminal ? BAR_EVERY_MS : LINE_EVERY_MS;
  const startedAt = Date.now();
  let shownAt = startedAt + SHOW_AFTER_MS - every;
  let shown: number | undefined;
  return {
    show: (done, total) => {
      const now = Date.now();
      if (now - shownAt < every || done === shown) return;
      shownAt = now;
      shown = done;
      const rate = (done * 1000) / (now - startedAt);
      const parts = [`${done}${total > 0 ? ` of ${total}` : ''} ${unit}`];
      if (rate >= 1) parts.push(`${Math.round(rate)} per second`);
      if (total > done && rate > 0) parts.push(`${Math.ceil((total - done) / rate)} s left`);
      const text = `${phase ? `${phase}: ` : ''}${parts.join(', ')}`;
      process.stderr.write(terminal ? `\r\u001b[K${bar(done, total)} ${text}` : `${text}\n`);
    },
    end: () => {
      if (shown !== undefined && terminal) process.stderr.write('\r\u001b[K');
    },
  };
}

export function withProgress<T>(
  unit: string,
  work: (show: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  const progress = openProgress(unit);
  return work(progress.show).finally(progress.end);
}

function bar(done: number, total: number): string {
  const filled = total > 0 ? Math.round((Math.min(done, total) / total) * BAR_WIDTH) : 0;
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`;
}
