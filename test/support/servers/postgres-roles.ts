import pg from 'pg';

interface Login {
  user: string;
  password: string;
}

/** Special characters of URLs, shells, SQL and connection strings, to find missing escapes. */
const AWKWARD = `p@ss:w/rd %41&?#=+'"\\ $x ü`;

/** The superuser of servers that the tests start. For another server, LUDEX_TEST_POSTGRES_URL names it. */
export const ADMIN: Login = { user: 'postgres', password: `${AWKWARD} of the superuser` };

/** Owns the test databases, without superuser or CREATEDB. */
export const OWNER: Login = { user: 'ludex_test', password: `${AWKWARD} of the owner ` };

/** Safe for concurrent processes. */
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

/** The URL of the same database for the superuser. */
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
