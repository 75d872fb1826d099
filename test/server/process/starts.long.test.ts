import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../support/samples/bundle.ts';
import { runProgram, startServing } from '../../support/servers/program.ts';

test('a first start makes thumbnails only if another server serves the pictures', async () => {
  const hasThumbnails = (folder: string) =>
    readdirSync(join(folder, 'media'), { recursive: true }).some((name) => /-320\.webp$/.test(String(name)));
  const env = {
    LUDEX_DATA: temporaryFolder('serve'),
    LUDEX_LOG_LEVEL: 'silent',
    LUDEX_MEDIA_URL: 'https://pictures.example',
  };
  const { process: child, ended } = await startServing(env);
  assert.ok(hasThumbnails(env.LUDEX_DATA));
  child.kill('SIGTERM');
  assert.equal((await ended).code, 0);
});

test('of two concurrent first starts in one folder, one serves with a working key and the other is refused', async () => {
  const env = { LUDEX_DATA: temporaryFolder('serve'), LUDEX_LOG_LEVEL: 'silent', LUDEX_THREADS: '1' };
  const both = await Promise.allSettled([startServing(env), startServing(env)]);
  const [serving, ...others] = both.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const refused = both.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
  assert.equal(others.length, 0);
  assert.match(refused.join(), /ended with 1: ludex: Another server uses the data folder \S+: stop it first/);
  const url = /http\S+api_key=\S+/.exec(serving?.output.stdout ?? '')?.[0] as string;
  assert.equal((await fetch(url)).status, 200);
  const again = await runProgram(['serve'], { ...env, LUDEX_PORT: '0' });
  assert.equal(again.code, 1);
  assert.match(again.stderr, /^ludex: Another server uses the data folder /);
  serving?.process.kill('SIGTERM');
  assert.equal((await serving?.ended)?.code, 0);
});
