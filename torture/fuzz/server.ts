import { writeBundle } from '../../test/support/bundle.ts';
import { CATALOG } from '../../test/support/catalog.ts';
import { newPlace } from '../../test/support/engines.ts';
import { addKey, importInto } from '../../test/support/server.ts';
import { type ServerChild, startServer } from '../child.ts';
import { type Memory, openMemoryWatch } from '../memory.ts';

export interface FuzzedServer extends ServerChild {
  /** Without limits. */
  key: string;
  memory(): Memory;
}

/** Small, so that memory which grows is not the cache. All requests come from one address. */
const SETTINGS = { LUDEX_LOG_LEVEL: 'error', LUDEX_CACHE_MB: '16', LUDEX_SITE_PER_SECOND: 'none' };

/** The real program with the catalog of the tests. */
export async function startFuzzedServer(
  settings: Record<string, string> = {},
  leakBytes?: number,
): Promise<FuzzedServer> {
  const watch = openMemoryWatch(leakBytes);
  const fill = async (config: Parameters<typeof importInto>[0]) =>
    void (await importInto(config, writeBundle(CATALOG), () => Date.now()));
  const config = await newPlace('sqlite', {}, fill);
  const key = await addKey(config, 'unlimited');
  const server = await startServer({ LUDEX_DATA: config.data, ...watch.env, ...SETTINGS, ...settings });
  return { ...server, key, memory: () => watch.read(server.pid) };
}
