import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../test/support/samples/bundle.ts';

export interface MemoryWatch {
  /** Environment of the server. */
  env: Record<string, string>;
  /** In use by JavaScript in all its threads, after a garbage collection: heaps and buffers. */
  usedMb(): number;
}

const MEGABYTE = 2 ** 20;
/** A thread that was terminated has left its file behind. */
const OUTDATED_MS = 90_000;

export function openMemoryWatch(): MemoryWatch {
  const folder = temporaryFolder('memory');
  return {
    env: {
      NODE_OPTIONS: `--import=${new URL('watch-memory.ts', import.meta.url)}`,
      TORTURE_MEMORY: folder,
    },
    usedMb: () => {
      const names = readdirSync(folder).filter((name) => !name.endsWith('.new'));
      return names.reduce((sum, name) => sum + readUsed(join(folder, name)), 0) / MEGABYTE;
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

/** What is in use after the warm-up, when caches are full and code is compiled, and at the end. */
export interface SettledMemory {
  settledMb: number;
  lastMb: number;
}

/** What is in use rises and falls with what is remembered for a while, so its lowest values are compared. */
export function settleMemory(samples: readonly number[]): SettledMemory {
  const lowest = (begin: number, end: number) =>
    Math.min(...samples.slice(samples.length * begin, samples.length * end));
  return { settledMb: lowest(0.2, 0.5), lastMb: lowest(0.7, 1) };
}

/** Fails if memory grows by more than this share after the warm-up. */
export function assertFlat(memory: SettledMemory, largestGrowth: number): void {
  const isFlat = memory.lastMb <= memory.settledMb * (1 + largestGrowth);
  assert.ok(isFlat, `memory is not flat. ${describeMemory(memory)}`);
}

export function describeMemory({ settledMb, lastMb }: SettledMemory): string {
  return `In use by JavaScript: ${Math.round(settledMb)} MB after the warm-up, ${Math.round(lastMb)} MB at the end`;
}
