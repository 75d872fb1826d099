import { createHash } from 'node:crypto';
import { readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { OperatorError } from '../errors.ts';

/** A file of a source. */
export interface SourceFile {
  path: string;
  bytes: number;
}

/** What the folders of a source hold: files whose names fit, and what they are called where none is. */
export interface FileKind {
  pattern: RegExp;
  name: string;
  /** Also those in folders below. */
  deep?: boolean;
  /** Of the files in a folder only these. */
  isWanted?: (name: string) => boolean;
}

const MEGABYTE = 1_000_000;

/** The files to read, by name: those that fit of a folder, and every file that is named. */
export function listSourceFiles(paths: readonly string[], kind: FileKind): SourceFile[] {
  const found = paths.flatMap((path) => (stat(path).isDirectory() ? listFolder(path, kind) : [path]));
  return [...new Set(found)].toSorted(byName).map(sized);
}

export function sized(path: string): SourceFile {
  const stats = stat(path);
  if (stats.isDirectory()) throw new OperatorError(`${path} is a folder, where a file was expected`);
  return { path, bytes: stats.size };
}

/** A folder is all there is; single files are only a part of it. */
export function isComplete(paths: readonly string[]): boolean {
  return paths.every((path) => stat(path).isDirectory());
}

/** Follows the bytes of files that are read one after the other: how many there were, and what they hash to. */
export function watchFiles(files: readonly SourceFile[], onProgress: (done: number, total: number) => void) {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const hash = createHash('sha256');
  let done = 0;
  return {
    onChunk: (chunk: Buffer) => {
      hash.update(chunk);
      done += chunk.length;
      onProgress(Math.floor(done / MEGABYTE), Math.ceil(total / MEGABYTE));
    },
    /** What was read, as a short name, for sources that do not say of which version they are. */
    version: (what: string) => `${what}, ${hash.digest('hex').slice(0, 12)}`,
  };
}

function listFolder(folder: string, { pattern, name: what, deep = false, isWanted = () => true }: FileKind): string[] {
  const names = readdirSync(folder, { recursive: deep, encoding: 'utf8' }).filter((name) => pattern.test(name));
  if (names.length === 0) throw new OperatorError(`${folder} holds no ${what}`);
  return names.filter((name) => isWanted(basename(name))).map((name) => join(folder, name));
}

function stat(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw new OperatorError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function byName(a: string, b: string): number {
  const [one, other] = [`${basename(a)} ${a}`, `${basename(b)} ${b}`];
  return one < other ? -1 : Number(one > other);
}
