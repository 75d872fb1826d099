import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const FIXTURE = join(import.meta.dirname, '../../test/fixtures/first-version');
const DATABASES = ['catalog', 'service'] as const;
/** The schemas of the first version, in the order of the databases. */
export const FIRST_SCHEMAS = [3, 2];
export const FIRST_GAMES = 3;
const TEXTS = 4000;

/** Writes a data folder of the first version with so many texts that its upgrade takes a while. */
export function writeOldStore(data: string): void {
  mkdirSync(data);
  cpSync(join(FIXTURE, 'secret'), join(data, 'secret'));
  for (const name of DATABASES) {
    const database = new DatabaseSync(join(data, `${name}.db`));
    database.exec(readFileSync(join(FIXTURE, `${name}.sql`), 'utf8'));
    if (name === 'catalog')
      database.exec(`
        WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < ${TEXTS})
        INSERT INTO superseded (game_id, revision, superseded_at, card, record)
        SELECT games.game_id, -value, 0, card, json_set(record, '$.description', printf('%.*c', 3000, 'x') || value)
        FROM games JOIN cards USING (game_id) JOIN records USING (game_id), numbers
        WHERE games.game_id = 1`);
    database.close();
  }
}

export function readSchemas(data: string): number[] {
  return DATABASES.map((name) => {
    const database = new DatabaseSync(join(data, `${name}.db`));
    const row = database.prepare("SELECT value FROM facts WHERE name = 'schema'").get();
    database.close();
    return Number(row?.value);
  });
}
