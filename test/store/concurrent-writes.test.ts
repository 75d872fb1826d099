import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { SERVICE_SCHEMA } from '../../src/store/sqlite/schema.ts';
import { sqliteServiceSql } from '../../src/store/sqlite/sql.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';

/** More turns than a transaction of the store takes. */
const TURNS = 60;

test('another connection that writes at any moment does not fail a transaction that reads first', async () => {
  const path = join(temporaryFolder('data'), 'service.db');
  const database = openDatabase(path, SERVICE_SCHEMA);
  const sql = sqliteServiceSql(database);
  const other = new DatabaseSync(path, { timeout: 0 });
  for (let turns = 0; turns < TURNS; turns++) {
    const adding = sql.transaction(async (changed) => {
      const { length } = await changed.select('SELECT name FROM facts');
      await changed.run("INSERT INTO facts VALUES (?, '')", [`${turns} of ${length}`]);
    });
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    try {
      other.exec("UPDATE facts SET value = value || 'x'");
    } catch (busy) {
      assert.match((busy as Error).message, /database is locked/);
    }
    await adding;
  }
  other.close();
  database.close();
});
