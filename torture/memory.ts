import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readMemory } from '../bench/proc.ts';
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
/** What a thread wrote before it ended is out of date. */
const OUTDATED_MS = 90_000;

export function openMemoryWatch(leakBytes?: number): MemoryWatch {
  const folder = temporaryFolder('memory');
  const isRecent = (path: string) => Date.now() - statSync(path).mtimeMs < OUTDATED_MS;
  return {
    env: {
      NODE_OPTIONS: `--import=${new URL('watch-memory.ts', import.meta.url)}`,
      TORTURE_MEMORY: folder,
      ...(leakBytes !== undefined && { TORTURE_LEAK: String(leakBytes) }),
    },
    read: (pid) => {
      const names = readdirSync(folder).filter((name) => !name.endsWith('.new'));
      const paths = names.map((name) => join(folder, name));
      const used = paths.filter(isRecent).map((path) => Number(readFileSync(path, 'utf8')));
      return { ownMb: readMemory(pid)?.ownMb ?? 0, usedMb: used.reduce((sum, bytes) => sum + bytes, 0) / MEGABYTE };
    },
  };
}

/** Memory after the warm-up and at the end: caches and compiled code make it grow at first. */
export interface SettledMemory {
  /** After a third. */
  settled: Memory;
  /** Over the last tenth. */
  last: Memory;
}

export function settleMemory(samples: readonly Memory[]): SettledMemory {
  const part = (begin: number, end: number) => samples.slice(samples.length * begin, samples.length * end);
  return { settled: meanOf(part(0.3, 0.4)), last: meanOf(part(0.9, 1)) };
}

function meanOf(samples: readonly Memory[]): Memory {
  const mean = (name: keyof Memory) => samples.reduce((sum, sample) => sum + sample[name], 0) / samples.length;
  return { ownMb: mean('ownMb'), usedMb: mean('usedMb') };
}

const LARGEST_GROWTH = 0.05;

/** Fails if memory grows after the warm-up. */
export function assertFlat(memory: SettledMemory): void {
  for (const name of ['ownMb', 'usedMb'] as const)
    assert.ok(growthOf(memory, name) <= LARGEST_GROWTH, `memory is not flat. ${describeMemory(memory)}`);
}

export function describeMemory(memory: SettledMemory): string {
  const describe = (name: keyof Memory) =>
    `${Math.round(memory.settled[name])} MB after a third, ${Math.round(memory.last[name])} MB at the end ` +
    `(${(100 * growthOf(memory, name)).toFixed(1)} %)`;
  return `Memory of the process: ${describe('ownMb')}; in use by JavaScript: ${describe('usedMb')}`;
}

function growthOf({ settled, last }: SettledMemory, name: keyof Memory): number {
  return last[name] / settled[name] - 1;
}
