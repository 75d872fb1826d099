import type { Config } from '../config.ts';
import { flushLog, openLog } from '../log.ts';
import { openStandIn, type StandIn } from './placeholder-server.ts';
import { retryWhileAway } from './retry.ts';
import { type Serving, serve } from './serve.ts';

interface Start {
  /** Before anybody is served. */
  prepare(): Promise<void>;
  /** Once it serves. */
  greet(serving: Serving): Promise<void>;
}

/** Serves as soon as the store can be used. Until then, a stand-in answers on the same port. */
export async function serveWhenStoreIsThere(config: Config, { prepare, greet }: Start): Promise<Serving> {
  const log = openLog(config);
  let standIn: StandIn | undefined;
  const start = async () => {
    await prepare();
    return serve(config, undefined, standIn);
  };
  try {
    const serving = await retryWhileAway(config, log, start, async () => {
      standIn ??= await openStandIn(config);
    });
    await retryWhileAway(config, log, () => greet(serving));
    return serving;
  } finally {
    await standIn?.close();
    await flushLog(log);
  }
}
