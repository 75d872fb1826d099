import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { test } from 'node:test';
import { temporaryFolder, writeBundle } from '../support/bundle.ts';
import { CATALOG } from '../support/catalog.ts';
import { runHere } from '../support/command.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { copyForRecovery, WITH_REPLICAS } from '../support/postgres-copies.ts';
import { administer } from '../support/postgres-roles.ts';
import { until } from '../support/until.ts';

/** With the PostgreSQL of npm, so that it runs everywhere. test/docs/point-in-time.long.test.ts runs the commands of the docs on Debian. */
test('PostgreSQL goes back to a time before a wrong import, from a base backup and its archive', async () => {
  const archive = temporaryFolder('archive');
  // PostgreSQL runs as another user.
  chmodSync(archive, 0o777);
  const primary = await startPostgres({
    ...WITH_REPLICAS,
    archive_mode: 'on',
    archive_command: `cp %p ${archive}/%f`,
  });
  const data = temporaryFolder('data');
  const ludexOn =
    ({ url }: PostgresServer) =>
    async (...args: string[]) => {
      const { code, stdout, stderr } = await runHere(args, { LUDEX_DATA: data, LUDEX_DATABASE_URL: url });
      assert.equal(code, 0, stderr);
      return stdout;
    };
  const before = ludexOn(primary);
  await before('import', writeBundle(CATALOG));
  await before('account', 'add', 'before@example.org');
  const recover = await copyForRecovery(primary, archive);
  await before('account', 'add', 'meanwhile@example.org');
  const { rows } = await administer(primary.url, 'SELECT clock_timestamp()::text AS time');
  // The recovery includes transactions of that very time.
  const isLater = `SELECT clock_timestamp() > '${rows[0].time}'::timestamptz AS later`;
  await until(async () => (await administer(primary.url, isLater)).rows[0].later);
  const [game, ...others] = CATALOG.games;
  await before('import', writeBundle({ ...CATALOG, games: [{ ...game, title: 'Mistake' }, ...others] }));
  await before('account', 'remove', 'before@example.org');
  // Archives the rest of its log.
  await primary.stop();

  const recovered = await recover(rows[0].time);
  const after = ludexOn(recovered);
  const emails = JSON.parse(await after('account', 'list', '--json')).map(({ email }: { email: string }) => email);
  assert.deepEqual(emails.toSorted(), ['before@example.org', 'meanwhile@example.org']);
  assert.deepEqual(JSON.parse(await after('check', '--json')).problems, []);
  const wrong = "SELECT count(*)::int AS count FROM records WHERE record LIKE '%Mistake%'";
  assert.equal((await administer(recovered.url, wrong)).rows[0].count, 0);
  await after('import', writeBundle({ ...CATALOG, games: [{ ...game, title: 'Later' }, ...others] }));
  await recovered.stop();
});
