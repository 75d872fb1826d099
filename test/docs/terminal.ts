import { type ChildProcess, spawn } from 'node:child_process';
import { after } from 'node:test';

export interface Terminal {
  /** Runs lines to their end, in the shell that ran those before, and gives what they printed on stdout. */
  run(name: string, lines: string): Promise<string>;
  /** Starts lines that go on until the terminal is closed. */
  start(name: string, lines: string): Promise<void>;
  /** What was printed so far on stdout, by all that was started. */
  stdout(): string;
  /** The same, with errors and logs. */
  output(): string;
  close(): void;
}

export interface TerminalOptions {
  cwd: string;
  env: Record<string, string>;
  uid: number | undefined;
}

/** One shell that ends with an error when any command does. */
export function openTerminal({ cwd, env, uid }: TerminalOptions): Terminal {
  const who = uid !== undefined && { uid, gid: uid };
  const shell = spawn('sh', ['-e'], { cwd, env, ...who, detached: true, stdio: 'pipe' });
  const printed = { stdout: '', all: '' };
  shell.stdout.on('data', (chunk) => (printed.stdout += chunk));
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (printed.all += chunk));
  const { promise: ended, resolve: end } = Promise.withResolvers<number | null>();
  shell.once('exit', end);
  const close = () => killGroup(shell);
  after(close);

  let count = 0;
  const enter = async (name: string, lines: string, how: '' | '&') => {
    const from = printed.stdout.length;
    const mark = `@@done ${++count}\n`;
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const look = () => printed.stdout.includes(mark, from) && resolve();
    shell.stdout.on('data', look);
    // What a command would read is not ours to be read.
    shell.stdin.write(`{\n${lines}\n} </dev/null ${how}\necho '${mark.trimEnd()}'\n`);
    const code = await Promise.race([done, ended]);
    shell.stdout.off('data', look);
    if (code !== undefined) throw new Error(`${name} ended with ${code}:\n${lines}\n${printed.all}`);
    return printed.stdout.slice(from, printed.stdout.indexOf(mark, from));
  };
  return {
    run: (name, lines) => enter(name, lines, ''),
    start: async (name, lines) => void (await enter(name, lines, '&')),
    stdout: () => printed.stdout,
    output: () => printed.all,
    close,
  };
}

/** With all that it has started. */
function killGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-(pid as number), 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
