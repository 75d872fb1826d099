import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { compareCodePoints } from '../catalog/order.ts';
import { OperatorError } from '../errors.ts';
import { BUNDLE_FILES, type BundleFile, Manifest } from './bundle-lines.ts';
import { readTextLines } from './text-lines.ts';
import { findTextProblem } from './texts.ts';

/** A bundle on disk: a folder with a manifest and JSON Lines. */
export interface Bundle {
  folder: string;
  /** What it is called when something is wrong with it. */
  name: string;
  manifest: Manifest;
  /** The first of its sources: of this one are all lines that name none. */
  source: Manifest['sources'][number];
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

  throwIfAny(folder: string): void {
    if (this.#count === 0) return;
    const more = this.#count > MOST_SHOWN ? `\n… and ${this.#count - MOST_SHOWN} more` : '';
    const what = this.#count === 1 ? 'a problem' : `${this.#count} problems`;
    throw new OperatorError(`${folder} has ${what}; nothing was loaded:\n${this.#found.join('\n')}${more}`);
  }
}

const MOST_SHOWN = 100;
const MANIFEST = 'manifest.json';
const checkManifest = Compile(Manifest);
const checks = Object.fromEntries(
  Object.entries(BUNDLE_FILES).map(([file, schema]) => [file, Compile(schema)]),
) as Record<BundleFile, ReturnType<typeof Compile>>;

/** Reads the manifest and makes sure that every file is the one it speaks of. */
export async function openBundle(folder: string, name = folder): Promise<Bundle> {
  const manifest = parseManifest(folder, await readManifest(folder));
  for (const { path, sha256 } of manifest.files) {
    if (!(path in BUNDLE_FILES)) throw new OperatorError(`${folder}: ${MANIFEST} names ${path}, which no bundle has`);
    const found = await hashFile(join(folder, path));
    if (found === undefined) throw new OperatorError(`${folder}: ${path} is missing or cannot be read`);
    if (found !== sha256) throw new OperatorError(`${folder}: ${path} is not the file that ${MANIFEST} speaks of`);
  }
  return { folder, name, manifest, source: manifest.sources[0] as Bundle['source'] };
}

/** The lines of one file that are right; the others go to the problems. Lines must be sorted by key, each key once. */
export async function* readLines<F extends BundleFile>(
  bundle: Bundle,
  file: F,
  problems: Problems,
): AsyncGenerator<{ line: Line<F>; number: number }> {
  const path = join(bundle.folder, file);
  if (!bundle.manifest.files.some((named) => named.path === file) || !existsSync(path)) return;
  let number = 0;
  let previous = '';
  for await (const text of readTextLines(path)) {
    number++;
    const line = parseLine(file, text);
    if (typeof line === 'string') {
      problems.add(file, number, line);
      continue;
    }
    const order = sortKey(line);
    if (previous !== '' && compareCodePoints(order, previous) <= 0)
      problems.add(file, number, `${order} must come after ${previous}: sorted, and each key once`);
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
  return [key, platform, source].filter((part) => part !== undefined).join(' ');
}

function parseLine(file: BundleFile, text: string | undefined): Sortable | string {
  if (text === undefined) return 'not valid UTF-8';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `not valid JSON: ${(error as Error).message}`;
  }
  const check = checks[file];
  if (!check.Check(value)) {
    return describeError(check.Errors(value)[0]);
  }
  return findTextProblem(value) ?? (value as { key: string });
}

function describeError(error: { instancePath: string; message: string } | undefined): string {
  if (!error) return 'it is not valid';
  const where = error.instancePath.slice(1).replaceAll('/', '.') || 'it';
  // Where nothing more is allowed, the schema of a further property is "false".
  return error.message === 'schema is false' ? `${where} is not known here` : `${where} ${error.message}`;
}

async function readManifest(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, MANIFEST), 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new OperatorError(`${folder} is no bundle: its ${MANIFEST} cannot be read (${code})`);
  }
}

function parseManifest(folder: string, text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new OperatorError(`${folder}: ${MANIFEST} is not valid JSON: ${(error as Error).message}`);
  }
  if (checkManifest.Check(value)) return value;
  throw new OperatorError(`${folder}: ${MANIFEST}: ${describeError(checkManifest.Errors(value)[0])}`);
}

async function hashFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
