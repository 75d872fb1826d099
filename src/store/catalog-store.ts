import { dumpLookups } from './catalog/find-dumps.ts';
import {
  hasRevision,
  listSources,
  readDocuments,
  readFact,
  readIndex,
  readPresent,
  readRevision,
  readSequence,
} from './catalog/reads.ts';
import { type CatalogReader, type CatalogWriter, readCatalog, writeCatalog } from './catalog/writer.ts';
import type { CatalogPort } from './catalog-port.ts';
import type { CountedSource, FoundLayer, ImportEntry, RecordVersion } from './catalog-rows.ts';
import type { Sql } from './sql.ts';

/** What differs between engines. */
interface Engine {
  /** Runs the work over one state. */
  read<T>(work: (port: CatalogPort) => Promise<T>): Promise<T>;
  /** Runs the work in one transaction. */
  write<T>(work: (port: CatalogPort) => Promise<T>): Promise<T>;
}

export type CatalogReads = ReturnType<typeof catalogReads>;

/** What requests read, of the revision that `sql` sees. */
function catalogReads(sql: Sql) {
  return {
    ...dumpLookups(sql),
    /** Increases with every change of the catalog. */
    readRevision: () => readRevision(sql),
    /** Distinguishes two catalogs at the same revision. */
    readLineage: async () => String(await readFact(sql, 'lineage')),
    /** Whether the catalog ever had this revision. False: it belongs to a state that was lost, or to another catalog. */
    hasRevision: (revision: number) => hasRevision(sql, revision),
    /** The sequence of the last change. */
    readSequence: () => readSequence(sql),
    /** The ids of all games, with the revisions and times of their records. */
    readPresent: () => readPresent(sql),
    /** The cards of these records, in the same order. A superseded record stays readable for a while. */
    readCards: (versions: readonly RecordVersion[]) => readDocuments(sql, 'card', versions),
    /** The records themselves, in the same way. */
    readRecords: (versions: readonly RecordVersion[]) => readDocuments(sql, 'record', versions),
    /** Which source provided which field of these records, as JSON, in the same way. */
    readProvenance: (versions: readonly RecordVersion[]) => readDocuments(sql, 'provenance', versions),
    listSources: () => listSources(sql),
    /** What the catalog follows, as JSON. */
    readMirror: () => readFact(sql, 'mirror'),
  };
}

export type CatalogStore = ReturnType<typeof catalogStore>;

/** `sql` reads the newest revision. */
export function catalogStore(sql: Sql, engine: Engine) {
  return {
    ...catalogReads(sql),
    /** Everything that a snapshot is built from, at one revision. With `since`, only the games written after that revision. */
    readIndex: (since?: number) => engine.read((port) => readIndex(port.sql, since)),
    /** Runs the work in one transaction. */
    write: <T>(work: (writer: CatalogWriter) => Promise<T>) => engine.write((port) => writeCatalog(port, work)),
    /** Runs the work over one revision, even while an import writes the next one. */
    read: <T>(work: (reader: CatalogReader, reads: CatalogReads) => Promise<T>) =>
      engine.read((port) => readCatalog(port, (reader) => work(reader, catalogReads(port.sql)))),
    countAll: () => countAll(sql),
    /** Newest first; without those whose first note begins with this text. */
    listImports: async (limit: number, exceptNoted?: string): Promise<ImportEntry[]> => {
      // Notes are stored as JSON.
      const others = exceptNoted === undefined ? '%' : `["${exceptNoted}%`;
      const isWanted = exceptNoted === undefined ? 'notes LIKE ?' : 'notes NOT LIKE ?';
      const text = `SELECT * FROM imports WHERE ${isWanted} ORDER BY import_id DESC LIMIT ?`;
      const entries = await sql.select<Omit<ImportEntry, 'notes'> & { notes: string }>(text, [others, limit]);
      return entries.map((entry) => ({ ...entry, notes: JSON.parse(entry.notes) as string[] }));
    },
    /** The number of imports after this one. */
    countImportsAfter: (importId: number) => count(sql, 'imports WHERE import_id > ?', importId),
    /** Layers of a source whose keys begin with a text and are less than another one, the greatest key first. */
    listLayersBefore: (source: string, prefix: string, before: string, limit: number) => {
      const isWanted = 'source = ? AND key LIKE ? AND key < ?';
      const text = `SELECT key, game_id, ${sql.text('line')} AS line FROM layers WHERE ${isWanted} ORDER BY key DESC LIMIT ?`;
      return sql.select<FoundLayer>(text, [source, `${prefix}%`, before, limit]);
    },
    /** The sources with their numbers of games and waiting layers. Slow: reads all layers. */
    countSources: () => countSources(sql),
    findProvenance: async (gameId: number) => {
      const text = 'SELECT provenance FROM games WHERE game_id = ?';
      return (await sql.select<{ provenance: string }>(text, [gameId]))[0]?.provenance;
    },
  };
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
