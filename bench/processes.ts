import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const END_MS = 12_000;
const SAMPLE_MS = 200;

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

function pinTo(core: number | undefined): string[] {
  return core !== undefined && canPin ? ['taskset', '-c', String(core)] : [];
}

/** With all its threads. Programs that it starts afterwards run there, too, unless they get another core. */
export function pinThisProcess(core: number): void {
  if (canPin) execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(process.pid)]);
}

export interface Run {
  stdout: string;
  seconds: number;
  /** The most resident memory, as far as it was seen. */
  peakMb: number;
}

/** Runs a program and shows its stderr. */
export async function runNode(args: readonly string[], settings?: Readonly<Record<string, string>>): Promise<Run> {
  const startedAt = performance.now();
  const child = startNode(args, ['ignore', 'pipe', 'inherit'], settings);
  let stdout = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, readResidentMb(child.pid as number));
  }, SAMPLE_MS);
  const [code] = await once(child, 'close').finally(() => clearInterval(timer));
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

/** The resident memory of a process, or 0 if it has exited. */
export function readResidentMb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** CPU time of all current threads (/proc/PID/stat has it with a resolution of 10 ms), and how long they waited for a core that other threads used. */
export function readSchedule(pid: number): { cpuMs: number; waitMs: number } {
  const tasks = `/proc/${pid}/task`;
  const sum = { cpuMs: 0, waitMs: 0 };
  for (const task of readdirSync(tasks)) {
    const [ran = 0, waited = 0] = readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ').map(Number);
    sum.cpuMs += ran / 1e6;
    sum.waitMs += waited / 1e6;
  }
  return sum;
}

/** CPU time of the machine since its start, in ticks, and how much of it other virtual machines of the host took. */
export function readStolen(): { all: number; stolen: number } {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] as string;
  // user nice system idle iowait irq softirq steal; guest times are part of user.
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, tick) => sum + tick, 0), stolen: ticks.at(-1) as number };
}
