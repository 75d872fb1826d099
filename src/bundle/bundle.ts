import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { compareCodePoints } from '../catalog/model/order.ts';
import { PartialDate, YearMonth } from '../catalog/model/resources.ts';
import { OperatorError } from '../errors.ts';
import { type FoundFile, findDifference, findFileInside } from './check-files.ts';
import { BUNDLE_FILES, type BundleFile, Manifest } from './lines.ts';
import { type FieldProblem, listTextProblems } from './plain-text.ts';
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

/** A problem of a line: of one of its fields, or of the line as a whole. */
export type LineProblem = FieldProblem | string;

/** A bundle with problems is not loaded. */
export class BundleProblems extends OperatorError {
  readonly problems: readonly LineProblem[];

  constructor(message: string, problems: readonly LineProblem[]) {
    super(message);
    this.problems = problems;
  }
}

/** Collects the problems of a bundle with file and line. */
export class Problems {
  readonly #found: { at: string; problem: LineProblem }[] = [];
  #count = 0;

  add(file: string, line: number, problem: LineProblem): void {
    this.#count++;
    if (this.#found.length < MAX_SHOWN) this.#found.push({ at: `${file}:${line}`, problem });
  }

  throwIfAny(name: string): void {
    if (this.#count === 0) return;
    const more = this.#count > MAX_SHOWN ? `\n… and ${this.#count - MAX_SHOWN} more` : '';
    const what = this.#count === 1 ? 'a problem' : `${this.#count} problems`;
    const lines = this.#found.map(({ at, problem }) => `${at}: ${describeProblem(problem)}`);
    throw new BundleProblems(
      `${name} has ${what}; nothing was loaded:\n${lines.join('\n')}${more}`,
      this.#found.map(({ problem }) => problem),
    );
  }
}

export function describeProblem(problem: LineProblem): string {
  return typeof problem === 'string' ? problem : `${problem.field || 'it'} ${problem.rule}`;
}

const MAX_SHOWN = 100;
const MAX_SHOWN_PER_LINE = 5;
/** Sorts before every character of a key, so that a key comes before the longer keys that start with it. */
const SEPARATOR = '\u0001';
export const MANIFEST = 'manifest.json';
/** Real ones have a few kilobytes. */
const MAX_MANIFEST_BYTES = 4 * 1024 ** 2;
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

/**
 * Yields the valid lines of a file of the bundle, none if the manifest does not list it, and adds the others to the problems.
 * Lines must be sorted by key, each key once.
 */
export async function* readLines<F extends BundleFile>(
  bundle: Bundle,
  file: F,
  problems: Pick<Problems, 'add'>,
): AsyncGenerator<{ line: Line<F>; number: number }> {
  const path = bundle.replaced?.[file] ?? join(bundle.folder, file);
  if (!bundle.manifest.files.some((listed) => listed.path === file) || !existsSync(path)) return;
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
export function parseLine(file: BundleFile, text: string | undefined): Sortable | LineProblem[] {
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

function listProblems(check: ReturnType<typeof Compile>, value: unknown): FieldProblem[] {
  return [...(check.Check(value) ? [] : describeErrors(check.Errors(value))), ...listTextProblems(value)];
}

function limitProblems(problems: readonly LineProblem[]): LineProblem[] {
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

function parseManifest(name: string, text: string): Manifest {
  const { value, problem } = parseJsonLine(text);
  if (problem !== undefined) throw new OperatorError(`${name}: ${MANIFEST} is ${problem}`);
  const found = listProblems(checkManifest, value);
  if (found.length === 0) return value as Manifest;
  throw new OperatorError(`${name}: ${MANIFEST}: ${limitProblems(found).map(describeProblem).join('; ')}`);
}

/** An error of a TypeBox check. */
interface SchemaError {
  keyword: string;
  schemaPath: string;
  instancePath: string;
  params: object;
  message: string;
}

interface Params {
  pattern?: string | RegExp;
  type?: string | readonly string[];
  requiredProperties?: readonly string[];
  allowedValues?: readonly unknown[];
}

const patternOf = (schema: object): unknown => (schema as { pattern?: unknown }).pattern;

/** Patterns in words. */
const PATTERNS: ReadonlyMap<unknown, string> = new Map([
  [patternOf(PartialDate), 'must be YYYY, YYYY-MM or YYYY-MM-DD'],
  [patternOf(YearMonth), 'must be YYYY or YYYY-MM'],
  ['^https?://\\S+$', 'must be a URL (https://…)'],
  ['^(https?://|/media/)\\S+$', 'must be a URL (https://…) or a path under /media/'],
  [
    '^media(/[A-Za-z0-9_][A-Za-z0-9._-]*)+$',
    'must be a path in the bundle such as media/front.png, in ASCII letters, digits, dots and dashes',
  ],
  ['^[a-z][a-z0-9-]*:\\S', 'must be a key: the name of a source in lowercase letters, a colon, and a name'],
]);
/** The schema of a picture, which is a link or a file. */
const LINK_OR_FILE = /\/items\/anyOf\/[01]$/;
/** The null of a nullable value; the error of the other choice says enough. */
const OR_NULL = /\/anyOf\/1$/;

/** The message for each keyword. Undefined if another error says it better. */
const MESSAGES: Record<string, (params: Params, schemaPath: string) => string | undefined> = {
  additionalProperties: () => undefined,
  anyOf: () => undefined,
  if: () => undefined,
  // The schema of a property that is not allowed is "false".
  boolean: () => 'is not a known property',
  enum: ({ allowedValues = [] }) => `must be one of ${allowedValues.join(', ')}`,
  pattern: ({ pattern }) => PATTERNS.get(pattern) ?? `must match ${pattern}`,
  required: ({ requiredProperties = [] }, schemaPath) => {
    if (!LINK_OR_FILE.test(schemaPath)) return `must have ${requiredProperties.join(', ')}`;
    return requiredProperties[0] === 'file' ? undefined : `must have ${requiredProperties.join(', ')}, or a file`;
  },
  type: ({ type }, schemaPath) => {
    if (OR_NULL.test(schemaPath)) return undefined;
    return `must be ${type}${schemaPath.endsWith('/anyOf/0') ? ' or null' : ''}`;
  },
};

/** One of several kinds of lines in a file. */
const KIND = /^#\/anyOf\/\d/;

function describeErrors(errors: readonly SchemaError[]): FieldProblem[] {
  if (errors.some(({ schemaPath }) => KIND.test(schemaPath)))
    return [{ field: '', rule: 'is not a line that an export writes' }];
  return errors.flatMap(({ keyword, schemaPath, instancePath, params, message }) => {
    const describe = MESSAGES[keyword];
    const rule = describe ? describe(params, schemaPath) : message;
    return rule === undefined ? [] : [{ field: instancePath.slice(1).replaceAll('/', '.'), rule }];
  });
}
