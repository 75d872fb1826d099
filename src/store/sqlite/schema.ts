import type { DatabaseSync } from 'node:sqlite';
import { withDates } from '../facets.ts';
import type { Schema } from '../schema.ts';
import { CATALOG_TABLES_SQL, NETWORK_QUOTA_SQL, PROPOSALS_SQL, SERVICE_TABLES_SQL } from '../tables.ts';

export type SqliteSchema = Schema<(database: DatabaseSync) => void>;

export const CATALOG_SCHEMA: SqliteSchema = {
  facts: 'catalog_facts',
  create: `${CATALOG_TABLES_SQL}
    -- Distinguishes this catalog from any other at the same revision.
    INSERT INTO catalog_facts VALUES ('lineage', lower(hex(randomblob(8))))`,
  migrations: [
    (database) => {
      const update = database.prepare('UPDATE games SET facets = ? WHERE game_id = ?');
      const games = database.prepare(
        'SELECT game_id, facets, unpack(record) AS record FROM games JOIN records USING (game_id)',
      );
      for (const { game_id = 0, facets, record } of games.iterate())
        update.run(withDates(facets as Uint8Array, record as string), game_id);
    },
  ],
};

export const SERVICE_SCHEMA: SqliteSchema = {
  facts: 'facts',
  create: SERVICE_TABLES_SQL,
  migrations: [NETWORK_QUOTA_SQL, PROPOSALS_SQL].map((sql) => (database) => database.exec(sql)),
};

/** By the name of the file. */
export const SCHEMAS = { 'catalog.db': CATALOG_SCHEMA, 'service.db': SERVICE_SCHEMA };
