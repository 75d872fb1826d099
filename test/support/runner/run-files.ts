import { resolve } from 'node:path';
import { describe } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { collectEnds } from '../at-end.ts';

// Exits with the parent process.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();

const end = collectEnds();
/** Runs test files sequentially in this process, each as a suite with its own hooks. */
for (const file of process.argv.slice(2)) {
  await describe(file, () => import(pathToFileURL(resolve(file)).href));
  // Results are reported before the next file, which may exit the process.
  await turn();
}
await end();
