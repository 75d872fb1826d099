import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** CPU time of the machine since its start: what the host gave to other machines, and all. */
interface CpuTime {
  stolen: number;
  all: number;
}

/** Names a file in the form of /proc/stat, for tests of the test runner. */
const FILE = process.env.LUDEX_TEST_CPU_TIMES ?? '/proc/stat';
/** With less than two thirds of its CPU, a machine is slower than the limits of the program allow for. */
const STARVED = 1 / 3;
const CHECK_MS = 5000;

/** Zero where the system does not tell. */
export function readCpuTime(): CpuTime {
  try {
    const [, numbers = ''] = /^cpu +(.*)$/m.exec(readFileSync(FILE, 'utf8')) ?? [];
    // user, nice, system, idle, iowait, irq, softirq, steal. What follows is contained in these.
    const times = numbers.split(' ').slice(0, 8).map(Number);
    return { stolen: times[7] ?? 0, all: times.reduce((sum, time) => sum + time, 0) };
  } catch {
    return { stolen: 0, all: 0 };
  }
}

/** The share of the CPU time that other machines of the host took since then. */
export function stolenSince(since: CpuTime): number {
  const { stolen, all } = readCpuTime();
  return all > since.all ? (stolen - since.stolen) / (all - since.all) : 0;
}

export function isStarved(stolen: number): boolean {
  return stolen > STARVED;
}

/** Waits until the machine has its CPU again, at most that long. */
export async function untilFed(limitMs: number): Promise<void> {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    const since = readCpuTime();
    await pause(CHECK_MS);
    if (!isStarved(stolenSince(since))) return;
  }
}
