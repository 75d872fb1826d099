import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { threadId } from 'node:worker_threads';

/**
 * Preloaded into every thread of a tested server: collects garbage all the time, and writes down what is still in use. So
 * memory which grows is in use, and not garbage that V8 has not collected yet.
 */
const EVERY_MS = 3000;
/** On a busy machine a collection takes longer: it must not be most of the work. */
const PAUSES = 30;
const LONGEST_PAUSE_MS = 15_000;
const { TORTURE_MEMORY: folder } = process.env;

if (folder !== undefined) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const path = join(folder, String(threadId));
  process.once('exit', () => rmSync(path, { force: true }));
  const watch = () => {
    const startedAt = performance.now();
    collect();
    const pauseMs = Math.max(EVERY_MS, (performance.now() - startedAt) * PAUSES);
    setTimeout(watch, Math.min(pauseMs, LONGEST_PAUSE_MS)).unref();
    const { heapUsed, external } = process.memoryUsage();
    // Renamed, so that nobody reads half a number.
    writeFileSync(`${path}.new`, String(heapUsed + external));
    renameSync(`${path}.new`, path);
  };
  setTimeout(watch, EVERY_MS).unref();
}
