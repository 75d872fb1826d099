import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pinTo } from '../bench/children.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface Child {
  process: ChildProcess;
  output(): string;
  /** Resolves to the exit code, or to null if it was killed. */
  ended: Promise<number | null>;
}

/** Starts the real program, on one core if `taskset` is there. It is killed when this process exits. */
export function startChild(args: readonly string[], env: Record<string, string>, core?: number): Child {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('LUDEX_'));
  const [program = '', ...rest] = [...pinTo(core), process.execPath, MAIN, ...args];
  const child = spawn(program, rest, {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', kill);
    return code as number | null;
  });
  return { process: child, output: () => output, ended };
}

/** The address of a started server. */
export async function findUrl({ process: child, output, ended }: Child): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stdout?.on('data', () => {
    const url = /serves [\d,]+ games? at (\S+)/.exec(output())?.[1];
    if (url !== undefined) resolve(url);
  });
  ended.then((code) => reject(new Error(`the server ended with ${code}: ${output()}`)));
  return promise;
}
