import { dumpLookups } from './catalog/find-dumps.ts';
import { hasRevision, listSources, readFact, readRevision } from './catalog/reads.ts';
import { KEEP_SUPERSEDED_MS } from './catalog/writer.ts';
import type { CatalogStore, CountedSource, FoundLayer, ImportEntry } from './catalog-store.ts';
import type { Sql } from './sql.ts';

/** The methods of a catalog that read the newest revision, for every engine. */
export function catalogReads(sql: Sql) {
  return {
    ...dumpLookups(sql),
    readRevision: () => readRevision(sql),
    readLineage: async () => String(await readFact(sql, 'lineage')),
    hasRevision: (revision) => hasRevision(sql, revision),
    countAll: () => countAll(sql),
    listImports: async (limit, exceptNoted) => {
      // Notes are stored as JSON.
      const others = exceptNoted === undefined ? '%' : `["${exceptNoted}%`;
      const isWanted = exceptNoted === undefined ? 'notes LIKE ?' : 'notes NOT LIKE ?';
      const text = `SELECT * FROM imports WHERE ${isWanted} ORDER BY import_id DESC LIMIT ?`;
      const entries = await sql.select<Omit<ImportEntry, 'notes'> & { notes: string }>(text, [others, limit]);
      return entries.map((entry) => ({ ...entry, notes: JSON.parse(entry.notes) as string[] }));
    },
    countImportsAfter: (importId) => count(sql, 'imports WHERE import_id > ?', importId),
    listLayersBefore: (source, prefix, before, limit) => {
      const isWanted = 'source = ? AND key LIKE ? AND key < ?';
      const text = `SELECT key, game_id, line FROM layers WHERE ${isWanted} ORDER BY key DESC LIMIT ?`;
      return sql.select<FoundLayer>(text, [source, `${prefix}%`, before, limit]);
    },
    listSources: () => listSources(sql),
    countSources: () => countSources(sql),
    findProvenance: async (gameId) => {
      const text = 'SELECT provenance FROM games WHERE game_id = ?';
      return (await sql.select<{ provenance: string }>(text, [gameId]))[0]?.provenance;
    },
  } satisfies Partial<CatalogStore>;
}

async function countSources(sql: Sql): Promise<CountedSource[]> {
  const counted = await sql.select<{ source: string; games: number; waiting: number }>(
    'SELECT source, count(DISTINCT game_id) AS games, count(*) - count(game_id) AS waiting FROM layers GROUP BY source',
  );
  const counts = new Map(counted.map((one) => [one.source, one]));
  const sources: CountedSource[] = [];
  for (const source of await listSources(sql)) {
    // A source without layers, such as that of derived facts, is counted by the games whose provenance names it.
    const naming = () => count(sql, 'games WHERE provenance LIKE ?', `%"${source.source}"%`);
    const { games, waiting } = counts.get(source.source) ?? { games: await naming(), waiting: 0 };
    sources.push({ ...source, games, waiting });
  }
  return sources;
}

async function countAll(sql: Sql) {
  const entries = (kind: string) => count(sql, 'entries WHERE kind = ?', kind);
  return {
    games: await count(sql, 'games'),
    platforms: await entries('platform'),
    genres: await entries('genre'),
    groups: await entries('group'),
    companies: await entries('company'),
  };
}

async function count(sql: Sql, rows: string, ...values: (string | number)[]): Promise<number> {
  const [row] = await sql.query<[number]>(`SELECT count(*) FROM ${rows}`, values);
  return row?.[0] ?? 0;
}

/** The statement of `visitPictureTexts`. Skips old superseded records, which the next import deletes. */
export function pictureTexts(sql: Sql): string {
  const [line, record] = [sql.text('line'), sql.text('record')];
  return `
    SELECT ${line} AS text FROM layers WHERE ${line} LIKE '%/media/%'
    UNION ALL SELECT ${record} FROM records WHERE ${record} LIKE '%/media/%'
    UNION ALL SELECT ${record} FROM superseded
      WHERE superseded_at >= ${Date.now() - KEEP_SUPERSEDED_MS} AND ${record} LIKE '%/media/%'
    UNION ALL SELECT before FROM undo WHERE before LIKE '%/media/%'`;
}
