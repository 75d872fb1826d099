import { randomUUID } from 'node:crypto';
import type { ImportEntry } from '../../store/catalog-rows.ts';
import type { CatalogStore } from '../../store/catalog-store.ts';
import type { StatusStore } from '../../store/status.ts';
import { EDIT_NOTE } from './layer-line.ts';

export interface RunningImport {
  action: ImportEntry['action'];
  dryRun: boolean;
  source: string;
  startedAt: number;
  seenAt: number;
  done: number;
  /** 0: unknown. */
  total: number;
  /** What is counted: `MB` are read; `lines`, `games` and `pictures` are loaded. Empty: nothing yet. */
  unit: string;
  /** Why it ended, if it failed and nobody else was told. */
  problem?: string;
}

const PHASES: Partial<Record<string, string>> = {
  '': 'Starting',
  lines: 'Comparing with the catalog',
  games: 'Merging games',
  pictures: 'Storing pictures',
};

export function importPhase(unit: string): string {
  return PHASES[unit] ?? 'Reading the source';
}

export type ImportProgress = Awaited<ReturnType<typeof openImportProgress>>;

const WRITE_EVERY_MS = 1000;
/** An import that wrote nothing for so long was killed. A commit may take some of it. */
const LOST_AFTER_MS = 60_000;
const PROBLEM_SHOWN_MS = 24 * 3600 * 1000;

/** Reports an import in the store until `end`, every second. Errors are ignored: the import matters more than its report. */
export async function openImportProgress(
  status: StatusStore,
  what: Pick<RunningImport, 'action' | 'source'> & { dryRun?: boolean },
  clock: () => number,
) {
  const now = clock();
  const running: RunningImport = { dryRun: false, ...what, startedAt: now, seenAt: now, done: 0, total: 0, unit: '' };
  const id = randomUUID();
  let writing: Promise<void> = Promise.resolve();
  const write = () => {
    running.seenAt = clock();
    writing = writing.then(() => status.put('import', { id, value: JSON.stringify(running) })).catch(() => {});
    return writing;
  };
  await removeLost(status, now);
  await write();
  const timer = setInterval(write, WRITE_EVERY_MS).unref();
  return {
    show: (done: number, total: number, unit: string) => void Object.assign(running, { done, total, unit }),
    setSource: (source: string) => {
      running.source = source;
    },
    /** With a problem, the operator's page shows it for a day. */
    end: async (problem?: string): Promise<void> => {
      clearInterval(timer);
      if (problem !== undefined) {
        running.problem = problem;
        return write();
      }
      await writing;
      await status.remove('import', id).catch(() => {});
    },
  };
}

/** The imports that are running, and those that failed where nobody saw it. */
export async function listRunningImports(status: StatusStore, now: number): Promise<RunningImport[]> {
  return (await listAll(status)).filter(({ running }) => isShown(running, now)).map(({ running }) => running);
}

async function removeLost(status: StatusStore, now: number): Promise<void> {
  for (const { id, running } of await listAll(status)) {
    // Whoever starts another import has seen the problem of the last one.
    if (!isShown(running, now) || running.problem !== undefined) await status.remove('import', id);
  }
}

async function listAll(status: StatusStore) {
  const rows = await status.list('import');
  return rows.map(({ id, value }) => ({ id, running: JSON.parse(value) as RunningImport }));
}

function isShown({ seenAt, problem }: RunningImport, now: number): boolean {
  return now - seenAt < (problem === undefined ? LOST_AFTER_MS : PROBLEM_SHOWN_MS);
}

export interface Undoable {
  last: ImportEntry;
  /** The number of edits since. They stay. */
  edits: number;
}

/** The last import, or why there is none that can be undone. */
export async function findUndoable(catalog: CatalogStore): Promise<Undoable | string> {
  // Its changes since then cannot be told from those of the import.
  if ((await catalog.readMirror()) !== undefined)
    return 'A mirror cannot undo imports; "ludex source remove NAME" removes a source that it added';
  const [last] = await catalog.listImports(1, EDIT_NOTE);
  if (!last) return 'There is no import to undo';
  if (last.action === 'undo') return 'The last import was already undone; only one import can be undone';
  return { last, edits: await catalog.countImportsAfter(last.importId) };
}
