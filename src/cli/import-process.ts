import { inspect } from 'node:util';
import type { Config } from '../config.ts';
import { undoImport } from '../merging/load/undo.ts';
import { lowerPriority } from '../priority.ts';
import { importAsked } from './commands/import.ts';
import { ignoreSignals, interruptible, withStore } from './kit/with-store.ts';
import { explain } from './run.ts';

type Asked = { config: Config; args: string[]; undo?: number };

/** A process that runs `ludex import`, or undoes one, for the page of the operator. It ends with the server, and changes nothing then. */
process.once('disconnect', () => process.emit('SIGTERM'));
process.once('message', async (asked: Asked) => {
  lowerPriority();
  process.send?.(await run(asked), () => process.exit());
});

async function run({ config, args, undo }: Asked): Promise<{ problem?: string }> {
  const show = (...progress: unknown[]) => void process.send?.({ progress });
  const options = { onCommit: ignoreSignals, onProgress: show };
  const input = { config, args, flags: {}, switches: new Set<string>() };
  try {
    await interruptible<unknown>(() =>
      undo === undefined
        ? importAsked(input, { show, setSource: () => {} })
        : withStore(config, (store) => undoImport(store, Date.now, { ...options, importId: undo })),
    );
    return {};
  } catch (error) {
    const problem = explain(error);
    if (problem === undefined) process.stderr.write(`${inspect(error)}\n`);
    return { problem: problem ?? 'Internal error: see the log of the server' };
  }
}
