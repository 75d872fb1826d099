import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder, writeGames } from '../support/samples/bundle.ts';
import { runHere } from '../support/servers/command.ts';
import { newDatabase } from '../support/servers/postgres.ts';
import { administer, openClient } from '../support/servers/postgres-roles.ts';
import { startProgram } from '../support/servers/program.ts';
import { until } from '../support/until.ts';

/** Makes every commit that changes a fact of the catalog wait for a lock, which is held until `release`. */
async function holdCommits(url: string) {
  await administer(
    url,
    `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NULL; END';
     CREATE CONSTRAINT TRIGGER waiting AFTER INSERT OR UPDATE ON catalog_facts DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION wait()`,
  );
  const holder = await openClient(url);
  await holder.query('SELECT pg_advisory_lock(7)');
  const waiting =
    "SELECT 1 FROM pg_stat_activity WHERE query = 'COMMIT' AND wait_event = 'advisory' AND datname = current_database()";
  return {
    isHolding: async () => (await holder.query(waiting)).rows.length > 0,
    release: () => holder.end(),
  };
}

/** Reports a signal before any other listener. */
const HEARING = `--import=data:text/javascript,${encodeURIComponent("process.on('SIGINT', () => process.stderr.write('heard\\n'))")}`;

const folder = temporaryFolder('stop-commit');
const bundle = writeGames(['A']);
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
    const url = await newDatabase(template);
    const commits = await holdCommits(url);
    const env = { ...data, LUDEX_DATABASE_URL: url, NODE_OPTIONS: HEARING };
    const program = startProgram(
      args.map((word) => (word === 'URL' ? url : word)),
      env,
    );
    await until(commits.isHolding);
    program.process.kill('SIGINT');
    await until(() => program.output.stderr.includes('heard'));
    await commits.release();
    const { code, stdout, stderr } = await program.ended;
    assert.deepEqual([code, stderr], [0, 'heard\n']);
    assert.match(stdout, says);
  });
}
