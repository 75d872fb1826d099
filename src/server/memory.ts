import { getHeapStatistics } from 'node:v8';
import type { Config } from '../config.ts';

export interface MemoryCheck {
  readonly isShort: boolean;
  close(): void;
}

const CHECK_MS = 1000;
const HEAP_SHARE = 0.9;
const MEGABYTE = 2 ** 20;

export function openMemoryCheck({ max_memory_mb: maxMb }: Pick<Config, 'max_memory_mb'>): MemoryCheck {
  let isShort = isMemoryShort(maxMb);
  const checking = setInterval(() => {
    isShort = isMemoryShort(maxMb);
  }, CHECK_MS).unref();
  return {
    get isShort() {
      return isShort;
    },
    close: () => clearInterval(checking),
  };
}

/** V8 ends the process when its heap is full. */
function isMemoryShort(maxMb: number | null): boolean {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  if (used_heap_size > heap_size_limit * HEAP_SHARE) return true;
  return maxMb !== null && process.memoryUsage.rss() > maxMb * MEGABYTE;
}
