import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { compareCodePoints } from '../catalog/model/order.ts';
import { OperatorError } from '../errors.ts';
import { type FoundFile, findDifference, findFileInside } from './check-files.ts';
import { describeErrors } from './line-problems.ts';
import { BUNDLE_FILES, type BundleFile, Manifest } from './lines.ts';
import { listTextProblems } from './plain-text.ts';
import { parseJsonLine, readTextLines } from './text-lines.ts';

/** A bundle on disk: a folder with a manifest and JSON Lines. */
export interface Bundle {
  folder: string;
  /** For messages: the folder, or the archive that was unpacked into it. */
  name: string;
  manifest: Manifest;
  /** The first source of the manifest, which is the source of all lines that name none. */
  source: Manifest['sources'][number];
  /** Paths of files that were rewritten line by line, and are read in place of those in the folder. */
  replaced?: Partial<Record<BundleFile, string>>;
}

export type Line<F extends BundleFile> = Static<(typeof BUNDLE_FILES)[F]>;

/** Collects the problems of a bundle with file and line. A bundle with problems is not loaded. */
export class Problems {
  readonly #found: string[] = [];
  #count = 0;

  add(file: string, line: number, message: string): void {
    this.#count++;
    if (this.#found.length < MAX_SHOWN) this.#found.push(`${file}:${line}: ${message}`);
  }

  throwIfAny(name: string): void {
    if (this.#count === 0) return;
    const more = this.#count > MAX_SHOWN ? `\n… and ${this.#count - MAX_SHOWN} more` : '';
    const what = this.#count === 1 ? 'a problem' : `${this.#count} problems`;
    throw new OperatorError(`${name} has ${what}; nothing was loaded:\n${this.#found.join('\n')}${more}`);
  }
}

const MAX_SHOWN = 100;
const MAX_SHOWN_PER_LINE = 5;
/** Sorts before every character of a key, so that a key comes before the longer keys that start with it. */
const SEPARATOR = '\u0001';
export const MANIFEST = 'manifest.json';
/** Real ones have a few kilobytes. */
export const MAX_MANIFEST_BYTES = 4 * 1024 ** 2;
// A check stops after this many errors; one mistake can cause three of them.
Settings.Set({ maxErrors: 8 * MAX_SHOWN_PER_LINE });
const checkManifest = Compile(Manifest);
const checks = Object.fromEntries(
  Object.entries(BUNDLE_FILES).map(([file, schema]) => [file, Compile(schema)]),
) as Record<BundleFile, ReturnType<typeof Compile>>;

/** Reads the manifest and compares every file with it. */
export async function openBundle(folder: string, name = folder): Promise<Bundle> {
  if (!existsSync(folder)) throw new OperatorError(`There is no file or folder ${name}`);
  if (!existsSync(join(folder, MANIFEST))) throw new OperatorError(`${name} is not a bundle: it has no ${MANIFEST}`);
  const manifest = parseManifest(name, await readManifest(folder, name));
  for (const expected of manifest.files) {
    const { path } = expected;
    if (!(path in BUNDLE_FILES))
      throw new OperatorError(`${name}: ${MANIFEST} lists ${path}, which is not a file of a bundle`);
    const difference = await findDifference(await findListed(folder, name, path), expected);
    if (difference) throw new OperatorError(`${name}: ${path} does not match ${MANIFEST}: ${difference}`);
  }
  return { folder, name, manifest, source: manifest.sources[0] as Bundle['source'] };
}

/** Reads the lines of a file of the bundle; none if the manifest does not list it. */
export async function* readLines<F extends BundleFile>(bundle: Bundle, file: F, problems: Pick<Problems, 'add'>) {
  const path = bundle.replaced?.[file] ?? join(bundle.folder, file);
  if (bundle.manifest.files.some((listed) => listed.path === file) && existsSync(path))
    yield* readLinesAt(path, file, problems);
}

/** Yields the valid lines of a file and adds the others to the problems. Lines must be sorted by key, each key once. */
export async function* readLinesAt<F extends BundleFile>(
  path: string,
  file: F,
  problems: Pick<Problems, 'add'>,
): AsyncGenerator<{ line: Line<F>; number: number }> {
  let number = 0;
  let previous = '';
  for await (const text of readTextLines(path)) {
    number++;
    const line = parseLine(file, text);
    if (Array.isArray(line)) {
      for (const problem of limitProblems(line)) problems.add(file, number, problem);
      continue;
    }
    const order = sortKey(line);
    if (previous !== '' && compareCodePoints(order, previous) <= 0)
      problems.add(
        file,
        number,
        `${showKey(order)} must come after ${showKey(previous)}: sort the lines by key, each key once`,
      );
    previous = order;
    yield { line: line as Line<F>, number };
  }
}

interface Sortable {
  key: string;
  platform?: string;
  source?: string;
}

/** Media lines are unique by game and platform, and all lines by source. */
export function sortKey({ key, platform, source }: Sortable): string {
  return [key, platform, source].filter((part) => part !== undefined).join(SEPARATOR);
}

function showKey(order: string): string {
  return order.replaceAll(SEPARATOR, ' ');
}

/** Returns the line, or its problems. */
function parseLine(file: BundleFile, text: string | undefined): Sortable | string[] {
  const { value, problem } = parseJsonLine(text);
  if (problem !== undefined) return [problem];
  try {
    const found = listProblems(checks[file], value);
    return found.length > 0 ? found : (value as Sortable);
  } catch (error) {
    // The recursive checks overflow the stack.
    if (error instanceof RangeError) return ['it is nested too deeply'];
    throw error;
  }
}

function listProblems(check: ReturnType<typeof Compile>, value: unknown): string[] {
  return [...(check.Check(value) ? [] : describeErrors(check.Errors(value))), ...listTextProblems(value)];
}

function limitProblems(problems: readonly string[]): string[] {
  const shown = problems.slice(0, MAX_SHOWN_PER_LINE);
  return problems.length > shown.length ? [...shown, 'and more in this line'] : shown;
}

async function findListed(folder: string, name: string, path: string): Promise<FoundFile> {
  const found = await findFileInside(folder, path);
  if (typeof found === 'string') throw new OperatorError(`${name}: ${path} ${found}`);
  return found;
}

async function readManifest(folder: string, name: string): Promise<string> {
  const { path, size } = await findListed(folder, name, MANIFEST);
  if (size > MAX_MANIFEST_BYTES) throw new OperatorError(`${name}: ${MANIFEST} has more than 4 MB`);
  return readFile(path, 'utf8');
}

export function parseManifest(name: string, text: string): Manifest {
  const { value, problem } = parseJsonLine(text);
  if (problem !== undefined) throw new OperatorError(`${name}: ${MANIFEST} is ${problem}`);
  const found = listProblems(checkManifest, value);
  if (found.length === 0) return value as Manifest;
  throw new OperatorError(`${name}: ${MANIFEST}: ${limitProblems(found).join('; ')}`);
}
