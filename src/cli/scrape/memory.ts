import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { failureOf, OperatorError } from '../../errors.ts';
import { startThread } from '../../threads.ts';
import type { ListedFile } from '../kit/files.ts';
import { openProgress } from '../kit/progress.ts';
import type { FileFacts } from './file-facts.ts';

export type Memory = ReturnType<typeof openMemory>;

type Remembered = Pick<ListedFile, 'size' | 'mtimeMs'> & FileFacts;

const VERSION = 1;
const NAME = '.ludex-scrape.json';
/** A server may have learned of more games. */
const ANSWERS_DAYS = 7;
/** After an interruption, less than this is done again. */
const SAVE_EVERY_MS = 10_000;
const DAY_MS = 24 * 3600 * 1000;

/**
 * What is remembered of the files of a list, beside it. Hashing takes hours and requests are limited, so both are remembered: by the
 * path, size and time of a file, and by the title.
 */
export function openMemory(folder: string, isWritten: boolean) {
  const path = join(folder, NAME);
  const { files, answers, since } = readMemory(path);
  let [isChanged, asked, savedAt] = [false, answers.size, Date.now()];
  /** Writes it, if it changed. */
  const save = () => {
    if (!isWritten || !(isChanged || answers.size !== asked)) return;
    const stored = { version: VERSION, files: [...files], answers: [...answers], since };
    replaceFile(path, JSON.stringify(stored));
    [isChanged, asked, savedAt] = [false, answers.size, Date.now()];
  };
  return {
    find: (file: ListedFile): FileFacts | undefined => {
      const known = files.get(relative(folder, file.path));
      return known?.size === file.size && known.mtimeMs === file.mtimeMs ? known : undefined;
    },
    add: ({ path: file, size, mtimeMs }: ListedFile, facts: FileFacts) => {
      if (facts.problem !== undefined) return;
      files.set(relative(folder, file), { size, mtimeMs, ...facts });
      isChanged = true;
    },
    /** Games that a server found by title; null is none. */
    answers,
    save,
    /** The same, from time to time. */
    tick: () => {
      if (Date.now() - savedAt > SAVE_EVERY_MS) save();
    },
  };
}

function readMemory(path: string) {
  const none = { files: new Map<string, Remembered>(), answers: new Map<string, number | null>(), since: Date.now() };
  try {
    const { version, files, answers, since } = JSON.parse(readFileSync(path, 'utf8'));
    if (version !== VERSION) return none;
    const isOld = !(Date.now() - since < ANSWERS_DAYS * DAY_MS);
    const read = { files: new Map<string, Remembered>(files) };
    return isOld ? { ...none, ...read } : { ...read, answers: new Map<string, number | null>(answers), since };
  } catch {
    // A cache: without it, everything is read and asked again.
    return none;
  }
}

/** Writes a file beside it and renames that one, so that the path never has a part of it. A link stays a link. */
export function replaceFile(path: string, content: string | Buffer): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  const target = stats ? realpathSync(path) : path;
  const partial = `${target}.${process.pid}.partial`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(partial, content, { flush: true, mode: stats?.mode ?? 0o644 });
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { force: true });
    throw new OperatorError(`${path} cannot be written (${failureOf(error)})`);
  }
}

const MEGABYTE = 1_000_000;

/** The facts of all files by path. What is not remembered is read in threads, one for each core. */
export async function readFiles(files: readonly ListedFile[], memory: Memory): Promise<Map<string, FileFacts>> {
  const facts = new Map<string, FileFacts>();
  const unknown = files.filter((file) => {
    const known = memory.find(file);
    if (known) facts.set(file.path, known);
    return !known;
  });
  const total = unknown.reduce((sum, { size }) => sum + size, 0);
  const progress = openProgress('MB');
  const waiting = unknown.values();
  let done = 0;
  const work = async () => {
    const thread = startThread<ListedFile>('facts-thread', import.meta.url);
    try {
      for (const file of waiting) {
        const read = await thread.ask<FileFacts>(file);
        facts.set(file.path, read);
        memory.add(file, read);
        done += file.size;
        progress.show(Math.floor(done / MEGABYTE), Math.ceil(total / MEGABYTE));
        memory.tick();
      }
    } finally {
      await thread.worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), unknown.length) }, work));
  progress.end();
  memory.save();
  return facts;
}
