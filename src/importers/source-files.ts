import { createHash } from 'node:crypto';
import { readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { failureOf, OperatorError } from '../errors.ts';
import { compareText } from './sorting.ts';

export interface SourceFile {
  path: string;
  bytes: number;
}

/** The files of a source in a folder. */
export interface FileKind {
  pattern: RegExp;
  /** For the message if a folder has none. */
  name: string;
  /** Include files in subfolders. */
  deep?: boolean;
  /** Skips files of a folder by their name. */
  isWanted?: (name: string) => boolean;
}

type OnProgress = (done: number, total: number) => void;

const MEGABYTE = 1_000_000;

/** The matching files of each folder and every file that is given by its path, sorted by name. */
export function listSourceFiles(paths: readonly string[], kind: FileKind): SourceFile[] {
  const found = paths.flatMap((path) => (stat(path).isDirectory() ? listFolder(path, kind) : [path]));
  return [...new Set(found)].toSorted(byName).map((path) => statFile(path));
}

export function statFile(path: string): SourceFile {
  const stats = stat(path);
  if (stats.isDirectory()) throw new OperatorError(`${path} is a folder; name a file`);
  return { path, bytes: stats.size };
}

/** A folder is a complete source; single files are a part of one. */
export function isComplete(paths: readonly string[]): boolean {
  return paths.every((path) => stat(path).isDirectory());
}

/** Tracks files that are read one after the other: reports progress and hashes the content. */
export function watchFiles(files: readonly SourceFile[], onProgress: OnProgress) {
  const onBytes = trackBytes(files, onProgress);
  const hash = createHash('sha256');
  return {
    onChunk: (chunk: Buffer) => {
      hash.update(chunk);
      onBytes(chunk);
    },
    /** A short version for sources without one, from the hash of the content. */
    version: (count: number, what: string) =>
      `${count} ${what}${count === 1 ? '' : 's'}, ${hash.digest('hex').slice(0, 12)}`,
  };
}

/** Reports progress in megabytes. Call the result with each chunk. */
export function trackBytes(files: readonly SourceFile[], onProgress: OnProgress): (chunk: Buffer) => void {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  return ({ length }) => {
    done += length;
    onProgress(Math.floor(done / MEGABYTE), Math.ceil(total / MEGABYTE));
  };
}

function listFolder(folder: string, { pattern, name: what, deep = false, isWanted = () => true }: FileKind): string[] {
  const names = readdirSync(folder, { recursive: deep, encoding: 'utf8' }).filter((name) => pattern.test(name));
  if (names.length === 0) throw new OperatorError(`${folder} has no ${what}`);
  return names.filter((name) => isWanted(basename(name))).map((name) => join(folder, name));
}

function stat(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw new OperatorError(`${path} cannot be read (${failureOf(error)})`);
  }
}

function byName(a: string, b: string): number {
  return compareText(`${basename(a)} ${a}`, `${basename(b)} ${b}`);
}
