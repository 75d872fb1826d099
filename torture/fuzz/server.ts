import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { writeBundle } from '../../test/support/bundle.ts';
import { CATALOG } from '../../test/support/catalog.ts';
import { newPlace } from '../../test/support/engines.ts';
import { addKey, importInto } from '../../test/support/server.ts';
import { startChild } from '../child.ts';
import { type Memory, openMemoryWatch } from '../memory.ts';

export interface FuzzedServer {
  url: string;
  port: number;
  /** Without limits. */
  key: string;
  memory(): Memory;
  /** Fails if the server has ended or has logged an error. */
  assertWell(): void;
  stop(): Promise<void>;
}

/** Small, so that memory which grows is not the cache. */
const CACHE_MB = '16';
/** All requests come from one address. */
const LIMITS = { LUDEX_CACHE_MB: CACHE_MB, LUDEX_SITE_PER_SECOND: 'none' };

/** The real program with the catalog of the tests, in a process of its own, which may crash. */
export async function startFuzzedServer(
  settings: Record<string, string> = {},
  leakBytes?: number,
): Promise<FuzzedServer> {
  const watch = openMemoryWatch(leakBytes);
  const fill = async (config: Parameters<typeof importInto>[0]) =>
    void (await importInto(config, writeBundle(CATALOG), () => Date.now()));
  const config = await newPlace('sqlite', {}, fill);
  const key = await addKey(config, 'unlimited');
  const env = { LUDEX_DATA: config.data, LUDEX_LOG_LEVEL: 'error', ...watch.env, ...LIMITS, ...settings };
  const child = startChild(['serve', '--port', '0'], env);
  let hasEnded = false;
  void child.ended.then(() => {
    hasEnded = true;
  });
  const assertWell = () => {
    assert.ok(!hasEnded, `the server has ended: ${child.output()}`);
    const logged = /.*"level":[56]0.*/.exec(child.output())?.[0];
    assert.equal(logged, undefined, `the server has logged an error: ${logged}`);
  };
  const url = await findUrl(child.output, assertWell);
  return {
    url,
    port: Number(new URL(url).port),
    key,
    memory: () => watch.read(child.process.pid as number),
    assertWell,
    stop: async () => {
      child.process.kill('SIGTERM');
      assert.equal(await child.ended, 0, child.output());
    },
  };
}

const POLL_MS = 20;

async function findUrl(output: () => string, assertWell: () => void): Promise<string> {
  for (;;) {
    const url = /serves \d+ games? at (\S+)/.exec(output())?.[1];
    if (url !== undefined) return url;
    assertWell();
    await pause(POLL_MS);
  }
}
