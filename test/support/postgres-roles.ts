import pg from 'pg';

interface Login {
  user: string;
  password: string;
}

/** Characters that mean something in a URL, a shell, SQL or a connection string: what is not escaped somewhere fails. */
const AWKWARD = `p@ss:w/rd %41&?#=+'"\\ $x ü`;

/** The superuser of the servers that we start. Of another server, LUDEX_TEST_POSTGRES_URL names it. */
export const ADMIN: Login = { user: 'postgres', password: `${AWKWARD} of the superuser` };

/** Owns the databases of the tests and may do nothing else: neither superuser nor CREATEDB. */
export const OWNER: Login = { user: 'ludex_test', password: `${AWKWARD} of the owner ` };

/** Several processes may do it at once. */
export const CREATE_OWNER = `DO $$ BEGIN
  CREATE ROLE ${OWNER.user} LOGIN PASSWORD ${pg.escapeLiteral(OWNER.password)};
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$`;

export function withLogin(url: string, { user, password }: Login): string {
  const to = new URL(url);
  to.username = encodeURIComponent(user);
  to.password = encodeURIComponent(password);
  return to.href;
}

/** The same database, as the superuser of its server. */
export function adminUrl(url: string): string {
  const given = process.env.LUDEX_TEST_POSTGRES_URL;
  const to = new URL(url);
  if (!given || new URL(given).host !== to.host) return withLogin(url, ADMIN);
  const { username, password } = new URL(given);
  return Object.assign(to, { username, password }).href;
}

export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url.replace(/\?.*/, '') });
  await client.connect();
  return client;
}

/** Runs a statement in that database as the superuser. */
export async function administer(url: string, sql: string): Promise<pg.QueryResult> {
  const client = await openClient(adminUrl(url));
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
