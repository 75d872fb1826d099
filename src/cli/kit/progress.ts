import { existsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { type ImportProgress, importPhase, openImportProgress } from '../../merging/load/import-progress.ts';
import type { ImportCounts } from '../../merging/load/load-options.ts';
import type { Store } from '../../store/store.ts';
import { formatCount } from './command.ts';
import { withStore } from './with-store.ts';

type Progress = ReturnType<typeof openProgress>;

/** Work that finishes within a second shows no progress. */
const SHOW_AFTER_MS = 1000;
const BAR_EVERY_MS = 100;
const LINE_EVERY_MS = 5000;
const BAR_WIDTH = 30;

/**
 * A progress bar on a terminal, plain lines otherwise; on stderr, because stdout is for results. The phase says what is done
 * to the units.
 */
export function openProgress(unit: string, phase?: string) {
  const terminal = process.stderr.isTTY === true;
  const every = terminal ? BAR_EVERY_MS : LINE_EVERY_MS;
  const startedAt = Date.now();
  let shownAt = startedAt + SHOW_AFTER_MS - every;
  let shown: number | undefined;
  return {
    show: (done: number, total: number) => {
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

export type RunningImport = Pick<ImportProgress, 'show' | 'setSource'>;

/** Nobody serves a store that does not exist yet, and an import that fails must not create it. */
export async function withImportProgress<T>(
  config: Config,
  what: { source: string; dryRun: boolean },
  work: (running: RunningImport) => Promise<T>,
): Promise<T> {
  const about = { action: 'import', ...what } as const;
  if (config.database_url === undefined && !existsSync(config.data)) return trackImport(undefined, about, work);
  return withStore(config, (store) => trackImport(store, about, work));
}

/** Shows the progress of an import on the terminal, and on the operator's pages. */
export async function trackImport<T>(
  store: Store | undefined,
  what: Parameters<typeof openImportProgress>[1],
  work: (running: RunningImport) => Promise<T>,
): Promise<T> {
  const reported = store && (await openImportProgress(store.status, what, Date.now));
  const shown = new Map<string, Progress>();
  const show: ImportProgress['show'] = (done, total, unit) => {
    getOrInsert(shown, unit, () => openProgress(unit, importPhase(unit))).show(done, total);
    reported?.show(done, total, unit);
  };
  try {
    return await work({ show, setSource: (source) => reported?.setSource(source) });
  } finally {
    for (const progress of shown.values()) progress.end();
    await reported?.end();
  }
}

/** Summary of an import in one line. */
export function reportLine(counts: ImportCounts): string {
  const { source, added, changed, unchanged, removed, merged } = counts;
  const more = merged > 0 ? `, ${merged} merged` : '';
  return `${source}: ${formatCount(added, 'game')} added, ${changed} changed, ${unchanged} unchanged, ${removed} removed${more}`;
}
