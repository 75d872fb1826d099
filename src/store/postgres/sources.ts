import type { CatalogWriter, StoredSource } from '../catalog-store.ts';
import type { Connection } from './database.ts';
import { insertRows, replacing } from './rows.ts';
import type { Writing } from './writing.ts';

const COLUMNS = ['source', 'name', 'version', 'licence', 'url', 'imported_at'] as const;
const SELECT = 'SELECT source, name, version, licence, url, imported_at AS "importedAt" FROM sources';

export function listSources(connection: Connection): Promise<StoredSource[]> {
  return connection.query<StoredSource>({ text: `${SELECT} ORDER BY source` });
}

/** Few rows, and seldom: each statement by itself. */
export function sourceWriter({ connection, undo }: Writing) {
  const remember = async (source: string) => {
    const [before] = await connection.query<StoredSource>({ text: `${SELECT} WHERE source = $1`, values: [source] });
    undo.remember('source', source, before ?? null);
    await undo.flush();
  };
  return {
    listSources: () => listSources(connection),
    putSource: async ({ source, name, version, licence, url, importedAt }) => {
      await remember(source);
      const rows = [[source, name, version, licence, url, importedAt]];
      await insertRows(connection, 'sources', COLUMNS, rows, replacing(['source'], COLUMNS));
    },
    removeSource: async (source) => {
      await remember(source);
      await connection.run('DELETE FROM sources WHERE source = $1', [source]);
    },
    addImport: async (entry) => {
      const counts = [entry.added, entry.changed, entry.unchanged, entry.removed, entry.merged];
      await connection.run(
        `INSERT INTO imports (action, source, version, started_at, finished_at, added, changed, unchanged, removed, merged)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [entry.action, entry.source, entry.version, entry.startedAt, entry.finishedAt, ...counts],
      );
    },
  } satisfies Partial<CatalogWriter>;
}
