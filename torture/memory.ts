import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readMemory } from '../bench/processes.ts';
import { temporaryFolder } from '../test/support/bundle.ts';

/** Memory of a server, in megabytes. */
export interface Memory {
  /** Of the process alone: without the program and other mapped files, which the system can take back. */
  ownMb: number;
  /** In use by JavaScript in all threads, after a garbage collection: heaps and buffers. */
  usedMb: number;
}

export interface MemoryWatch {
  /** Environment of the server. */
  env: Record<string, string>;
  read(pid: number): Memory;
}

const MEGABYTE = 2 ** 20;
/** A thread that was terminated has left its file behind. */
const OUTDATED_MS = 90_000;

export function openMemoryWatch(leakBytes?: number): MemoryWatch {
  const folder = temporaryFolder('memory');
  return {
    env: {
      NODE_OPTIONS: `--import=${new URL('watch-memory.ts', import.meta.url)}`,
      TORTURE_MEMORY: folder,
      ...(leakBytes !== undefined && { TORTURE_LEAK: String(leakBytes) }),
    },
    read: (pid) => {
      const names = readdirSync(folder).filter((name) => !name.endsWith('.new'));
      const usedBytes = names.reduce((sum, name) => sum + readUsed(join(folder, name)), 0);
      return { ownMb: readMemory(pid)?.ownMb ?? 0, usedMb: usedBytes / MEGABYTE };
    },
  };
}

function readUsed(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs < OUTDATED_MS ? Number(readFileSync(path, 'utf8')) : 0;
  } catch {
    // The thread has ended and removed it.
    return 0;
  }
}

/** Memory after the warm-up and at the end: caches and compiled code make it grow at first. */
export interface SettledMemory {
  settled: Memory;
  last: Memory;
}

/**
 * What is in use rises and falls with what is remembered for a while, so its lowest values are compared. The memory of the
 * process depends on how much is going on at a time, so its mean at the end is compared with its highest value before.
 */
export function settleMemory(samples: readonly Memory[]): SettledMemory {
  const part = (name: keyof Memory, begin: number, end: number) =>
    samples.slice(samples.length * begin, samples.length * end).map((sample) => sample[name]);
  return {
    settled: { ownMb: Math.max(...part('ownMb', 0.2, 0.6)), usedMb: Math.min(...part('usedMb', 0.2, 0.5)) },
    last: { ownMb: mean(part('ownMb', 0.9, 1)), usedMb: Math.min(...part('usedMb', 0.7, 1)) },
  };
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, value) => sum + value, 0) / list.length;
}

/** Fails if memory grows by more than this share after the warm-up. */
export function assertFlat(memory: SettledMemory, largestGrowth: number): void {
  for (const name of ['ownMb', 'usedMb'] as const)
    assert.ok(growthOf(memory, name) <= largestGrowth, `memory is not flat. ${describeMemory(memory)}`);
}

export function describeMemory(memory: SettledMemory): string {
  const describe = (name: keyof Memory) =>
    `${Math.round(memory.settled[name])} MB after the warm-up, ${Math.round(memory.last[name])} MB at the end ` +
    `(${(100 * growthOf(memory, name)).toFixed(1)} %)`;
  return `Memory of the process: ${describe('ownMb')}; in use by JavaScript: ${describe('usedMb')}`;
}

function growthOf({ settled, last }: SettledMemory, name: keyof Memory): number {
  return last[name] / settled[name] - 1;
}
