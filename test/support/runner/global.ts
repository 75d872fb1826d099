import { unpackTestFonts } from '../samples/drawings.ts';
import { type PostgresServer, startPostgres } from '../servers/postgres.ts';
import { adminUrl } from '../servers/postgres-roles.ts';

let server: PostgresServer | undefined;

/** One PostgreSQL and one folder of fonts for the whole run. A file that runs alone starts its own. */
export async function globalSetup(): Promise<void> {
  await unpackTestFonts();
  if (process.env.LUDEX_TEST_POSTGRES_URL) return;
  server = await startPostgres();
  process.env.LUDEX_TEST_POSTGRES_URL = adminUrl(server.url);
}

export async function globalTeardown(): Promise<void> {
  await server?.kill();
}
