import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError, StoreUnavailable } from '../../errors.ts';
import { findVersionProblem, listFills, listScripts } from '../schema-upgrade.ts';
import type { PostgresDatabase } from './database.ts';
import { isConflict } from './errors.ts';
import { SCHEMA } from './schema.ts';
import type { PostgresAddress } from './url.ts';

const NO_PRIVILEGE = '42501';
const RETRY_MS = 50;
const MAX_ATTEMPTS = 20;

/** Creates or upgrades the tables. Any number of nodes may start at once. */
export async function migratePostgres(
  database: PostgresDatabase,
  /** The same database, without a short statement timeout. */
  patient: PostgresDatabase,
  address: PostgresAddress,
): Promise<void> {
  const { shown, user, database: name } = address;
  const isCurrent = await readVersion(database)
    .then((version) => version === SCHEMA.version)
    .catch(explainPrivilege(`The tables in ${shown} cannot be read`, `use the role that owns them instead of ${user}`));
  if (isCurrent) return;
  await checkEncoding(database, shown);
  const advice = `run ALTER DATABASE ${name} OWNER TO ${user}, or GRANT CREATE ON SCHEMA public TO ${user}`;
  await createVersionTable(database)
    .then(() => upgrade(patient, shown))
    .catch(explainPrivilege(`The tables in ${shown} cannot be created`, advice));
}

function explainPrivilege(what: string, advice: string): (error: unknown) => never {
  return (error) => {
    const { code, message } = error as { code?: string; message: string };
    if (code === NO_PRIVILEGE) throw new StoreUnavailable(`${what} (${message}): ${advice}`);
    throw error;
  };
}

/** Titles are written in every script. */
async function checkEncoding(database: PostgresDatabase, shown: string): Promise<void> {
  const [row] = await database.query<{ server_encoding: string }>({ text: 'SHOW server_encoding' });
  if (row?.server_encoding === 'UTF8') return;
  throw new OperatorError(
    `The database ${shown} has the encoding ${row?.server_encoding}; create one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`,
  );
}

async function upgrade(patient: PostgresDatabase, shown: string): Promise<void> {
  await patient.transaction('BEGIN', async (connection) => {
    // One node does the work. The others wait for the lock and find it done.
    const [row] = await connection.query<{ version: number }>({
      text: 'SELECT version FROM ludex_schema WHERE one = 1 FOR UPDATE',
    });
    const version = row?.version ?? 0;
    const problem = findVersionProblem(SCHEMA, version);
    if (problem !== undefined)
      throw new OperatorError(`The database ${shown} ${problem}, or set LUDEX_DATABASE_URL to another database`);
    if (version === SCHEMA.version) return;
    for (const script of listScripts(SCHEMA, version)) await connection.run(script);
    for (const fill of listFills(SCHEMA, version)) await fill(connection);
    await connection.run('UPDATE ludex_schema SET version = $1 WHERE one = 1', [SCHEMA.version]);
  });
}

async function readVersion(database: PostgresDatabase): Promise<number | undefined> {
  try {
    const [row] = await database.query<{ version: number }>({ text: 'SELECT version FROM ludex_schema WHERE one = 1' });
    return row?.version;
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') return undefined;
    throw error;
  }
}

/** Two nodes that run IF NOT EXISTS at the same time may both try to create the table. The one that fails tries again. */
async function createVersionTable(database: PostgresDatabase): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await database.run(
        'CREATE TABLE IF NOT EXISTS ludex_schema (one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL)',
      );
      await database.run('INSERT INTO ludex_schema VALUES (1, 0) ON CONFLICT DO NOTHING');
      return;
    } catch (error) {
      const lostRace = isConflict(error) || /^(42P07|42710|40001)$/.test(String((error as { code?: string }).code));
      if (!lostRace || attempt >= MAX_ATTEMPTS) throw error;
      await pause(RETRY_MS);
    }
  }
}
