import type { Config } from '../config.ts';
import { flushLog, openLog } from '../log.ts';
import { openPlaceholderServer, type PlaceholderServer } from './placeholder-server.ts';
import { retryWhileUnavailable } from './retry.ts';
import { type RunningServer, serve } from './serve.ts';

interface Start {
  /** Runs before the server listens. */
  prepare(): Promise<void>;
  /** Runs once the server answers. */
  announce(serving: RunningServer): Promise<void>;
}

/** Serves as soon as the store is available. Until then, a placeholder server answers on the same port. */
export async function serveWhenStoreIsAvailable(config: Config, { prepare, announce }: Start): Promise<void> {
  const log = openLog(config);
  let placeholder: PlaceholderServer | undefined;
  const start = async () => {
    await prepare();
    return serve(config, undefined, placeholder);
  };
  try {
    const serving = await retryWhileUnavailable(config, log, start, {
      onUnavailable: async () => {
        placeholder ??= await openPlaceholderServer(config);
      },
    });
    await retryWhileUnavailable(config, log, () => announce(serving));
  } finally {
    await placeholder?.close();
    await flushLog(log);
  }
}
