import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Engine } from './engines.ts';

/** Test files that share a process, which saves starting Node and loading the same modules for each. */
export interface Group {
  name: string;
  files: string[];
  engine: Engine;
  /** Mostly waits for other processes, so it runs in addition to the CPU-bound groups. */
  waits: boolean;
}

const named = (folder: string, names: readonly string[]) => names.map((name) => `test/${folder}/${name}.test.ts`);

/** Files that need a process of their own. */
const ALONE = [
  // The first measures the heap, the second changes TMPDIR.
  'test/importers/mame/memory.test.ts',
  'test/bundle/scratch-database.test.ts',
  // Uses the real cost of password hashing.
  'test/accounts/passwords.test.ts',
];

/** Files that stop, pause and kill databases and servers, and a minute of mild traffic. */
const WAITING = [
  ...named('server', ['changes', 'faults', 'fleet', 'nodes', 'replica', 'stop']),
  ...named('torture', ['soak']),
];

/** Folders of quick tests, all in one process. */
const QUICK = [
  'test',
  'test/accounts',
  'test/api',
  'test/bundle',
  'test/catalog',
  'test/mutants',
  'test/quota',
  'test/schema',
  'test/vocabulary',
];

/** Tests that run on both engines: the contract, imports, accounts. */
const ON_BOTH_ENGINES = [
  'test/contract',
  'test/merging',
  ...named('web', ['account-lifecycle', 'forms', 'mail', 'operator', 'throttle']),
];
/** These do not depend on the engine. */
const ON_ONE_ENGINE = named('contract', ['generated-covers', 'http', 'title-match']);

/** Long groups start first, so that no core is idle at the end. */
const LONG = ['test/browser', 'test/cli', 'test/docs', 'test/server', 'test/importers', 'test/web'];

/** The groups of these test files and folders, or of all. */
export function listGroups(wanted: readonly string[] = []): Group[] {
  const files = globSync('test/**/*.test.ts').filter((file) => wanted.length === 0 || isIn(file, wanted));
  const onSqlite = Map.groupBy(files, groupName);
  const onBoth = files.filter((file) => isIn(file, ON_BOTH_ENGINES) && !ON_ONE_ENGINE.includes(file));
  const onPostgres = Map.groupBy(onBoth, (file) => dirname(file));
  return [
    ...Array.from(onSqlite, ([name, files]) => toGroup(name, files, 'sqlite')),
    ...Array.from(onPostgres, ([name, files]) => toGroup(`${name} over PostgreSQL`, files, 'postgres')),
  ].toSorted((a, b) => rank(a) - rank(b));
}

function isIn(file: string, paths: readonly string[]): boolean {
  return paths.some((path) => file === path || file.startsWith(path.replace(/\/?$/, '/')));
}

function groupName(file: string): string {
  if (ALONE.includes(file) || WAITING.includes(file)) return file;
  const folder = dirname(file).split('/').slice(0, 2).join('/');
  return QUICK.includes(folder) ? 'quick' : folder;
}

function toGroup(name: string, files: string[], engine: Engine): Group {
  return { name, files: files.toSorted(), engine, waits: WAITING.includes(name) };
}

function rank({ name }: Group): number {
  const at = LONG.indexOf(name);
  return at < 0 ? LONG.length : at;
}
