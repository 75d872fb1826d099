import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Engine } from '../servers/engines.ts';

/** Test files that share a process, which saves starting Node and loading the same modules for each. */
export interface Group {
  name: string;
  files: string[];
  engine: Engine;
  /** What mostly waits for other processes runs beside what is busy; the last ones run with nothing beside them. */
  runs: 'waiting' | 'busy' | 'alone';
}

function folders(...names: string[]): string[] {
  return names.map((name) => `test/${name}`);
}

const named = (folder: string, names: readonly string[]) => names.map((name) => `test/${folder}/${name}.test.ts`);

/** Quick files that need a process of their own. */
const OWN_PROCESS = [
  // Changes TMPDIR.
  'test/bundle/scratch-database.test.ts',
  // Uses the real cost of password hashing.
  'test/accounts/passwords.test.ts',
];

/** Files that stop, pause and kill databases and servers, mild traffic, and drawing, which has a low priority. */
const WAITING = [
  ...named('server/process', ['faults.long', 'fleet', 'nodes.long', 'stop.long']),
  ...named('torture', ['soak.long']),
  ...named('covers', ['fonts.long']),
  'test/covers',
];

/** Judges whom a busy server refuses, so `--long` leaves it to a run of its own. */
export const ALONE = named('torture', ['overload.long']);

/** Folders of quick tests that share a process: loading the program takes more than a second of CPU. */
const TOGETHER = [
  ['test', ...folders('accounts', 'api', 'bundle', 'catalog', 'mutants', 'quota', 'schema', 'vocabulary')],
  folders('client', 'clients', 'docs', 'matching', 'pictures'),
];

/** Tests that also run on PostgreSQL: those of what it stores, not of pages and rules. test/store runs on both by itself. */
const ON_BOTH_ENGINES = [
  ...named('contract', ['changes', 'changes-cursors', 'games-search', 'keys', 'quota']),
  ...named('merging', ['data-dumps', 'dumps', 'load', 'rename', 'stories', 'undo']),
];

/** Long files of minutes. */
const LONGEST = [
  ...named('docs', ['pages.long']),
  ...named('web/operator', ['open-catalog.long']),
  ...named('torture', ['crash.long']),
  ...named('cli', ['killed-follower.long']),
];

/** So that a renamed file does not lose its place. */
export const NAMED_FILES = [...OWN_PROCESS, ...WAITING, ...ALONE, ...ON_BOTH_ENGINES, ...LONGEST];

/** The longest start first, so that no core is idle at the end. All long files of the browser run in one process. */
const FIRST = [
  ...['test/browser', ...LONGEST, 'test/torture', 'test/docs', 'test/server', 'test/cli', 'test/web', 'test/merging'],
  // The folder of the first quick file.
  ...['test/contract', 'test/accounts', 'test/store', 'test/importers'],
];

/** Which files run. A long test file, `*.long.test.ts`, does not run with `npm test`, unless it is named. */
export type Length = 'quick' | 'long' | 'all';

/** The groups of these test files and folders, or of all. */
export function listGroups(length: Length, wanted: readonly string[] = []): Group[] {
  const isWanted = (file: string) =>
    wanted.includes(file) || (hasLength(file, length) && (wanted.length === 0 || isIn(file, wanted)));
  const files = globSync('test/**/*.test.ts').filter(isWanted);
  const onSqlite = Map.groupBy(files, groupName);
  const onBoth = files.filter((file) => ON_BOTH_ENGINES.includes(file));
  return [
    ...Array.from(onSqlite, ([name, files]) => toGroup(name, files, 'sqlite')),
    ...(onBoth.length > 0 ? [toGroup('over PostgreSQL', onBoth, 'postgres')] : []),
  ].toSorted((a, b) => rank(a) - rank(b));
}

const isLong = (file: string): boolean => file.endsWith('.long.test.ts');

function hasLength(file: string, length: Length): boolean {
  return length === 'all' || (isLong(file) === (length === 'long') && !ALONE.includes(file));
}

function isIn(file: string, paths: readonly string[]): boolean {
  return paths.some((path) => file === path || file.startsWith(path.replace(/\/?$/, '/')));
}

function groupName(file: string): string {
  const folder = folderOf(file);
  // The files of the browser share one.
  const hasProcess = isLong(file) && folder !== 'test/browser';
  if (hasProcess || OWN_PROCESS.includes(file) || WAITING.includes(file)) return file;
  return TOGETHER.find((list) => list.includes(folder))?.[0] ?? folder;
}

function folderOf(file: string): string {
  return dirname(file).split('/').slice(0, 2).join('/');
}

function toGroup(name: string, files: string[], engine: Engine): Group {
  const runs = WAITING.includes(name) ? 'waiting' : ALONE.includes(name) ? 'alone' : 'busy';
  return { name, files: files.toSorted(), engine, runs };
}

function rank({ files: [first = ''] }: Group): number {
  const at = FIRST.findIndex((path) => path === first || path === folderOf(first));
  return at < 0 ? FIRST.length : at;
}
