import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

/** Progress lines, which any command may print on a busy machine. */
export const PROGRESS = /^\d+( of \d+)? \w+(, \d+ per second)?(, \d+ s left)?\n/gm;

export interface Result {
  code: number | null;
  stdout: string;
  /** Without progress. */
  stderr: string;
}

export interface Program {
  process: ChildProcess;
  /** The output so far. */
  output: { stdout: string; stderr: string };
  ended: Promise<Result>;
}

/** `prefix`: a command that runs the program. */
type StartOptions = Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'> & { prefix?: readonly string[] };

/** Starts the real program as a child process. It is stopped after the tests. */
export function startProgram(
  args: readonly string[],
  env: Record<string, string> = {},
  main = MAIN,
  options: StartOptions & { stdin?: 'ignore' | 'pipe' } = {},
): Program {
  const { stdin = 'ignore', prefix = [], ...who } = options;
  const [command = '', ...rest] = [...prefix, process.execPath, main, ...args];
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('LUDEX_')));
  const child = spawn(command, rest, {
    ...who,
    env: { ...inherited, ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const { promise: ended, resolve } = Promise.withResolvers<Result>();
  child.once('close', (code) =>
    resolve({ code, stdout: output.stdout, stderr: output.stderr.replaceAll(PROGRESS, '') }),
  );
  after(() => void child.kill('SIGKILL'));
  return { process: child, output, ended };
}

/** Where no file can grow beyond this size, which is as good as a full disk. */
export const withLargestFile = (kilobytes: number) => ({
  prefix: ['bash', '-c', `ulimit -f ${kilobytes}; exec "$0" "$@"`],
});

/** What a program says there. On a slow machine, lines of progress come first. */
export const DISK_IS_FULL =
  /^(?:(?:[A-Z][a-z ]+: )?\d+ of .*\n)*ludex: The disk is full \(.+\); nothing was changed\. Free some space for .+, and try again\n$/;

/** As NODE_OPTIONS of a program: kills it where it calls this function of node:fs with an argument that contains a text. */
export function killedAt(name: string, text: string, module = 'node:fs'): string {
  const script = `
    import fs from '${module}';
    import { syncBuiltinESMExports } from 'node:module';
    const call = fs.${name};
    fs.${name} = (...args) => {
      if (args.some((one) => String(one).includes('${text}'))) process.kill(process.pid, 'SIGKILL');
      return call(...args);
    };
    syncBuiltinESMExports();`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}

export function runProgram(...args: Parameters<typeof startProgram>): Promise<Result> {
  return startProgram(...args).ended;
}

/** Generous: a loaded machine is slow. */
const START_MS = 180_000;

/** Starts `serve` on a free port and waits for its URL. */
export async function startServing(
  env: Record<string, string>,
  main = MAIN,
  options: StartOptions = {},
): Promise<Program & { url: string }> {
  const program = startProgram(['serve'], { LUDEX_PORT: '0', LUDEX_THREADS: '1', ...env }, main, options);
  const { promise: url, resolve, reject } = Promise.withResolvers<string>();
  program.process.stdout?.on('data', () => {
    const found = /serves \d+ games? at (\S+)/.exec(program.output.stdout)?.[1];
    if (found) resolve(found);
  });
  program.ended.then((result) => reject(new Error(`it ended with ${result.code}: ${result.stderr}`)));
  const timer = setTimeout(() => {
    const { stdout, stderr } = program.output;
    reject(new Error(`the server printed no address within ${START_MS / 1000} s, but this: ${stdout}${stderr}`));
  }, START_MS);
  return { ...program, url: await url.finally(() => clearTimeout(timer)) };
}
