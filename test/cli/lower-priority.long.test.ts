import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { test } from 'node:test';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { startProgram, startServing } from '../support/servers/program.ts';
import { until } from '../support/until.ts';

const { PRIORITY_BELOW_NORMAL } = constants.priority;

const prioritiesOf = (pid: number) => {
  const threads = `/proc/${pid}/task`;
  return (existsSync(threads) ? readdirSync(threads).map(Number) : [pid]).map((thread) => getPriority(thread));
};

test('all threads of a command have a lower priority than a server', async () => {
  const own = getPriority();
  const env = { LUDEX_DATA: temporaryFolder('lower-priority'), LUDEX_STARTER: 'false' };
  const server = await startServing(env);
  const command = startProgram(['import', 'wikidata', '/dev/stdin'], env, undefined, { stdin: 'pipe' });
  await until(() =>
    prioritiesOf(command.process.pid as number).every((one) => one === Math.max(own, PRIORITY_BELOW_NORMAL)),
  );
  assert.deepEqual([...new Set(prioritiesOf(server.process.pid as number))], [own]);
  command.process.stdin?.end();
  await command.ended;
  server.process.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
});
