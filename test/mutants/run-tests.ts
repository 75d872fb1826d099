import { spawn } from 'node:child_process';

/** A fault may make a test wait for ever. */
const LONGEST_MS_PER_FILE = 120_000;
const FAILED = /^ *not ok \d+ - (.*)$/m;

/** The processes that run tests, each with a process group of its own, so that the servers that it started end with it. */
const running = new Set<number>();
process.once('exit', () => running.forEach(endGroup));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Runs test files in a checkout, to the first failure. Gives the name of the test that failed. */
export async function findFailure(
  checkout: string,
  files: readonly string[],
  env: Record<string, string>,
): Promise<string | undefined> {
  const child = spawn(process.execPath, ['--test', '--test-concurrency=1', '--test-reporter=tap', ...files], {
    cwd: checkout,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const pid = child.pid as number;
  running.add(pid);
  let [output, failure] = ['', undefined as string | undefined];
  const end = (what: string) => {
    failure ??= what;
    endGroup(pid);
  };
  const timer = setTimeout(() => end('no end'), files.length * LONGEST_MS_PER_FILE);
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
    const [, name] = FAILED.exec(output.slice(0, output.lastIndexOf('\n') + 1)) ?? [];
    if (name !== undefined) end(name);
    output = output.slice(output.lastIndexOf('\n') + 1);
  });
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  child.once('close', resolve);
  const code = await ended;
  clearTimeout(timer);
  running.delete(pid);
  return failure ?? (code === 0 ? undefined : `exit code ${code}`);
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
