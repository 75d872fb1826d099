import type { CatalogIndex, ChangeColumns, GameColumns, RecordVersion, StoredSource } from '../catalog-rows.ts';
import type { Sql } from '../sql.ts';

/** Call it in a transaction, so that games, entries and revision are consistent. */
export async function readIndex(sql: Sql, since = 0): Promise<CatalogIndex> {
  const games = await readGames(sql, since);
  return {
    lineage: String(await readFact(sql, 'lineage')),
    revision: await readRevision(sql),
    games,
    present: since === 0 ? games : await readPresent(sql),
    genres: await readEntries(sql, 'genre'),
    groups: await readEntries(sql, 'group'),
    platforms: await readEntries(sql, 'platform'),
    companies: await readEntries(sql, 'company'),
    aliases: await readAliases(sql),
    changes: await readChanges(sql),
  };
}

export async function readRevision(sql: Sql): Promise<number> {
  return Number((await readFact(sql, 'revision')) ?? 0);
}

export async function readFact(sql: Sql, name: string): Promise<string | undefined> {
  const [row] = await sql.query<[string]>('SELECT value FROM catalog_facts WHERE name = ?', [name]);
  return row?.[0];
}

export async function hasRevision(sql: Sql, revision: number): Promise<boolean> {
  return (await sql.query('SELECT 1 FROM revisions WHERE revision = ?', [revision])).length > 0;
}

/** A few megabytes of text. */
const GAMES_AT_ONCE = 50_000;
const GAME_LISTS = {
  ids: 'game_id',
  revisions: 'revision',
  titles: 'title',
  names: 'names',
  modifiedAt: 'modified_at',
} as const;

/** Each column as one text, in a fraction of the time of one row per game. */
async function readGames(sql: Sql, since: number): Promise<GameColumns> {
  const games = { ids: [], revisions: [], titles: [], names: [], modifiedAt: [] } as Record<string, unknown[]>;
  const facets: Buffer[] = [];
  const lists = Object.values(GAME_LISTS).map((column) => sql.list(column, 'game_id'));
  const text = `
    SELECT ${[...lists, sql.hex('facets', 'game_id')].join(', ')}
    FROM (SELECT * FROM games WHERE game_id > ? AND revision > ? ORDER BY game_id LIMIT ?) AS part`;
  for (let last = 0, count = GAMES_AT_ONCE; count === GAMES_AT_ONCE; ) {
    const [row = []] = await sql.query<string[]>(text, [last, since, GAMES_AT_ONCE]);
    const columns = row.slice(0, lists.length).map((list) => JSON.parse(list) as unknown[]);
    for (const [i, name] of Object.keys(GAME_LISTS).entries())
      for (const value of columns[i] ?? []) games[name]?.push(value);
    facets.push(Buffer.from(row[lists.length] ?? '', 'hex'));
    count = columns[0]?.length ?? 0;
    last = Number(columns[0]?.at(-1) ?? 0);
  }
  return {
    ...(games as unknown as GameColumns),
    facets: new Uint32Array(Uint8Array.from(Buffer.concat(facets)).buffer),
  };
}

export async function readPresent(sql: Sql): Promise<CatalogIndex['present']> {
  const lists = ['game_id', 'revision', 'modified_at'].map((column) => sql.list(column, 'game_id'));
  const [row = []] = await sql.query<string[]>(
    `SELECT ${lists.join(', ')} FROM (SELECT * FROM games ORDER BY game_id) AS present`,
  );
  const [ids, revisions, modifiedAt] = row.map((list) => JSON.parse(list)) as [number[], number[], number[]];
  return { ids, revisions, modifiedAt };
}

export async function readAliases(sql: Sql): Promise<CatalogIndex['aliases']> {
  const rows = await sql.query<[number, number]>('SELECT game_id, target_id FROM aliases ORDER BY game_id');
  return rows.map(([gameId, targetId]) => ({ gameId, targetId }));
}

export function listSources(sql: Sql): Promise<StoredSource[]> {
  return sql.select('SELECT * FROM sources ORDER BY source');
}

/** Of the last change. */
export async function readSequence(sql: Sql): Promise<number> {
  const [row] = await sql.query<[number | null]>('SELECT max(sequence) FROM changes');
  return Number(row?.[0] ?? 0);
}

async function readChanges(sql: Sql): Promise<ChangeColumns> {
  const names = ['game_id', 'sequence', 'created_sequence', 'modified_at'];
  const [row = []] = await sql.query<string[]>(`
    SELECT ${names.map((column) => sql.list(column, 'sequence')).join(', ')} FROM (
      SELECT game_id, sequence, created_sequence, coalesce(modified_at, removed_at) AS modified_at
      FROM changes LEFT JOIN games USING (game_id) ORDER BY sequence
    ) AS listed`);
  const columns = row.map((list) => JSON.parse(list)) as [number[], number[], number[], number[]];
  const [gameIds, sequences, createdSequences, modifiedAt] = columns;
  return { gameIds, sequences, createdSequences, modifiedAt };
}

async function readEntries(sql: Sql, kind: string): Promise<string[]> {
  const rows = await sql.query<[string]>('SELECT body FROM entries WHERE kind = ? ORDER BY id', [kind]);
  return rows.map(([body]) => body);
}

/** What can be read of a game at a revision. */
const DOCUMENTS = { card: 'cards', record: 'records', provenance: 'games' } as const;
export type Document = keyof typeof DOCUMENTS;

/** All in one statement; superseded ones in another. */
export async function readDocuments(
  sql: Sql,
  document: Document,
  versions: readonly RecordVersion[],
): Promise<(string | undefined)[]> {
  const column = document === 'record' ? sql.text(document) : document;
  const read = (table: string, of: readonly RecordVersion[]) =>
    sql.query<[gameId: number, revision: number, text: string]>(
      `SELECT game_id, revision, ${column} FROM ${table} WHERE ${sql.isIn('game_id', 'bigint')}`,
      [of.map(({ gameId }) => gameId)],
    );
  const current = new Map((await read(DOCUMENTS[document], versions)).map((row) => [row[0], row]));
  const isCurrent = ({ gameId, revision }: RecordVersion) => current.get(gameId)?.[1] === revision;
  const missing = versions.filter((version) => !isCurrent(version));
  const superseded = missing.length === 0 ? [] : await read('superseded', missing);
  return versions.map((version) => {
    const { gameId, revision } = version;
    const row = isCurrent(version)
      ? current.get(gameId)
      : superseded.find(([id, at]) => id === gameId && at === revision);
    return row?.[2];
  });
}
