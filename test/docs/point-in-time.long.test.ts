import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { reportSubstitute } from '../support/instead.ts';
import { temporaryFolder, writeBundle } from '../support/samples/bundle.ts';
import { CATALOG } from '../support/samples/catalog.ts';
import { isRoot } from '../support/servers/checkout.ts';
import { runWell } from '../support/servers/command.ts';
import { freePort } from '../support/servers/free-port.ts';
import { readBlock, readBlocks } from './blocks.ts';
import { isInstalled, translate } from './proxies.ts';

const VERSION = '15';
const SEPARATOR = '\0';
const PASSWORD = 'point-in-time';

test('PostgreSQL goes back to a time with the commands of the docs', async (t) => {
  const owner = ownerOfClusters();
  const hasServer = existsSync(`/usr/lib/postgresql/${VERSION}/bin/initdb`);
  if (!owner || !hasServer || !isInstalled('pg_lsclusters', '-h') || !isInstalled('pg_basebackup', '--version'))
    return reportSubstitute(
      t,
      `no PostgreSQL ${VERSION} of Debian, so the commands of point-in-time recovery aren't run`,
    );
  const cluster = await createCluster(owner);
  const blocks = readBlocks('docs/operating.md').filter(({ text }) => text.includes('ARCHIVE='));
  const all = translate(blocks.map(({ text }) => text).join(SEPARATOR), cluster.standIns);
  const [setUp = '', goBack = ''] = all.split(SEPARATOR);

  const create = readBlock('docs/operating.md', 'sql', 'CREATE DATABASE').replace('choose-a-password', PASSWORD);
  cluster.run(`psql --set ON_ERROR_STOP=1 <<'END'\n${create}\nEND`);
  const [game, ...others] = CATALOG.games;
  const ludex = (...args: string[]) => runWell(args, cluster.env);
  await ludex('import', writeBundle(CATALOG));
  await ludex('account', 'add', 'before@example.org');
  cluster.run(setUp);
  // After the base backup, before the mistake.
  await ludex('account', 'add', 'meanwhile@example.org');
  await ludex('import', writeBundle({ ...CATALOG, games: [{ ...game, title: 'Kept' }, ...others] }));
  const [time = ''] = cluster.run('psql -Atc "SELECT clock_timestamp()"').split('\n');
  // Times of transactions must differ from it.
  await pause(10);
  await ludex('import', writeBundle({ ...CATALOG, games: [{ ...game, title: 'Mistake' }, ...others] }));
  await ludex('account', 'remove', 'before@example.org');

  cluster.run(goBack.replace('2026-11-17 09:30:00+00', time));
  const emails = JSON.parse(await ludex('account', 'list', '--json')).map(({ email }: { email: string }) => email);
  assert.deepEqual(emails.toSorted(), ['before@example.org', 'meanwhile@example.org']);
  assert.deepEqual(JSON.parse(await ludex('check', '--json')).problems, []);
  assert.match(
    cluster.run(`psql -Atd ludex -c "SELECT count(*) FROM records WHERE record LIKE '%\\"Kept\\"%'"`),
    /^1$/m,
  );
  await ludex('import', writeBundle({ ...CATALOG, games: [{ ...game, title: 'Later' }, ...others] }));
});

/** PostgreSQL refuses to run as root. */
function ownerOfClusters(): { name: string; uid: number; gid: number } | undefined {
  if (!isRoot) return { name: userInfo().username, uid: userInfo().uid, gid: userInfo().gid };
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return uid === undefined ? undefined : { name: 'postgres', uid: Number(uid), gid: Number(gid) };
}

/** A cluster of its own, with its configuration in a temporary folder. */
async function createCluster({ name, uid, gid }: { name: string; uid: number; gid: number }) {
  const [folder, port] = [temporaryFolder('point-in-time'), await freePort()];
  const data = join(folder, 'data');
  chmodSync(folder, 0o755);
  chownSync(folder, uid, gid);
  for (const one of ['etc', 'run']) {
    mkdirSync(join(folder, one));
    chownSync(join(folder, one), uid, gid);
  }
  const env = {
    ...process.env,
    PG_CLUSTER_CONF_ROOT: join(folder, 'etc'),
    PGHOST: join(folder, 'run'),
    PGPORT: `${port}`,
  };
  const run = (script: string) => {
    const options = { env: { ...env, HOME: folder, PGUSER: name }, cwd: folder, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync('bash', ['-euc', script], { ...options, uid, gid });
    assert.equal(status, 0, `${script}\n${stdout}${stderr}`);
    return stdout;
  };
  const settings = ['fsync=off', 'unix_socket_directories', 'ssl=off'].map((one) =>
    one.includes('=') ? `--pgoption ${one}` : `--pgoption ${one}=${join(folder, 'run')}`,
  );
  run(`pg_createcluster ${VERSION} test --datadir=${data} --port=${port} --socketdir=${join(folder, 'run')} \
    --logfile=${join(folder, 'log')} ${settings.join(' ')} --start -- --no-sync --auth-local=trust --auth-host=scram-sha-256`);
  after(() => void run(`pg_ctlcluster ${VERSION} test stop --mode immediate || true`));
  return {
    run,
    env: {
      LUDEX_DATA: join(temporaryFolder('data'), 'data'),
      LUDEX_STARTER: 'false',
      LUDEX_DATABASE_URL: `postgres://ludex:${PASSWORD}@127.0.0.1:${port}/ludex?sslmode=disable`,
    },
    standIns: {
      [`'${VERSION} main'`]: `'${VERSION} test'`,
      '/var/lib/postgresql/archive': join(folder, 'archive'),
      '/var/lib/postgresql/base': join(folder, 'base'),
      [`/var/lib/postgresql/${VERSION}/main`]: data,
    },
  };
}
