import { inspect } from 'node:util';
import type { Config } from '../config.ts';
import { lowerPriority } from '../priority.ts';
import { importAsked } from './commands/import.ts';
import { interruptible } from './kit/with-store.ts';
import { explain } from './run.ts';

/** A process that runs `ludex import` for the page of the operator. It ends with the server, and changes nothing then. */
process.once('disconnect', () => process.emit('SIGTERM'));
process.once('message', async ({ config, args }: { config: Config; args: string[] }) => {
  lowerPriority();
  process.send?.(await run(config, args), () => process.exit());
});

async function run(config: Config, args: string[]): Promise<{ problem?: string }> {
  const show = (...progress: unknown[]) => void process.send?.({ progress });
  const running = { show, setSource: () => {} };
  try {
    await interruptible(() => importAsked({ config, args, flags: {}, switches: new Set() }, running));
    return {};
  } catch (error) {
    return { problem: explain(error) ?? inspect(error) };
  }
}
