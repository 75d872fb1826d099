import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { OperatorError } from '../../src/errors.ts';
import { openStore } from '../../src/store/open.ts';
import { parsePostgresUrl } from '../../src/store/postgres/url.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { newPlace } from '../support/servers/engines.ts';
import { newDatabase } from '../support/servers/postgres.ts';
import { administer, OWNER, withLogin } from '../support/servers/postgres-roles.ts';

const parse = (text: string, password?: string) => parsePostgresUrl('LUDEX_DATABASE_URL', text, password);
const configOf = (url: string, more: Record<string, string> = {}) =>
  readConfig({ data: temporaryFolder('data') }, { LUDEX_DATABASE_URL: url, ...more });

test('a URL has a host, a user, a database and the parameters of libpq', () => {
  const address = parse('postgres://me:a%40b@[::1]:5433/games?sslmode=require&connect_timeout=9');
  assert.deepEqual([address.host, address.port], ['::1', 5433]);
  assert.equal(address.user, 'me');
  assert.equal(address.password, 'a@b');
  assert.equal(address.database, 'games');
  assert.equal(address.connectMs, 9000);
  assert.equal(address.poolMode, 'session');
  assert.equal(address.shown, 'postgres://[::1]:5433/games');
});

test('missing parts of a URL have the defaults of libpq', () => {
  const address = parse('postgresql://me@host', 'from a file');
  assert.equal(address.database, 'me');
  assert.equal(address.password, 'from a file');
  assert.equal(parse('postgresql://me:@host', 'from a file').password, 'from a file');
  assert.equal(address.sslMode, 'prefer');
  const placeOf = ({ host, port }: ReturnType<typeof parse>) => [host, port];
  assert.deepEqual(placeOf(parse('postgres://me@/games?host=/run/postgresql')), ['/run/postgresql', 5432]);
  assert.deepEqual(placeOf(parse('postgres://me@%2Frun:5433/games')), ['/run', 5433]);
});

const WRONG: [string, string, RegExp][] = [
  ['no user', 'postgres://host/games', /names no user/],
  ['no host', 'postgres://me@/games', /names no host/],
  ['a host that is none', 'postgres://me@one:x/games', /has a host that cannot be read: one:x/],
  ['a port that is none', 'postgres://me@one:70000/games', /has a host that cannot be read/],
  [
    'an unknown pool mode',
    'postgres://me@one/games?pool_mode=statement',
    /has the pool_mode "statement"; known are session/,
  ],
  ['several hosts', 'postgres://me@one,two/games', /has a host that cannot be read: one,two/],
  ['an unknown parameter', 'postgres://me@one/games?ssl=1', /has the parameter ssl; known are sslmode/],
  ['an unknown sslmode', 'postgres://me@one/games?sslmode=maybe', /has the sslmode "maybe"; known are disable/],
  ['a certificate that is not there', 'postgres://me@one/x?sslrootcert=/no/where', /names \/no\/where as sslrootcert/],
  ['an @ in a password', 'postgres://me:p@%zz@one/x', /has an @ after the host; write @, .* in a password as %40, /],
  ['a / in a password', 'postgres://me:p/%zz@one/x', /has an @ after the host/],
  ['a ? in a password', 'postgres://me:p?%zz@one/x', /has an @ after the host/],
  ['a broken password', 'postgres://me:%zz@one/x', /is not encoded correctly/],
];

for (const [name, url, says] of WRONG) {
  test(`${name} in the URL is explained in one sentence without the password`, () => {
    assert.throws(
      () => parse(url),
      (error) => error instanceof OperatorError && says.test(error.message) && !error.message.includes('%zz'),
    );
  });
}

test('a password comes from the URL, from its own setting or from a file', async () => {
  const url = await newDatabase();
  const bare = withLogin(url, { ...OWNER, password: '' });
  const file = join(temporaryFolder('password'), 'password');
  writeFileSync(file, `${OWNER.password}\n`);
  const ways: [string, Record<string, string>][] = [
    [url, {}],
    [bare, { LUDEX_DATABASE_PASSWORD: OWNER.password }],
    [bare, { LUDEX_DATABASE_PASSWORD_FILE: file }],
  ];
  for (const [way, env] of ways) {
    const store = await openStore(configOf(way, env));
    assert.equal(await store.catalog.readRevision(), 0);
    await store.close();
  }
});

test('ten nodes that start at once create the tables once', async () => {
  const url = await newDatabase();
  const stores = await Promise.all(Array.from({ length: 10 }, () => openStore(configOf(url))));
  const lineages = new Set<string>();
  for (const store of stores) lineages.add((await store.catalog.readIndex()).lineage);
  assert.equal(lineages.size, 1);
  for (const store of stores) await store.close();
});

test('an import whose connection is lost says so and has changed nothing', async () => {
  const { database_url: url = '' } = await newPlace('postgres');
  const store = await openStore(configOf(url));
  const cut =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in %'";
  await assert.rejects(
    store.catalog.write(async (writer) => {
      await administer(url, cut);
      await Array.fromAsync(writer.listGames());
    }),
    (error) =>
      error instanceof OperatorError &&
      /^The connection to the database was lost \(.*\): .* try again$/.test(error.message),
  );
  assert.equal(await store.catalog.readRevision(), 0);
  await store.close();
});

test('an index of more games than one query reads has each game once', async () => {
  const { database_url: url = '' } = await newPlace('postgres');
  const store = await openStore(configOf(url));
  const noFacets = Buffer.alloc(36).toString('hex');
  await administer(
    url,
    `INSERT INTO games (game_id, revision, title, names, modified_at, facets, hash, provenance)
     SELECT n, 1, 'Game ' || n, 'game ' || n, n, '\\x${noFacets}', 'h', '{}' FROM generate_series(1, 50001) AS n`,
  );
  const { games } = await store.catalog.readIndex();
  assert.deepEqual([games.ids.length, new Set(games.ids).size, games.facets.length], [50_001, 50_001, 9 * 50_001]);
  assert.deepEqual([games.titles.at(-1), games.modifiedAt.at(-1)], ['Game 50001', 50_001]);
  await store.close();
});
