import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { temporaryFolder, writeBundle } from '../support/samples/bundle.ts';
import { runHere } from '../support/servers/command.ts';
import { newDatabase } from '../support/servers/postgres.ts';
import { startProgram } from '../support/servers/program.ts';
import { until } from '../support/until.ts';

/** A proxy to PostgreSQL that forwards the first COMMIT and holds back the response and everything else until `release`. */
async function startHoldingProxy(url: string) {
  const { port, hostname } = new URL(url);
  const sockets = new Set<Socket>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const proxy = { isHolding: false, release, url: '' };
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    sockets.add(client).add(database);
    for (const socket of [client, database]) socket.on('error', () => {});
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
    client.on('data', async (message) => {
      if (!proxy.isHolding && message.includes('COMMIT')) {
        proxy.isHolding = true;
        database.pause();
        database.write(message);
        await released;
        database.resume();
        return;
      }
      if (proxy.isHolding) await released;
      database.write(message);
    });
    database.on('data', (answer) => client.write(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.url = url.replace(`:${port}/`, `:${(server.address() as { port: number }).port}/`);
  after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return proxy;
}

/** Reports a signal before any other listener. */
const HEARING = `--import=data:text/javascript,${encodeURIComponent("process.on('SIGINT', () => process.stderr.write('heard\\n'))")}`;

const folder = temporaryFolder('stop-commit');
const bundle = writeBundle({
  platforms: [{ key: 'platform:nes', platform_name: 'NES' }],
  games: [{ key: 'test:a', title: 'A', platforms: [{ platform: 'platform:nes' }] }],
});
const data = { LUDEX_DATA: join(folder, 'data') };
const [empty, filled] = [await newDatabase(), await newDatabase()];
const made = await Promise.all([
  runHere(['status'], { ...data, LUDEX_DATABASE_URL: empty }),
  runHere(['import', bundle], { ...data, LUDEX_DATABASE_URL: filled }),
  runHere(['import', bundle], { LUDEX_DATA: join(folder, 'sqlite') }),
]);
assert.deepEqual(
  made.map(({ code }) => code),
  [0, 0, 0],
);

const COMMANDS: [name: string, args: string[], template: string, says: RegExp][] = [
  ['import', ['import', bundle], empty, /^test: 1 game added/m],
  ['import --undo', ['import', '--undo'], filled, /^The last import, of test, was undone/],
  ['source remove', ['source', 'remove', 'test'], filled, /^test: 0 games added, 0 changed, 0 unchanged, 1 removed/],
  ['move', ['move', join(folder, 'sqlite'), 'URL'], empty, /^\d+ rows moved/m],
];

for (const [name, args, template, says] of COMMANDS) {
  test(`Ctrl-C during the commit of "${name}" does not print that nothing was changed`, async () => {
    const proxy = await startHoldingProxy(await newDatabase(template));
    const env = { ...data, LUDEX_DATABASE_URL: proxy.url, NODE_OPTIONS: HEARING };
    const program = startProgram(
      args.map((word) => (word === 'URL' ? proxy.url : word)),
      env,
    );
    await until(() => proxy.isHolding);
    program.process.kill('SIGINT');
    await until(() => program.output.stderr.includes('heard'));
    proxy.release();
    const { code, stdout, stderr } = await program.ended;
    assert.deepEqual([code, stderr], [0, 'heard\n']);
    assert.match(stdout, says);
  });
}
