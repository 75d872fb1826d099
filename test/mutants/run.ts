import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { openRandom } from '../support/random.ts';
import { startPostgres } from '../support/servers/postgres.ts';
import { adminUrl } from '../support/servers/postgres-roles.ts';
import { type Fault, sourcePath, testPaths } from './fault.ts';
import { FAULTS } from './faults.ts';

const HELP = `Plants one fault after another in a copy of the checkout, and runs the tests that must find it.

Usage: npm run test:mutants -- [flags]

  --only TEXT   Only faults whose file, text or tests contain this
  --sample N    Only so many of them, chosen at random
  --seed N      Seed of the choice; default 1
`;

/** One for each of two cores. */
const COPIES = 2;
/** A fault may make a test wait for ever. */
const LONGEST_SECONDS_PER_FILE = 120;
const LARGEST_OUTPUT = 64 * 2 ** 20;
const FAILED = /^ *not ok \d+ - (.*)$/m;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
});
if (values.help) say(HELP);
else process.exitCode = await main(choose());

function choose(): Fault[] {
  const faults = FAULTS.filter((fault) => Object.values(fault).join('\n').includes(values.only));
  if (values.sample === undefined) return faults;
  const random = openRandom(Number(values.seed));
  const count = Math.min(Number(values.sample), faults.length);
  return Array.from({ length: count }, () => faults.splice(random.below(faults.length), 1)[0] as Fault);
}

async function main(faults: readonly Fault[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'ludex-mutants-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startPostgres();
  const env = { LUDEX_TEST_POSTGRES_URL: adminUrl(postgres.url) };
  try {
    const copies = Array.from({ length: COPIES }, (_, i) => copyCheckout(join(folder, String(i))));
    const tests = [...new Set(faults.flatMap(testPaths))].toSorted();
    const failures = await runInCopies(copies, tests, async (copy, test) => findFailure(copy, [test], env));
    for (const [test, failure] of failures) if (failure) say(`${test} fails without a fault: ${failure}`);
    if (failures.values().some(Boolean)) return 1;
    const found = await runInCopies(copies, faults, (copy, fault) => plant(copy, fault, env));
    const survivors = faults.filter((fault) => !found.get(fault));
    say(`${faults.length} faults planted, ${faults.length - survivors.length} found by the tests`);
    return survivors.length === 0 ? 0 : 1;
  } finally {
    await postgres.kill();
  }
}

function copyCheckout(target: string): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const isCopied = (path: string) => !/^(node_modules|\.git|dist|data|bench\/data)$/.test(relative(root, path));
  cpSync(root, target, { recursive: true, filter: isCopied });
  symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'));
  return target;
}

/** Works on all items, one at a time in each copy. */
async function runInCopies<T, R>(
  copies: readonly string[],
  items: readonly T[],
  work: (copy: string, item: T) => Promise<R>,
): Promise<Map<T, R>> {
  const queue = [...items];
  const results = new Map<T, R>();
  const run = async (copy: string) => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) results.set(item, await work(copy, item));
  };
  await Promise.all(copies.map(run));
  return results;
}

/** Whether a test failed because of the fault. */
async function plant(copy: string, fault: Fault, env: Record<string, string>): Promise<boolean> {
  const path = join(copy, sourcePath(fault));
  const text = readFileSync(path, 'utf8');
  const startedAt = Date.now();
  writeFileSync(
    path,
    text.replace(fault.find, () => fault.replace),
  );
  const failure = await findFailure(copy, testPaths(fault), env);
  writeFileSync(path, text);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1).padStart(6);
  say(`${seconds} s  ${fault.file}: ${fault.find.split('\n')[0]?.trim()}`);
  say(failure === undefined ? '          SURVIVED: write a test that finds it' : `          found by: ${failure}`);
  return failure !== undefined;
}

/** Runs test files in a checkout. Gives the name of the first test that failed. They end with all that they have started. */
async function findFailure(
  checkout: string,
  files: readonly string[],
  env: Record<string, string>,
): Promise<string | undefined> {
  const limit = ['--kill-after=5', String(files.length * LONGEST_SECONDS_PER_FILE)];
  const tests = [process.execPath, '--test', '--test-concurrency=1', '--test-reporter=tap', ...files];
  const options = { cwd: checkout, env: { ...process.env, ...env }, maxBuffer: LARGEST_OUTPUT };
  try {
    await promisify(execFile)('timeout', [...limit, ...tests], options);
    return undefined;
  } catch (error) {
    const { stdout, code } = error as { stdout: string; code: number };
    return FAILED.exec(stdout)?.[1] ?? `exit code ${code}`;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
