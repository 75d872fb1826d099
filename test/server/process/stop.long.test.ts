import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serveUntil } from '../../../src/cli/commands/serve.ts';
import { temporaryFolder } from '../../support/samples/bundle.ts';
import { startServing } from '../../support/servers/program.ts';
import { until } from '../../support/until.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

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
