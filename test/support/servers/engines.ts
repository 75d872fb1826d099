import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { type Config, readConfig } from '../../../src/config.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { temporaryFolder } from '../samples/bundle.ts';
import { shareFonts } from '../samples/drawings.ts';
import { newDatabase } from './postgres.ts';
import { administer, openClient } from './postgres-roles.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

/** The engine for tests that run on both. */
export const ENGINE: Engine = process.env.LUDEX_TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

/** A server in the process of a test shares its thread with the clients and other servers, so it refuses no calls as too many. */
export const TEST_FLAGS = { port: '0', 'log-level': 'silent', 'max-delay-ms': 'none' };

/** Fills a template store. */
export type Fill = (config: Config) => Promise<void>;

const leaveEmpty: Fill = async () => {};

/** Settings for a new store, empty or filled. */
export async function newPlace(
  engine: Engine = ENGINE,
  settings: Record<string, string> = {},
  fill: Fill = leaveEmpty,
): Promise<Config> {
  const flags = { ...TEST_FLAGS, data: temporaryFolder('data'), ...settings };
  shareFonts(flags.data);
  if (engine === 'sqlite' && fill === leaveEmpty) return readConfig(flags, {});
  const template = await filledPlace(engine, fill);
  const config = await copyPlace(template, flags);
  // Each copy is another catalog and needs its own lineage.
  if (fill !== leaveEmpty)
    await runSqlDirectly(
      config,
      'catalog',
      `UPDATE catalog_facts SET value = '${randomUUID()}' WHERE name = 'lineage'`,
    );
  return config;
}

/** The settings of a command that uses this place. */
export function settingsOf({ data, database_url }: Config): Record<string, string> {
  return { LUDEX_DATA: data, ...(database_url !== undefined && { LUDEX_DATABASE_URL: database_url }) };
}

async function copyPlace({ data, database_url }: Config, flags: Record<string, string> & { data: string }) {
  // The pictures are in the folder of the template.
  cpSync(data, flags.data, { recursive: true });
  return readConfig(flags, database_url === undefined ? {} : { LUDEX_DATABASE_URL: await newDatabase(database_url) });
}

/** Another place with the same state, as a backup or a replica has it. */
export function copyState(config: Config): Promise<Config> {
  return copyPlace(config, { ...TEST_FLAGS, data: temporaryFolder('copy') });
}

const filled = { sqlite: new Map<Fill, Promise<Config>>(), postgres: new Map<Fill, Promise<Config>>() };

/** A template store: copying it is faster than creating and filling one. */
function filledPlace(engine: Engine, fill: Fill): Promise<Config> {
  const made = filled[engine].get(fill) ?? makePlace(engine, fill);
  filled[engine].set(fill, made);
  return made;
}

async function makePlace(engine: Engine, fill: Fill): Promise<Config> {
  const env = engine === 'postgres' ? { LUDEX_DATABASE_URL: await newDatabase() } : {};
  const config = readConfig({ data: temporaryFolder('data') }, env);
  await (await openStore(config)).close();
  await fill(config);
  return config;
}

/** Tests a new, empty store of each engine. */
export function testStores(name: string, check: (store: Store, config: Config) => Promise<void>): void {
  for (const engine of ENGINES)
    test(`${engine}: ${name}`, async () => {
      const config = await newPlace(engine);
      const store = await openStore(config);
      await check(store, config).finally(store.close);
    });
}

/** Locks the counters until the returned function is called. */
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

/** Runs a statement directly on the database of a server. */
export async function runSqlDirectly(
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
