import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serveUntil } from '../../src/cli/commands/serve.ts';
import { readConfig } from '../../src/config.ts';
import { temporaryFolder, writeBundle } from '../support/bundle.ts';
import { CATALOG } from '../support/catalog.ts';
import { startServing } from '../support/program.ts';
import { importInto } from '../support/server.ts';
import { until } from '../support/until.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('SIGTERM finishes requests in flight and exits with code 0', async () => {
  const program = await startServing({
    LUDEX_DATA: temporaryFolder('serve'),
    LUDEX_THREADS: '2',
    LUDEX_FREE_PER_SECOND: 'none',
  });
  const key = /api_key=(\S+)/.exec(program.output.stdout)?.[1];
  const url = program.url.replace('localhost', '127.0.0.1');
  const agent = new Agent({ keepAlive: true });
  const ask = () =>
    new Promise<string>((resolve, reject) => {
      const request = get(`${url}/v1/games?limit=100&api_key=${key}`, { agent }, (response) => {
        response.resume();
        response.on('end', () => resolve(`${response.statusCode} ${response.complete}`));
        response.on('error', reject);
      });
      request.on('error', reject);
    });
  const answers = Array.from({ length: 30 }, ask);
  await answers[0];
  program.process.kill('SIGTERM');
  assert.deepEqual(new Set(await Promise.all(answers)), new Set(['200 true']));
  assert.equal((await program.ended).code, 0);
  agent.destroy();
});

test('SIGTERM waits until a slow reader has the whole response', async () => {
  const env = {
    LUDEX_DATA: temporaryFolder('serve'),
    LUDEX_STARTER: 'false',
    LUDEX_LOG_LEVEL: 'silent',
    LUDEX_THREADS: '1',
  };
  const games = CATALOG.games.slice(-100).map((game) => ({ ...game, description: 'x'.repeat(99_000) }));
  await importInto(readConfig({}, env), writeBundle({ ...CATALOG, games, media: [] }), () => Date.now());
  const { url, process: child, ended, output } = await startServing(env);
  const key = /api_key=(\S+)/.exec(output.stdout)?.[1];
  const answer = await new Promise<{ length: number; complete: boolean }>((resolve, reject) => {
    const request = get(`${url.replace('localhost', '127.0.0.1')}/v1/games?api_key=${key}`, (response) => {
      let length = 0;
      response.pause();
      child.kill('SIGTERM');
      setTimeout(() => response.resume(), 500);
      response.on('data', (chunk) => {
        length += chunk.length;
      });
      response.on('end', () => resolve({ length, complete: response.complete }));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
  assert.ok(answer.complete && answer.length > 9_900_000);
  assert.equal((await ended).code, 0);
});

test('a signal closes a server that answers while its start has not ended', async () => {
  let isClosed = false;
  const close = async () => {
    isClosed = true;
  };
  await serveUntil(Promise.resolve(), (onServing) => {
    onServing({ close });
    return new Promise(() => {});
  });
  assert.ok(isClosed);
});

test('SIGTERM to npm stops the server that npm started', async () => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('LUDEX_')));
  const data = temporaryFolder('serve');
  const npm = spawn('npm', ['start', '--', '--port', '0', '--data', data], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  npm.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await until(() => /serves \d+ games? at \S+/.test(text));
  const url = /serves \d+ games? at (\S+)/.exec(text)?.[1];
  npm.kill('SIGTERM');
  await until(() =>
    fetch(`${url}/healthz`).then(
      () => false,
      () => true,
    ),
  );
});
