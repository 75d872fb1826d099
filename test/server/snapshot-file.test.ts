import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Config } from '../../src/config.ts';
import { serve } from '../../src/server/serve.ts';
import { newPlace } from '../support/servers/engines.ts';
import { fillWithCatalog } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

/** Starts a server, asks for a page of games, and stops it when `isDone`. */
async function serveOnce(config: Config, isDone: () => boolean): Promise<string> {
  const serving = await serve(config);
  const page = await (await fetch(`http://localhost:${serving.port}/games?title=example`)).text();
  await until(async () => isDone());
  await serving.close();
  return page.match(/<main[\s\S]*<\/main>/)?.[0] ?? 'no page';
}

test('a server keeps its snapshot for the next start, which a damaged file does not prevent', async () => {
  const config = await newPlace('sqlite', {}, fillWithCatalog);
  const path = join(config.data, 'snapshot.bin');
  const first = await serveOnce(config, () => existsSync(path));
  const whole = readFileSync(path);
  assert.equal(await serveOnce(config, () => true), first);
  assert.deepEqual(readFileSync(path), whole);
  writeFileSync(path, 'damaged');
  assert.equal(await serveOnce(config, () => readFileSync(path).equals(whole)), first);
});
