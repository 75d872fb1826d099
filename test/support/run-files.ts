import { resolve } from 'node:path';
import { describe } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { collectEnds } from './at-end.ts';

// It ends with the process that started it.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();

const end = collectEnds();
/** Runs test files one after the other in this process, each as a suite of its own with its own hooks. */
for (const file of process.argv.slice(2)) {
  await describe(file, () => import(pathToFileURL(resolve(file)).href));
  // Its results are reported before the next file may end the process.
  await turn();
}
await end();
