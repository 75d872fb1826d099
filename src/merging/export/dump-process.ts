import { inspect } from 'node:util';
import { OperatorError } from '../../errors.ts';
import { lowerPriority } from '../../priority.ts';
import { openStore } from '../../store/open.ts';
import { DumpRunning } from './dump-claim.ts';
import { makeDump } from './make-dump.ts';
import type { DumpOutcome, DumpRequest } from './start-dump.ts';

/** A process that makes one data dump. It ends with the server, and leaves nothing then. */
process.once('disconnect', () => process.exit(1));
process.once('message', async ({ config, period }: DumpRequest) => {
  // Not before its code is loaded: on a busy machine nothing would be seen of it for long.
  lowerPriority();
  process.send?.(await run({ config, period }), () => process.exit());
});
// The signals of a terminal or a service manager reach this process too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

async function run({ config, period }: DumpRequest): Promise<DumpOutcome> {
  try {
    const store = await openStore(config);
    const { name } = await makeDump(store, { config, period, onProgress: () => {} }).finally(store.close);
    return { name };
  } catch (error) {
    if (error instanceof DumpRunning) return { problem: error.message, isRunning: true };
    return { problem: error instanceof OperatorError ? error.message : inspect(error) };
  }
}
