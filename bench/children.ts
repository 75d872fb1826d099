import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readMemory } from './proc.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const END_MS = 12_000;
const WATCH_MS = 250;

/** Kills all child processes when this process exits. */
const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => void child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** Starts a program of this checkout without the caller's LUDEX settings, on one core if `taskset` is there. */
export function startNode(
  args: readonly string[],
  stdio: SpawnOptions['stdio'],
  settings: Readonly<Record<string, string>> = {},
  core?: number,
): ChildProcess {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('LUDEX_')));
  const [program = '', ...rest] = [...pinTo(core), process.execPath, ...args];
  const child = spawn(program, rest, { cwd: ROOT, env: { ...env, ...settings }, stdio });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export const canPin = cpus().length > 1 && spawnSync('taskset', ['-V']).status === 0;

export function pinTo(core: number | undefined): string[] {
  return core !== undefined && canPin ? ['taskset', '-c', String(core)] : [];
}

/** With all its threads. Programs that it starts afterwards run there, too, unless they get another core. */
export function pinThisProcess(core: number): void {
  if (canPin) execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(process.pid)]);
}

export interface Run {
  stdout: string;
  seconds: number;
  /** Peak of the sampled resident memory. */
  peakMb: number;
}

/** Runs a program and shows its stderr. */
export async function runNode(args: readonly string[], settings?: Readonly<Record<string, string>>): Promise<Run> {
  const startedAt = performance.now();
  const child = startNode(args, ['ignore', 'pipe', 'inherit'], settings);
  let stdout = '';
  let peakMb = 0;
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, readMemory(child.pid as number)?.peakMb ?? 0);
  }, WATCH_MS);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  if (code !== 0) throw new Error(`node ${args.join(' ')} exited with code ${code}`);
  return { stdout: stdout.trim(), seconds: (performance.now() - startedAt) / 1000, peakMb };
}

export async function endChild(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await ended;
  clearTimeout(timer);
}
