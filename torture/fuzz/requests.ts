import assert from 'node:assert/strict';
import { newPlace } from '../../test/support/servers/engines.ts';
import { addKey, fillWithCatalog } from '../../test/support/servers/server.ts';
import { startServer } from '../child.ts';
import type { Subject } from '../inputs/inputs.ts';
import { openMemoryWatch } from '../memory.ts';
import { type Exchange, makeExchange } from './exchange.ts';
import { openJudge } from './judge.ts';
import { readApi } from './operations.ts';
import { openWire } from './wire.ts';

/** Small, so that memory which grows is not the cache. All requests come from one address. */
const SETTINGS = { LUDEX_LOG_LEVEL: 'error', LUDEX_CACHE_MB: '16', LUDEX_SITE_PER_SECOND: 'none', LUDEX_THREADS: '1' };
const CLIENTS = 8;
/** The fuzzer sends from a few connections, so that hardly anything is too much. */
const [MOST_REFUSED, ALWAYS_ALLOWED] = [0.01, 5];

/** Generated requests and bytes, sent to the real program with the catalog of the tests. */
export async function openRequests(): Promise<Subject<Exchange>> {
  const watch = openMemoryWatch();
  const config = await newPlace('sqlite', {}, fillWithCatalog);
  const key = await addKey(config, 'unlimited');
  const server = await startServer({ LUDEX_DATA: config.data, ...watch.env, ...SETTINGS });
  const setting = { api: await readApi(server.url, key), key };
  const judge = openJudge(server.url);
  const idle: ReturnType<typeof openWire>[] = [];
  let [answered, refused] = [0, 0];
  return {
    clients: CLIENTS,
    make: (random) => makeExchange(random, setting),
    feed: async (exchange) => {
      const wire = idle.pop() ?? openWire(server.port);
      const received = await wire.send(exchange);
      idle.push(wire);
      answered += received.answers.length;
      refused += received.answers.filter(({ status }) => status === 503).length;
      await judge(exchange, received);
      server.assertWell();
      return received.answers.length > 0 && received.answers.every(({ status }) => status < 400);
    },
    usedMb: watch.usedMb,
    close: async () => {
      for (const wire of idle) wire.close();
      const { status } = await fetch(`${server.url}/v1/games?limit=1`, { headers: { 'x-api-key': key } });
      assert.equal(status, 200);
      await server.stop();
      const most = Math.max(ALWAYS_ALLOWED, answered * MOST_REFUSED);
      assert.ok(refused <= most, `${refused} of ${answered} answers were 503, though the server had little to do`);
    },
  };
}
