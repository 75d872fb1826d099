import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Config, readConfig } from '../../src/config.ts';
import { openStore } from '../../src/store/open.ts';
import { temporaryFolder } from './bundle.ts';
import { newDatabase } from './postgres.ts';
import { administer, openClient } from './postgres-roles.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

/** The engine of tests that are written for any. */
export const ENGINE: Engine = process.env.LUDEX_TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

/** Fills a store that others are copies of. */
export type Fill = (config: Config) => Promise<void>;

const leaveEmpty: Fill = async () => {};

/** Settings for a new store of its own, empty or filled. */
export async function newPlace(
  engine: Engine = ENGINE,
  settings: Record<string, string> = {},
  fill: Fill = leaveEmpty,
): Promise<Config> {
  const flags = { port: '0', data: temporaryFolder('data'), 'log-level': 'silent', ...settings };
  if (engine === 'sqlite') {
    const config = readConfig(flags, {});
    await fill(config);
    return config;
  }
  const { database_url: template, data } = await filledDatabase(fill);
  const url = await newDatabase(template);
  // Pictures are in the folder of whoever imported them.
  if (existsSync(join(data, 'media'))) cpSync(join(data, 'media'), join(flags.data, 'media'), { recursive: true });
  // Two copies are two catalogs.
  if (fill !== leaveEmpty)
    await administer(url, "UPDATE catalog_facts SET value = gen_random_uuid() WHERE name = 'lineage'");
  return readConfig(flags, { LUDEX_DATABASE_URL: url });
}

const filled = new Map<Fill, Promise<Config>>();

/** A database with all its tables, to be copied: that is quicker than to make and fill it each time. */
function filledDatabase(fill: Fill): Promise<Config> {
  const made = filled.get(fill) ?? makeDatabase(fill);
  filled.set(fill, made);
  return made;
}

async function makeDatabase(fill: Fill): Promise<Config> {
  const url = await newDatabase();
  const config = readConfig({ data: temporaryFolder('data') }, { LUDEX_DATABASE_URL: url });
  await (await openStore(config)).close();
  await fill(config);
  return config;
}

/** Holds the counters until the returned function is called. */
export async function lockCounters({ data, database_url }: Config): Promise<() => Promise<void>> {
  if (database_url === undefined) {
    const database = new DatabaseSync(`${data}/service.db`);
    database.exec('BEGIN IMMEDIATE');
    return async () => {
      database.exec('ROLLBACK');
      database.close();
    };
  }
  const client = await openClient(database_url);
  await client.query('BEGIN; LOCK TABLE quota IN ACCESS EXCLUSIVE MODE');
  return () => client.end();
}

/** Runs a statement behind the back of whoever serves the store. */
export async function spoilStore(
  { data, database_url }: Config,
  part: 'catalog' | 'service',
  sql: string,
): Promise<void> {
  if (database_url !== undefined) {
    await administer(database_url, sql);
    return;
  }
  const database = new DatabaseSync(`${data}/${part}.db`);
  database.exec(sql);
  database.close();
}
