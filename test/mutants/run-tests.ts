import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A fault may make a test wait for ever. */
const LONGEST_SECONDS_PER_FILE = 120;
const LARGEST_OUTPUT = 64 * 2 ** 20;
const FAILED = /^ *not ok \d+ - (.*)$/m;

/** Runs test files in a checkout. Gives the name of the first test that failed. They end with all that they have started. */
export async function findFailure(
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
