import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../../src/config.ts';
import { CLOCK } from '../../support/clock.ts';
import { temporaryFolder, writeBundle } from '../../support/samples/bundle.ts';
import { CATALOG } from '../../support/samples/catalog.ts';
import { runHere } from '../../support/servers/command.ts';
import { listen } from '../../support/servers/free-port.ts';
import { runProgram, startServing } from '../../support/servers/program.ts';
import { addKey, importInto } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A first start that several tests share, as npm runs it. The last of them stops it. */
const data = temporaryFolder('serve');
const first = await startServing({ LUDEX_DATA: data, npm_command: 'start' });
/** Of a start that fails, and of those after it. */
const secondData = temporaryFolder('serve');
const printedUrl = /http\S+api_key=\S+/.exec(first.output.stdout)?.[0] as string;

test('a first start prints what the README shows', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const shown = /^Ludex .* serves (?:.*\n){3}.*$/m.exec(readme)?.[0];
  const printed = first.output.stdout.split('\n', 4).join('\n');
  assert.equal(printed.replaceAll(first.url, 'http://localhost:8080').replaceAll(/ludex_\w+/g, 'ludex_…'), shown);
});

test('a first start prints a working URL', async () => {
  const response = await fetch(printedUrl);
  assert.equal(response.status, 200);
  const { games } = (await response.json()) as { games: { title: string }[] };
  assert.ok(games.some((game) => game.title === 'Super Mario Bros.'));
});

test('health, readiness and metrics answer without a key', async () => {
  const key = await addKey(readConfig({ data }, {}), 'free');
  assert.equal((await fetch(`${first.url}/healthz`)).status, 200);
  assert.deepEqual(await (await fetch(`${first.url}/readyz`)).json(), { status: 'ready' });
  await fetch(`${first.url}/v1/games/5?format=id&api_key=${key}`);
  await fetch(`${first.url}/v1/games/5?format=id&api_key=${key}`);
  let text = '';
  // The counter is updated after the response, maybe in another thread.
  await until(async () => {
    text = await (await fetch(`${first.url}/metrics`)).text();
    return text.includes('ludex_request_duration_seconds_count{route="/v1/games/{game_id}"} 2');
  });
  assert.match(text, /ludex_requests_total\{route="\/v1\/games\/\{game_id\}",status="200"\} 1/);
  assert.match(text, /ludex_requests_total\{route="\/v1\/games\/\{game_id\}",status="429"\} 1/);
  assert.match(text, /ludex_request_duration_seconds_bucket\{route="\/v1\/games\/\{game_id\}",le="\+Inf"\} 2/);
  assert.match(text, /ludex_catalog_games 2\d\d/);
  assert.match(text, /process_resident_memory_bytes \d+/);
  // Each line is a comment or a sample of the Prometheus text format.
  for (const line of text.trimEnd().split('\n')) assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? [\d.e+-]+)$/);
});

test('every request is logged as one JSON line without the key', async () => {
  const key = new URL(printedUrl).searchParams.get('api_key') as string;
  const foreign = 'a+foreign/key=of-somebody';
  const asked: [path: string, headers: Record<string, string>][] = [
    [`/v1/games?limit=1&api_key=${key}`, {}],
    [`/v1/games/${key}?api_key=${encodeURIComponent(foreign)}`, {}],
    ['/v1/games', { authorization: `Bearer ${key}`, referer: `http://x/?api_key=${key}` }],
    [`/elsewhere?token=${key}`, {}],
  ];
  const ids: (string | null)[] = [];
  for (const [path, headers] of asked) {
    const response = await fetch(first.url + path, { headers });
    ids.push(response.headers.get('x-request-id'));
    await response.arrayBuffer();
  }
  await until(() => existsSync(join(data, 'snapshot.bin')));
  first.process.kill('SIGTERM');
  const { stderr, code } = await first.ended;
  assert.equal(code, 0);
  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const requests = lines.filter((line) => line.url !== undefined && ids.includes(line.reqId));
  assert.equal(requests.length, asked.length);
  assert.deepEqual(new Set(requests.map((line) => line.reqId)), new Set(ids));
  for (const line of requests) {
    assert.equal(typeof line.durationMs, 'number');
    assert.equal(typeof line.status, 'number');
    assert.equal(line.method, 'GET');
  }
  for (const secret of [key, key.slice(6), foreign, encodeURIComponent(foreign)]) assert.ok(!stderr.includes(secret));
});

test('a port in use gives one sentence and exit code 1', async () => {
  const other = createServer();
  const port = await listen(other);
  const env = { LUDEX_DATA: secondData, LUDEX_STARTER: 'false', LUDEX_LOG_LEVEL: 'silent' };
  const { code, stderr } = await runProgram(['serve'], { ...env, LUDEX_PORT: String(port) });
  assert.equal(code, 1);
  assert.equal(
    stderr,
    `ludex: Another program uses port ${port} of 127.0.0.1: stop it, or set LUDEX_PORT to another port\n`,
  );
  other.close();
});

test('a start after one that failed prints a key, whose counts are exact across two threads and survive SIGKILL; a later start prints none', async () => {
  const env = {
    LUDEX_DATA: secondData,
    LUDEX_THREADS: '2',
    LUDEX_STARTER: 'false',
    LUDEX_LOG_LEVEL: 'silent',
    LUDEX_FREE_PER_HOUR: '200',
    LUDEX_FREE_PER_SECOND: 'none',
    // On a busy machine the event loop is late, and so many calls at once would be refused.
    LUDEX_MAX_DELAY_MS: 'none',
    ...CLOCK.env,
  };
  await importInto(readConfig({}, env), writeBundle(CATALOG), () => Date.now());
  const first = await startServing(env);
  const key = /api_key=(\S+)/.exec(first.output.stdout)?.[1];
  const ask = async (url: string) => {
    const response = await fetch(`${url}/v1/games/1?format=id&api_key=${key}`);
    await response.arrayBuffer();
    return response;
  };
  await until(async () => /ludex_catalog_games/.test(await (await fetch(`${first.url}/metrics`)).text()));
  const before = await Promise.all(Array.from({ length: 150 }, () => ask(first.url)));
  assert.ok(before.every((response) => response.status === 200));
  const remaining = before.map((response) => Number(response.headers.get('ratelimit-remaining')));
  assert.equal(new Set(remaining).size, 150);
  assert.equal(Math.min(...remaining), 50);
  first.process.kill('SIGKILL');
  await first.ended;

  const second = await startServing(env);
  assert.doesNotMatch(second.output.stdout, /ludex_|api_key/);
  const after = await Promise.all(Array.from({ length: 100 }, () => ask(second.url)));
  assert.equal(after.filter((response) => response.status === 200).length, 50);
  second.process.kill('SIGTERM');
  assert.equal((await second.ended).code, 0);
});

test('a LUDEX_HOST that is not of this machine gives one sentence', async () => {
  const env = { LUDEX_DATA: temporaryFolder('serve'), LUDEX_STARTER: 'false', LUDEX_HOST: '203.0.113.1' };
  const { code, stderr } = await runHere(['serve'], env);
  assert.equal(code, 1);
  assert.match(stderr, /LUDEX_HOST 203\.0\.113\.1 is not an address of this machine/);
});
