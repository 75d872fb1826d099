import type { DatabaseSync } from 'node:sqlite';
import type { Schema } from '../schema.ts';
import { CATALOG_TABLES_SQL, SERVICE_TABLES_SQL } from '../tables.ts';

export type SqliteSchema = Schema<(database: DatabaseSync) => void>;

export const CATALOG_SCHEMA: SqliteSchema = {
  facts: 'catalog_facts',
  create: `${CATALOG_TABLES_SQL}
    -- Distinguishes this catalog from any other at the same revision.
    INSERT INTO catalog_facts VALUES ('lineage', lower(hex(randomblob(8))))`,
  migrations: [],
};

export const SERVICE_SCHEMA: SqliteSchema = {
  facts: 'facts',
  create: SERVICE_TABLES_SQL,
  migrations: [],
};

/** By the name of the file. */
export const SCHEMAS = { 'catalog.db': CATALOG_SCHEMA, 'service.db': SERVICE_SCHEMA };
