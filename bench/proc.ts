import { readdirSync, readFileSync } from 'node:fs';

export interface Memory {
  residentMb: number;
  /** Without mapped files. */
  ownMb: number;
  peakMb: number;
}

/** The memory of a process, or undefined if it has exited. */
export function readMemory(pid: number): Memory | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
    return { residentMb: megabytes('VmRSS'), ownMb: megabytes('RssAnon'), peakMb: megabytes('VmHWM') };
  } catch {
    return undefined;
  }
}

/** The children of a process. */
export function listChildren(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** CPU time of all current threads. /proc/PID/stat has it, too, but with a resolution of 10 ms. */
export function readCpuMs(pid: number): number {
  return readSchedule(pid).cpuMs;
}

/** CPU time of all current threads, and how long they waited for a core that other threads used. */
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

/** CPU time of the main thread. */
export function readThreadCpuMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
}

/** CPU time of the machine since its start, in ticks, and how much of it other virtual machines of the host took. */
export function readStolen(): { all: number; stolen: number } {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] as string;
  // user nice system idle iowait irq softirq steal; guest times are part of user.
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, tick) => sum + tick, 0), stolen: ticks.at(-1) as number };
}
