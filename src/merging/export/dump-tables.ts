import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { openScratchDatabase } from '../../bundle/scratch-database.ts';
import { firstReleaseDate } from '../../catalog/model/record.ts';
import type { Game, Release } from '../../catalog/model/resources.ts';
import { renderGamesWith } from '../../catalog/render/included.ts';
import type { RenderOptions } from '../../catalog/render/render.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import type { CatalogReads } from '../../store/catalog-store.ts';
import { distinctFiles, type PlacedDump } from '../../store/dumps.ts';

export const DUMP_TABLES = 'catalog.sqlite';
export const DUMP_GAMES = 'games.jsonl.zst';

/** docs/dumps.md describes every column. */
const TABLES = `
  CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT) STRICT;
  CREATE TABLE sources (source TEXT PRIMARY KEY, name TEXT, version TEXT, licence TEXT, url TEXT) STRICT;
  CREATE TABLE platforms (platform_id INTEGER PRIMARY KEY, platform_name TEXT) STRICT;
  CREATE TABLE genres (genre_id INTEGER PRIMARY KEY, genre_name TEXT, genre_category TEXT) STRICT;
  CREATE TABLE groups (group_id INTEGER PRIMARY KEY, group_name TEXT) STRICT;
  CREATE TABLE companies (company_id INTEGER PRIMARY KEY, company_name TEXT) STRICT;
  CREATE TABLE games (
    game_id INTEGER PRIMARY KEY, title TEXT, first_year INTEGER, description TEXT, catalog_score REAL, num_votes INTEGER,
    official_url TEXT, catalog_url TEXT
  ) STRICT;
  CREATE TABLE titles (game_id INTEGER REFERENCES games, title TEXT, description TEXT) STRICT;
  CREATE TABLE game_genres (
    game_id INTEGER REFERENCES games, genre_id INTEGER REFERENCES genres, PRIMARY KEY (game_id, genre_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE game_groups (
    game_id INTEGER REFERENCES games, group_id INTEGER REFERENCES groups, PRIMARY KEY (game_id, group_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE game_platforms (
    game_id INTEGER REFERENCES games, platform_id INTEGER REFERENCES platforms, year INTEGER, first_release_date TEXT,
    PRIMARY KEY (game_id, platform_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE attributes (
    game_id INTEGER REFERENCES games, platform_id INTEGER REFERENCES platforms, attribute_name TEXT,
    attribute_category_name TEXT
  ) STRICT;
  CREATE TABLE releases (
    release_id INTEGER PRIMARY KEY, game_id INTEGER REFERENCES games, platform_id INTEGER REFERENCES platforms,
    release_date TEXT, countries TEXT, description TEXT
  ) STRICT;
  CREATE TABLE release_companies (
    release_id INTEGER REFERENCES releases, company_id INTEGER REFERENCES companies, role TEXT
  ) STRICT;
  CREATE TABLE product_codes (
    release_id INTEGER REFERENCES releases, product_code TEXT, product_code_type TEXT
  ) STRICT;
  CREATE TABLE external_ids (game_id INTEGER REFERENCES games, source TEXT, id TEXT) STRICT;
  CREATE TABLE files (
    game_id INTEGER REFERENCES games, platform_id INTEGER REFERENCES platforms, name TEXT, size INTEGER, crc TEXT, md5 TEXT,
    sha1 TEXT
  ) STRICT`;

const INDEXES = `
  CREATE INDEX titles_by_title ON titles (title COLLATE NOCASE);
  CREATE INDEX titles_by_game ON titles (game_id);
  CREATE INDEX games_by_genre ON game_genres (genre_id);
  CREATE INDEX games_by_group ON game_groups (group_id);
  CREATE INDEX games_by_platform ON game_platforms (platform_id);
  CREATE INDEX attributes_by_game ON attributes (game_id);
  CREATE INDEX releases_by_game ON releases (game_id);
  CREATE INDEX companies_by_release ON release_companies (release_id);
  CREATE INDEX releases_by_company ON release_companies (company_id);
  CREATE INDEX codes_by_release ON product_codes (release_id);
  CREATE INDEX external_ids_by_game ON external_ids (game_id);
  CREATE INDEX files_by_game ON files (game_id);
  CREATE INDEX files_by_crc ON files (crc);
  CREATE INDEX files_by_sha1 ON files (sha1)`;

/** Tables as text, for programs that need no database. */
export const DUMP_TEXTS = {
  'ids.tsv.zst': 'SELECT game_id, source, id FROM external_ids ORDER BY game_id, source, id',
  'hashes.tsv.zst':
    'SELECT game_id, platform_id, size, crc, md5, sha1, name FROM files ORDER BY game_id, platform_id, name',
};

/** What `games.jsonl.zst` includes. */
const INCLUDED = ['details', 'groups', 'ids', 'sources'] as const;
const GAMES_AT_ONCE = 100;

interface DumpContent {
  reads: CatalogReads;
  options: RenderOptions;
  about: Record<string, string>;
  /** The number of games so far. */
  onProgress: (done: number) => void;
}

/** Writes the games as JSON Lines, as a SQLite file and as text. Returns the number of rows in each table. */
export async function writeTables(folder: string, content: DumpContent): Promise<Record<string, number>> {
  const database = openScratchDatabase(TABLES, join(folder, DUMP_TABLES));
  try {
    const put = openRows(database);
    for (const [name, value] of Object.entries(content.about)) put('about', name, value);
    for (const { source, name, version, licence, url } of await content.reads.listSources())
      put('sources', source, name, version, licence, url);
    await compress(renderLines(content, put), join(folder, DUMP_GAMES));
    database.exec(`${INDEXES}; COMMIT; ANALYZE`);
    for (const [name, query] of Object.entries(DUMP_TEXTS))
      await compress(listLines(database, query), join(folder, name));
    return countRows(database);
  } finally {
    database.close();
  }
}

async function compress(texts: AsyncIterable<string> | Iterable<string>, path: string): Promise<void> {
  await pipeline(Readable.from(texts), createZstdCompress(), createWriteStream(path));
}

/** The lines of some games at a time. Each game is also put into the tables. */
async function* renderLines({ reads, options, onProgress }: DumpContent, put: PutRow): AsyncGenerator<string> {
  const present = await reads.readPresent();
  const { ids } = present;
  for (let done = 0; done < ids.length; ) {
    const positions = Array.from({ length: Math.min(GAMES_AT_ONCE, ids.length - done) }, (_, i) => done + i);
    // Fewer games, if they are large.
    const rendered = await renderGamesWith({ store: reads, options }, present, positions, INCLUDED);
    const files = await reads.listDumps(ids.slice(done, done + rendered.length));
    const lines = rendered.map(String);
    for (const [i, line] of lines.entries()) putGame(put, JSON.parse(line) as Game, files[i] ?? []);
    yield lines.map((line) => `${line}\n`).join('');
    done += rendered.length;
    onProgress(done);
  }
}

type PutRow = ReturnType<typeof openRows>;

/** Inserts a row unless its key is there, and returns the row's id. */
function openRows(database: DatabaseSync) {
  const statements = new Map<string, StatementSync>();
  return (table: string, ...values: (SQLInputValue | undefined)[]): number | bigint => {
    const statement = getOrInsert(statements, table, () =>
      database.prepare(`INSERT OR IGNORE INTO ${table} VALUES (${values.map(() => '?').join(', ')})`),
    );
    return statement.run(...values.map((value) => value ?? null)).lastInsertRowid;
  };
}

function putGame(put: PutRow, game: Game, files: readonly PlacedDump[]): void {
  const { game_id: id, title, platforms } = game;
  const year = yearOf(firstReleaseDate(platforms.map(({ first_release_date }) => first_release_date)));
  const { description, catalog_score: score, num_votes: votes, official_url: url } = game;
  put('games', id, title, year, description, score, votes, url, game.catalog_url);
  for (const own of [{ title, description: null }, ...game.alternate_titles])
    put('titles', id, own.title, own.description);
  for (const { genre_id, genre_name, genre_category } of game.genres) {
    put('genres', genre_id, genre_name, genre_category);
    put('game_genres', id, genre_id);
  }
  for (const { group_id, group_name } of game.groups ?? []) {
    put('groups', group_id, group_name);
    put('game_groups', id, group_id);
  }
  for (const platform of platforms) putPlatform(put, id, platform);
  for (const external of game.external_ids ?? []) put('external_ids', id, external.source, external.id);
  for (const { platformId, name, size, crc, md5, sha1 } of distinctFiles(files))
    put('files', id, platformId, name, size, crc, md5, sha1);
}

function putPlatform(put: PutRow, gameId: number, platform: Game['platforms'][number]): void {
  const { platform_id: id, platform_name, first_release_date: date } = platform;
  put('platforms', id, platform_name);
  put('game_platforms', gameId, id, yearOf(date), date);
  for (const { attribute_name, attribute_category_name } of platform.attributes ?? [])
    put('attributes', gameId, id, attribute_name, attribute_category_name);
  for (const release of platform.releases ?? []) putRelease(put, [gameId, id], release);
}

function putRelease(put: PutRow, place: [gameId: number, platformId: number], release: Release): void {
  const { release_date, countries, companies, description } = release;
  const id = put('releases', undefined, ...place, release_date, countries.join(', '), description);
  for (const { company_id, company_name, role } of companies) {
    put('companies', company_id, company_name);
    put('release_companies', id, company_id, role);
  }
  for (const { product_code, product_code_type } of release.product_codes)
    put('product_codes', id, product_code, product_code_type);
}

function yearOf(date: string | null): number | null {
  return date === null ? null : Number(date.slice(0, 4));
}

const ROWS_AT_ONCE = 1000;

/** The rows of a query as lines with tabs, after the names of the columns. */
function* listLines(database: DatabaseSync, query: string): Generator<string> {
  const statement = database.prepare(query);
  yield `${statement
    .columns()
    .map(({ name }) => name)
    .join('\t')}\n`;
  statement.setReturnArrays(true);
  let lines = '';
  let count = 0;
  for (const row of statement.iterate() as unknown as Iterable<SQLInputValue[]>) {
    lines += `${row.map((value) => String(value ?? '').replaceAll(/[\t\n]/g, ' ')).join('\t')}\n`;
    if (++count % ROWS_AT_ONCE !== 0) continue;
    yield lines;
    lines = '';
  }
  yield lines;
}

function countRows(database: DatabaseSync): Record<string, number> {
  const names = Array.from(TABLES.matchAll(/CREATE TABLE (\w+)/g), ([, name = '']) => name);
  const count = (name: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${name}`).get()?.n);
  return Object.fromEntries(names.map((name) => [name, count(name)]));
}
