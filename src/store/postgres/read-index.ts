import type { CatalogIndex, ChangeColumns, GameColumns } from '../catalog-store.ts';
import { NO_FILTERS_HEX } from '../game-filters.ts';
import type { Connection, PostgresDatabase } from './database.ts';

export const READ_ONE_STATE = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** In one transaction, so that games, entries and revision are consistent. */
export function readIndex(database: PostgresDatabase, since = 0, sequence = 0): Promise<CatalogIndex> {
  return database.transaction(READ_ONE_STATE, async (connection) => {
    const games = await readGames(connection, since);
    return {
      lineage: await readLineage(connection),
      revision: Number((await readFact(connection, 'revision')) ?? 0),
      games,
      present: since === 0 ? games : await readPresent(connection),
      genres: await readEntries(connection, 'genre'),
      groups: await readEntries(connection, 'group'),
      platforms: await readEntries(connection, 'platform'),
      companies: await readEntries(connection, 'company'),
      aliases: await connection.query({
        text: 'SELECT game_id AS "gameId", target_id AS "targetId" FROM aliases ORDER BY game_id',
      }),
      changes: await readChanges(connection, (await hasRevision(connection, since)) ? sequence : 0),
    };
  });
}

export async function readLineage(connection: Connection): Promise<string> {
  return String(await readFact(connection, 'lineage'));
}

export async function readFact(connection: Connection, name: string): Promise<string | undefined> {
  const text = 'SELECT value FROM catalog_facts WHERE name = $1';
  const [row] = await connection.query<{ value: string }>({ name: 'catalog fact', text, values: [name] });
  return row?.value;
}

/** A few megabytes of text. */
const GAMES_AT_ONCE = 50_000;
type GamesPart = [
  ids: string,
  revisions: string,
  titles: string,
  names: string,
  modifiedAt: string,
  facets: string,
  filters: string,
];

/** Each column as one text, in a fraction of the time of one row per game. */
async function readGames(connection: Connection, since: number): Promise<GameColumns> {
  const games: Omit<GameColumns, 'facets' | 'filters'> = {
    ids: [],
    revisions: [],
    titles: [],
    names: [],
    modifiedAt: [],
  };
  const packed = { facets: [] as Buffer[], filters: [] as Buffer[] };
  for (let last = 0; ; ) {
    const [row] = await connection.queryArrays<GamesPart | null[]>({
      text: GAMES,
      values: [last, since, GAMES_AT_ONCE],
    });
    const [ids, revisions, titles, names, modifiedAt, facets, filters] = row as GamesPart;
    const part: number[] = ids === null ? [] : JSON.parse(ids);
    if (part.length > 0) {
      for (const [name, text] of Object.entries({ ids, revisions, titles, names, modifiedAt }))
        for (const value of JSON.parse(text)) games[name as 'ids'].push(value);
      packed.facets.push(Buffer.from(facets, 'hex'));
      packed.filters.push(Buffer.from(filters, 'hex'));
      last = part.at(-1) as number;
    }
    if (part.length < GAMES_AT_ONCE) break;
  }
  return { ...games, facets: joinNumbers(packed.facets), filters: joinNumbers(packed.filters) };
}

function joinNumbers(parts: readonly Buffer[]): Uint32Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return new Uint32Array(bytes.buffer);
}

const GAMES = `
  SELECT json_agg(game_id ORDER BY game_id)::text, json_agg(revision ORDER BY game_id)::text,
    json_agg(title ORDER BY game_id)::text, json_agg(coalesce(names, '') ORDER BY game_id)::text,
    json_agg(modified_at ORDER BY game_id)::text,
    string_agg(encode(facets, 'hex'), '' ORDER BY game_id),
    string_agg(CASE length(filters) WHEN 0 THEN '${NO_FILTERS_HEX}' ELSE encode(filters, 'hex') END, '' ORDER BY game_id)
  FROM (SELECT * FROM games WHERE game_id > $1 AND revision > $2 ORDER BY game_id LIMIT $3) AS part`;

async function readPresent(connection: Connection): Promise<CatalogIndex['present']> {
  const list = (column: string) => `coalesce(json_agg(${column} ORDER BY game_id)::text, '[]')`;
  const [row] = await connection.query<Record<keyof CatalogIndex['present'], string>>({
    text: `SELECT ${list('game_id')} AS ids, ${list('revision')} AS revisions, ${list('modified_at')} AS "modifiedAt" FROM games`,
  });
  const { ids, revisions, modifiedAt } = row as Record<keyof CatalogIndex['present'], string>;
  return { ids: JSON.parse(ids), revisions: JSON.parse(revisions), modifiedAt: JSON.parse(modifiedAt) };
}

export async function hasRevision(connection: Connection, revision: number): Promise<boolean> {
  const text = 'SELECT 1 FROM revisions WHERE revision = $1';
  return (await connection.queryArrays({ name: 'revision', text, values: [revision] })).length > 0;
}

async function readChanges(connection: Connection, after: number): Promise<ChangeColumns> {
  const list = (column: string) => `coalesce(json_agg(${column} ORDER BY sequence)::text, '[]')`;
  const [row] = await connection.query<Record<keyof ChangeColumns, string>>({
    text: `
      SELECT ${list('game_id')} AS "gameIds", ${list('sequence')} AS sequences,
        ${list('created_sequence')} AS "createdSequences", ${list('coalesce(modified_at, removed_at)')} AS "modifiedAt"
      FROM changes LEFT JOIN games USING (game_id) WHERE sequence > $1`,
    values: [after],
  });
  const { gameIds, sequences, createdSequences, modifiedAt } = row as Record<keyof ChangeColumns, string>;
  return {
    after,
    gameIds: JSON.parse(gameIds),
    sequences: JSON.parse(sequences),
    createdSequences: JSON.parse(createdSequences),
    modifiedAt: JSON.parse(modifiedAt),
  };
}

async function readEntries(connection: Connection, kind: string): Promise<string[]> {
  const text = 'SELECT body FROM entries WHERE kind = $1 ORDER BY id';
  return (await connection.query<{ body: string }>({ text, values: [kind] })).map(({ body }) => body);
}
