import type { Config } from '../../config.ts';
import { lowerPriority } from '../../priority.ts';
import { openStore } from '../../store/open.ts';
import { follow } from './follow.ts';
import type { FollowMessage } from './start-follow.ts';

/** A process that follows the original of a server. It ends with the server; what it was importing is imported again then. */
process.once('disconnect', () => process.exit());
process.once('message', async (config: Config) => {
  lowerPriority();
  const send = (message: FollowMessage) => void process.send?.(message);
  try {
    const store = await openStore(config);
    await follow(store, {
      config,
      url: config.follow as string,
      key: config.follow_key,
      pictures: config.follow_pictures === 'copies',
      allowShrink: false,
      clock: Date.now,
      onEvent: (event) => 'isUpToDate' in event || send(event),
    });
  } catch (error) {
    process.send?.({ problem: (error as Error).message }, () => process.exit(1));
  }
});
// The signals of a terminal or a service manager reach this process too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
