import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown } from './support/runner/global.ts';
import { type Group, listGroups } from './support/runner/groups.ts';
import type { Note, Report } from './support/runner/report.ts';

/**
 * `npm test [PATH…]` runs these test files and folders, or all, and prints a line for each file. Long test files,
 * `*.long.test.ts`, run with `--long` (only they), `--all`, or when they are named. Groups of files run in processes of their
 * own: three more than there are cores, since each waits at times, or one more for long files, which start more processes
 * themselves; and beside them those that mostly wait.
 */

const RUNNER = fileURLToPath(new URL('./support/runner/run-files.ts', import.meta.url));
const REPORTER = new URL('./support/runner/report.ts', import.meta.url).href;
/** Many times what the longest test takes on an idle machine. */
const TEST_TIMEOUT_MS = 300_000;
/** A process that reports nothing for longer than any test may take hangs outside of its tests. */
const SILENCE_MS = TEST_TIMEOUT_MS + 30_000;
const LONGEST_OUTPUT = 20_000;

const startedAt = Date.now();
const failures: string[] = [];
const notes = new Set<string>();
let passed = 0;

await globalSetup();
const { values, positionals } = parseArgs({
  options: { long: { type: 'boolean' }, all: { type: 'boolean' } },
  allowPositionals: true,
});
const groups = listGroups(values.all ? 'all' : values.long ? 'long' : 'quick', positionals);
const listRunning = (running: Group['runs']) => groups.filter(({ runs }) => runs === running);
const [waiting, busy] = [listRunning('waiting'), listRunning('busy')];
const count = availableParallelism() + (values.long || values.all ? 1 : 3);
await Promise.all([runInTurn(waiting), ...Array.from({ length: count }, () => runInTurn(busy))]);
await runInTurn(listRunning('alone'));
await globalTeardown();

if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}\n`).join('')}`);
for (const note of notes) console.log(note);
console.log(`${passed} passed, ${failures.length} failed`);
console.log(`in ${Math.round((Date.now() - startedAt) / 1000)} s`);
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;

async function runInTurn(queue: Group[]): Promise<void> {
  for (let group = queue.shift(); group; group = queue.shift()) await runGroup(group);
}

/** Runs files in one process. If it dies, the file that it died of has failed, and those after it run in another. */
async function runGroup(group: Group): Promise<void> {
  const left = [...group.files];
  let reports: Report[] = [];
  let fileStartedAt = Date.now();
  let hasFailed = false;
  const endFile = (file: string) => {
    printFile(labelOf(group, file), reports, Date.now() - fileStartedAt);
    reports = [];
    fileStartedAt = Date.now();
  };
  const { code, output } = await runProcess(group, (report) => {
    if (!report.isFile || report.problem !== undefined) reports.push(report);
    hasFailed ||= report.problem !== undefined;
    if (!report.isFile) return;
    if (reports.length === 0) reports.push({ name: 'the file', isFile: false, problem: 'has no tests' });
    endFile(report.name);
    left.shift();
  });
  const [file, ...others] = left;
  if (file === undefined && (code === 0 || hasFailed)) return;
  reports.push({ name: 'the process', isFile: false, problem: `ended with ${code}\n${output}` });
  endFile(file ?? (group.files.at(-1) as string));
  if (others.length > 0) await runGroup({ ...group, files: others });
}

/** Runs a process to its end. Gives its exit code or the signal that ended it, and what it has printed. */
function runProcess({ files, engine }: Group, onReport: (report: Report) => void) {
  const options = [`--test-timeout=${TEST_TIMEOUT_MS}`, `--test-reporter=${REPORTER}`];
  const child = spawn(process.execPath, [...options, RUNNER, ...files], {
    // Node keeps what it has compiled: all processes load the same modules.
    env: { ...process.env, LUDEX_TEST_ENGINE: engine, NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const silence = setTimeout(() => child.kill('SIGKILL'), SILENCE_MS);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-LONGEST_OUTPUT);
    });
  }
  child.on('message', (report: Report | Note) => {
    silence.refresh();
    if ('note' in report) notes.add(report.note);
    else onReport(report);
  });
  const { promise, resolve: end } = Promise.withResolvers<{ code: number | string | null; output: string }>();
  child.once('close', (code, signal) => {
    clearTimeout(silence);
    end({ code: code ?? signal, output });
  });
  return promise;
}

function labelOf({ engine }: Group, file: string): string {
  return engine === 'postgres' ? `${file} over PostgreSQL` : file;
}

function printFile(file: string, reports: readonly Report[], milliseconds: number): void {
  const failed = reports.filter(({ problem }) => problem !== undefined);
  passed += reports.length - failed.length;
  failures.push(...failed.map(({ name }) => `${file}: ${name}`));
  const result = failed.length > 0 ? 'FAIL' : 'ok';
  const tests = reports.length === 1 ? '1 test' : `${reports.length} tests`;
  console.log(`${result} ${file} (${tests}, ${(milliseconds / 1000).toFixed(1)} s)`);
  for (const { name, problem } of failed) console.log(`\n  ${name}\n${problem?.replaceAll(/^/gm, '    ')}\n`);
}
