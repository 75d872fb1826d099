import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../../src/config.ts';
import { openStore } from '../../../src/store/open.ts';
import { signUp } from '../../support/accounts.ts';
import { temporaryFolder, writeGames } from '../../support/samples/bundle.ts';
import { runHere } from '../../support/servers/command.ts';
import { type Program, startServing } from '../../support/servers/program.ts';
import { until } from '../../support/until.ts';

const data = temporaryFolder('other-process');
const env = { LUDEX_DATA: data, LUDEX_STARTER: 'false', LUDEX_LOG_LEVEL: 'silent', LUDEX_THREADS: '2' };
const DATABASES = ['service.db', 'catalog.db'];
const LOOK = 'SELECT count(*) FROM sqlite_schema';
const SCRIPT = `const database = new (require('node:sqlite').DatabaseSync)(process.argv[1]); database.exec('${LOOK}'); database.close()`;

/**
 * Programs that open a database, read it and close it. If the server has lost its locks, an older SQLite assumes that it is the
 * last connection and deletes the WAL. SQLite 3.51, which Node has, checks further, so only the missing locks show the problem.
 */
const OTHERS: { name: string; look(path: string): void }[] = [
  { name: 'another Node process', look: (path) => void execFileSync(process.execPath, ['-e', SCRIPT, path]) },
];
if (spawnSync('sqlite3', ['-version']).status === 0)
  OTHERS.push({ name: 'the sqlite3 program', look: (path) => void execFileSync('sqlite3', [path, LOOK]) });

for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  test(`after other programs opened and closed the databases, ${signal} loses no acknowledged write`, async () => {
    const server = await startServing(env);
    const source = signal.toLowerCase();
    const [before, after, command] = [`before@${source}.org`, `after@${source}.org`, `command@${source}.org`] as const;
    // A sign-up is written before it is answered.
    assert.equal((await signUp(server, before)).page.path, '/profile?done=welcome');
    const logs = listLogs();
    for (const { name, look } of OTHERS) {
      for (const file of DATABASES) look(join(data, file));
      assert.deepEqual(listLogs(), logs, `the server's WAL is still there after ${name}`);
      assertLocked(server, name);
    }
    assert.equal((await signUp(server, after)).page.path, '/profile?done=welcome');
    const added = await runHere(['account', 'add', command, '--plan', 'unlimited'], env);
    const title = `Imported before ${signal}`;
    assert.equal((await runHere(['import', writeGames([title], source)], env)).code, 0);
    const headers = { 'x-api-key': added.stdout.trim() };
    const find = () => fetch(`${server.url}/v1/games?title=${encodeURIComponent(title)}`, { headers });
    await until(async () => (await (await find()).text()).includes(title));

    server.process.kill(signal);
    await server.ended;
    const store = await openStore(readConfig({}, env));
    const kept = (await store.accounts.listAccounts()).map(({ email }) => email);
    await store.close();
    for (const email of [before, after, command]) assert.ok(kept.includes(email), `${email} is still there`);
  });
}

function listLogs(): number[] {
  return DATABASES.map((file) => statSync(join(data, `${file}-wal`)).ino);
}

/** Linux lists the locks of every process; elsewhere the other checks must suffice. */
function assertLocked(server: Program, after: string): void {
  if (process.platform !== 'linux') return;
  const locks = readFileSync('/proc/locks', 'utf8');
  for (const file of DATABASES) {
    const { ino } = statSync(join(data, file));
    assert.match(
      locks,
      new RegExp(`POSIX .* ${server.process.pid} \\S+:${ino} `),
      `the server holds a lock on ${file} after ${after}`,
    );
  }
}
