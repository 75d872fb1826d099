import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { OperatorError } from '../../errors.ts';
import { findList, isInProfile, type Profile } from './lists.ts';

export interface ListFile {
  path: string;
  bytes: number;
}

const LIST_FILE = /\.xml(\.gz)?$/;

/** The lists to read, by name: of a folder all that the profile wants, and every file that is named. */
export function listFiles(paths: readonly string[], profile: Profile): ListFile[] {
  const found = paths.flatMap((path) => (stat(path).isDirectory() ? listFolder(path, profile) : [path]));
  return [...new Set(found)].toSorted(byName).map(sized);
}

export function sized(path: string): ListFile {
  const stats = stat(path);
  if (stats.isDirectory()) throw new OperatorError(`${path} is a folder, where a file was expected`);
  return { path, bytes: stats.size };
}

/** A folder is all there is; single files are only a part of it. */
export function isComplete(paths: readonly string[]): boolean {
  return paths.every((path) => stat(path).isDirectory());
}

function listFolder(folder: string, profile: Profile): string[] {
  const names = readdirSync(folder).filter((name) => LIST_FILE.test(name));
  if (names.length === 0) throw new OperatorError(`${folder} holds no software lists (files that end in .xml)`);
  return names.filter((name) => isWanted(name.replace(LIST_FILE, ''), profile)).map((name) => join(folder, name));
}

/** MAME names the file as the list. What the table does not know is read, and told of. */
function isWanted(name: string, profile: Profile): boolean {
  const facts = findList(name);
  return facts === undefined || (facts !== 'none' && isInProfile(facts, profile));
}

function stat(path: string) {
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
