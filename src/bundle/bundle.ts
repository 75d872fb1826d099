import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { compareCodePoints } from '../catalog/model/order.ts';
import { OperatorError } from '../errors.ts';
import { findDifference, measureFile } from './check-files.ts';
import { describeErrors } from './line-problems.ts';
import { BUNDLE_FILES, type BundleFile, Manifest } from './lines.ts';
import { listTextProblems } from './plain-text.ts';
import { readTextLines } from './text-lines.ts';

/** A bundle on disk: a folder with a manifest and JSON Lines. */
export interface Bundle {
  folder: string;
  /** What the operator calls it: the folder, or the archive that was unpacked into it. */
  name: string;
  manifest: Manifest;
  /** The first of its sources: of this one are all lines that name none. */
  source: Manifest['sources'][number];
  /** Where a file is read from that was made anew out of the one in the folder, line for line. */
  replaced?: Partial<Record<BundleFile, string>>;
}

export type Line<F extends BundleFile> = Static<(typeof BUNDLE_FILES)[F]>;

/** What is wrong in a bundle, each with file and line; nothing is loaded while there is any. */
export class Problems {
  readonly #found: string[] = [];
  #count = 0;

  add(file: string, line: number, message: string): void {
    this.#count++;
    if (this.#found.length < MOST_SHOWN) this.#found.push(`${file}:${line}: ${message}`);
  }

  throwIfAny(name: string): void {
    if (this.#count === 0) return;
    const more = this.#count > MOST_SHOWN ? `\n… and ${this.#count - MOST_SHOWN} more` : '';
    const what = this.#count === 1 ? 'a problem' : `${this.#count} problems`;
    throw new OperatorError(`${name} has ${what}; nothing was loaded:\n${this.#found.join('\n')}${more}`);
  }
}

const MOST_SHOWN = 100;
const MOST_SHOWN_PER_LINE = 5;
/** Sorts before all that a key may hold, so that a key comes before those that it begins. */
const BETWEEN = '\u0001';
export const MANIFEST = 'manifest.json';
// A check stops after so many complaints; one mistake can be three of them.
Settings.Set({ maxErrors: 8 * MOST_SHOWN_PER_LINE });
const checkManifest = Compile(Manifest);
const checks = Object.fromEntries(
  Object.entries(BUNDLE_FILES).map(([file, schema]) => [file, Compile(schema)]),
) as Record<BundleFile, ReturnType<typeof Compile>>;

/** Reads the manifest and makes sure that every file is the one it speaks of. */
export async function openBundle(folder: string, name = folder): Promise<Bundle> {
  const manifest = parseManifest(name, await readManifest(folder, name));
  for (const named of manifest.files) {
    const { path } = named;
    if (!(path in BUNDLE_FILES)) throw new OperatorError(`${name}: ${MANIFEST} names ${path}, which no bundle has`);
    const found = await measureFile(join(folder, path));
    if (found === undefined) throw new OperatorError(`${name}: ${path} is missing or cannot be read`);
    const difference = findDifference(found, named);
    if (difference)
      throw new OperatorError(`${name}: ${path} is not the file that ${MANIFEST} speaks of: ${difference}`);
  }
  return { folder, name, manifest, source: manifest.sources[0] as Bundle['source'] };
}

/** The lines of one file that are right; the others go to the problems. Lines must be sorted by key, each key once. */
export async function* readLines<F extends BundleFile>(
  bundle: Bundle,
  file: F,
  problems: Problems,
): AsyncGenerator<{ line: Line<F>; number: number }> {
  const path = bundle.replaced?.[file] ?? join(bundle.folder, file);
  if (!bundle.manifest.files.some((named) => named.path === file) || !existsSync(path)) return;
  let number = 0;
  let previous = '';
  for await (const text of readTextLines(path)) {
    number++;
    const line = parseLine(file, text);
    if (Array.isArray(line)) {
      for (const problem of firstOf(line)) problems.add(file, number, problem);
      continue;
    }
    const order = sortKey(line);
    if (previous !== '' && compareCodePoints(order, previous) <= 0)
      problems.add(file, number, `${shown(order)} must come after ${shown(previous)}: sorted, and each key once`);
    previous = order;
    yield { line: line as Line<F>, number };
  }
}

interface Sortable {
  key: string;
  platform?: string;
  source?: string;
}

/** A media line belongs to a game and a platform; of several sources each may have a line of the same key. */
export function sortKey({ key, platform, source }: Sortable): string {
  return [key, platform, source].filter((part) => part !== undefined).join(BETWEEN);
}

function shown(order: string): string {
  return order.replaceAll(BETWEEN, ' ');
}

/** The line, or what is wrong with it. */
function parseLine(file: BundleFile, text: string | undefined): Sortable | string[] {
  if (text === undefined) return ['not valid UTF-8'];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return [`not valid JSON: ${(error as Error).message}`];
  }
  try {
    const wrong = listProblems(checks[file], value);
    return wrong.length > 0 ? wrong : (value as Sortable);
  } catch (error) {
    // What walks through the value runs out of stack.
    if (error instanceof RangeError) return ['it is nested too deeply'];
    throw error;
  }
}

function listProblems(check: ReturnType<typeof Compile>, value: unknown): string[] {
  return [...(check.Check(value) ? [] : describeErrors(check.Errors(value))), ...listTextProblems(value)];
}

function firstOf(problems: readonly string[]): string[] {
  const shown = problems.slice(0, MOST_SHOWN_PER_LINE);
  return problems.length > shown.length ? [...shown, 'and more in this line'] : shown;
}

async function readManifest(folder: string, name: string): Promise<string> {
  try {
    return await readFile(join(folder, MANIFEST), 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new OperatorError(`${name} is not a bundle: its ${MANIFEST} cannot be read (${code})`);
  }
}

function parseManifest(name: string, text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new OperatorError(`${name}: ${MANIFEST} is not valid JSON: ${(error as Error).message}`);
  }
  const wrong = listProblems(checkManifest, value);
  if (wrong.length === 0) return value as Manifest;
  throw new OperatorError(`${name}: ${MANIFEST}: ${firstOf(wrong).join('; ')}`);
}
