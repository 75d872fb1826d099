import { availableParallelism } from 'node:os';
import { startThread } from '../../merging/threads.ts';
import type { ListedFile } from '../kit/files.ts';
import { openProgress } from '../kit/progress.ts';
import type { FileFacts } from './file-facts.ts';
import type { Memory } from './memory.ts';

const MEGABYTE = 1_000_000;

/** The facts of all files by path. What is not remembered is read in threads, one for each core. */
export async function readFiles(files: readonly ListedFile[], memory: Memory): Promise<Map<string, FileFacts>> {
  const facts = new Map<string, FileFacts>();
  const unknown = files.filter((file) => {
    const known = memory.find(file);
    if (known) facts.set(file.path, known);
    return !known;
  });
  const total = unknown.reduce((sum, { size }) => sum + size, 0);
  const progress = openProgress('MB');
  const waiting = unknown.values();
  let done = 0;
  const work = async () => {
    const thread = startThread<ListedFile>('facts-thread', import.meta.url);
    try {
      for (const file of waiting) {
        const read = await thread.ask<FileFacts>(file);
        facts.set(file.path, read);
        memory.add(file, read);
        done += file.size;
        progress.show(Math.floor(done / MEGABYTE), Math.ceil(total / MEGABYTE));
        memory.tick();
      }
    } finally {
      await thread.worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), unknown.length) }, work));
  progress.end();
  memory.save();
  return facts;
}
