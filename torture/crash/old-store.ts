import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SCHEMA } from '../../src/store/postgres/schema.ts';
import { SCHEMAS } from '../../src/store/sqlite/schema.ts';
import { createDatabase } from '../../test/support/postgres.ts';
import { administer, openClient } from '../../test/support/postgres-roles.ts';

/** A store of the first version, whose upgrade takes a while. */
export interface OldStore {
  env: Record<string, string>;
  /** What each database has now, had at first, and has after the upgrade. */
  readSchemas(): Promise<number[]>;
  first: number[];
  current: number[];
}

const FIXTURE = join(import.meta.dirname, '../../test/fixtures/first-version');
const read = (name: string) => readFileSync(join(FIXTURE, name), 'utf8');

export const FIRST = { games: 3, emails: ['tester0@example.org', 'ada@example.org', 'operator@example.org'] };
const DATABASES = ['catalog', 'service'] as const;
const TEXTS = 4000;

export async function writeOldStore(data: string, databaseUrl?: string): Promise<OldStore> {
  mkdirSync(data);
  cpSync(join(FIXTURE, 'secret'), join(data, 'secret'));
  return databaseUrl === undefined ? writeSqlite(data) : writePostgres(data, databaseUrl);
}

/** Its upgrade compresses old texts. */
function writeSqlite(data: string): OldStore {
  for (const name of DATABASES) {
    const database = new DatabaseSync(join(data, `${name}.db`));
    database.exec(read(`${name}.sql`));
    if (name === 'catalog')
      database.exec(`
        WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < ${TEXTS})
        INSERT INTO superseded (game_id, revision, superseded_at, card, record)
        SELECT games.game_id, -value, 0, card, json_set(record, '$.description', printf('%.*c', 3000, 'x') || value)
        FROM games JOIN cards USING (game_id) JOIN records USING (game_id), numbers
        WHERE games.game_id = 1`);
    database.close();
  }
  const current = Object.values(SCHEMAS).map(({ version }) => version);
  return { env: { LUDEX_DATA: data }, readSchemas: async () => readSqliteSchemas(data), first: [3, 2], current };
}

function readSqliteSchemas(data: string): number[] {
  return DATABASES.map((name) => {
    const database = new DatabaseSync(join(data, `${name}.db`));
    const row = database.prepare("SELECT value FROM facts WHERE name = 'schema'").get();
    database.close();
    return Number(row?.value);
  });
}

/** A new database of the server. Every statement that changes a table or a game takes longer there, so that kills hit all of them. */
async function writePostgres(data: string, server: string): Promise<OldStore> {
  const url = await createDatabase(server);
  const client = await openClient(url);
  await client.query(read('postgres.sql'));
  await client.end();
  await administer(url, SLOW);
  return {
    env: { LUDEX_DATA: data, LUDEX_DATABASE_URL: url },
    readSchemas: async () => (await administer(url, 'SELECT version FROM ludex_schema')).rows.map((row) => row.version),
    first: [1],
    current: [SCHEMA.version],
  };
}

const SLOW = `
  CREATE FUNCTION wait_for_ddl() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.03); END $$;
  CREATE FUNCTION wait_for_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.03); RETURN NEW; END $$;
  CREATE TRIGGER slow BEFORE UPDATE ON games FOR EACH ROW EXECUTE FUNCTION wait_for_row();
  CREATE TRIGGER slow BEFORE UPDATE ON records FOR EACH ROW EXECUTE FUNCTION wait_for_row();
  CREATE EVENT TRIGGER slow ON ddl_command_end EXECUTE FUNCTION wait_for_ddl()`;
