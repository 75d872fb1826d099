import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';

export interface Server {
  url: string;
  /** The output when it was ready. */
  greeting: string;
  /** The log so far. */
  log(): string;
  stop(): Promise<void>;
}

export interface Installation {
  /** Runs a command and returns its output. */
  run(args: readonly string[]): Promise<string>;
  serve(data: string): Promise<Server>;
}

/** The program as installed by a user, without test code. */
export function openInstallation(
  [program = '', ...before]: readonly string[],
  settings: Record<string, string>,
): Installation {
  const env = { ...process.env, LUDEX_PORT: '0', LUDEX_FREE_PER_SECOND: 'none', LUDEX_THREADS: '1', ...settings };
  const start = (args: readonly string[]) => {
    const child = spawn(program, [...before, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    process.once('exit', () => killGroup(child));
    return child;
  };
  return {
    run: async (args) => {
      const { output, ended } = follow(start(args));
      assert.equal(await ended, 0, `${args.join(' ')}: ${output.stderr}`);
      return output.stdout;
    },
    serve: async (data) => {
      const child = start(['serve', '--data', data]);
      const { output, ended } = follow(child);
      const { promise: ready, resolve } = Promise.withResolvers<void>();
      child.stdout.on('data', () => /serves \d+ games? at/.test(output.stdout) && resolve());
      await Promise.race([ready, ended]);
      const url = /serves \d+ games? at (\S+)/.exec(output.stdout)?.[1];
      assert.ok(url, `serve: ${output.stdout}${output.stderr}`);
      return { url, greeting: output.stdout, log: () => output.stderr, stop: () => stop(child, ended, url) };
    },
  };
}

async function stop(child: ChildProcess, ended: Promise<number | null>, url: string): Promise<void> {
  child.kill('SIGTERM');
  const code = await ended;
  // npm exits by the signal itself.
  if (!child.spawnfile.endsWith('npx')) assert.equal(code, 0);
  await assert.rejects(fetch(url), 'the server is still there');
}

/** Including its child processes. */
function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
}

function follow(child: ChildProcess): { output: { stdout: string; stderr: string }; ended: Promise<number | null> } {
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => (output.stdout += chunk));
  child.stderr?.on('data', (chunk) => (output.stderr += chunk));
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  return { output, ended };
}
