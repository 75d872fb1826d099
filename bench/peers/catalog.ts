import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Game } from '../../src/catalog/model/resources.ts';
import { openClient } from '../../test/support/postgres-roles.ts';

/** Tables and indexes as one would make them for these requests. Documents that are only shown are JSON. */
const TABLES = `
  CREATE TABLE games (
    game_id integer PRIMARY KEY, title text NOT NULL, catalog_url text NOT NULL, alternate_titles jsonb NOT NULL,
    description text, catalog_score numeric, num_votes integer NOT NULL, official_url text,
    sample_cover jsonb, sample_screenshots jsonb NOT NULL
  );
  CREATE TABLE platforms (platform_id integer PRIMARY KEY, platform_name text NOT NULL);
  CREATE TABLE genres (
    genre_id integer PRIMARY KEY, genre_name text NOT NULL, genre_category text NOT NULL, genre_category_id integer NOT NULL
  );
  CREATE TABLE game_platforms (
    game_id integer NOT NULL REFERENCES games, platform_id integer NOT NULL REFERENCES platforms, first_release_date text,
    PRIMARY KEY (game_id, platform_id)
  );
  CREATE INDEX ON game_platforms (platform_id, game_id);
  CREATE TABLE game_genres (
    game_id integer NOT NULL REFERENCES games, genre_id integer NOT NULL REFERENCES genres, PRIMARY KEY (game_id, genre_id)
  );
  CREATE INDEX ON game_genres (genre_id);
  CREATE FUNCTION search_games(needle text) RETURNS SETOF games LANGUAGE sql STABLE AS
    $$ SELECT * FROM games WHERE title ILIKE '%' || needle || '%' ORDER BY game_id $$;`;

/** The parameter is a JSON list of games. */
const INSERTS = [
  'INSERT INTO games SELECT * FROM jsonb_populate_recordset(NULL::games, $1)',
  list('platforms', 'platforms'),
  list('genres', 'genres'),
  list('game_platforms', 'platforms'),
  list('game_genres', 'genres'),
];

function list(table: string, field: string): string {
  return `INSERT INTO ${table} SELECT row.* FROM jsonb_array_elements($1::jsonb) AS game,
    jsonb_array_elements(game->'${field}') AS one,
    jsonb_populate_record(NULL::${table}, one || jsonb_build_object('game_id', game->'game_id')) AS row
    ON CONFLICT DO NOTHING`;
}

const GAMES_AT_ONCE = 500;

/** Writes the games of a data folder into an empty database. */
export async function fillPostgres(url: string, data: string): Promise<void> {
  const client = await openClient(url);
  await client.query(TABLES);
  const insert = async (games: readonly unknown[]) => {
    for (const sql of INSERTS) await client.query(sql, [JSON.stringify(games)]);
  };
  let games: unknown[] = [];
  for (const game of readCards(data)) {
    if (games.push(game) < GAMES_AT_ONCE) continue;
    await insert(games);
    games = [];
  }
  await insert(games);
  await client.query('VACUUM ANALYZE');
  await client.end();
}

const PUBLIC_URL = 'http://localhost:8080';

/** The games of a data folder as the API answers them. A card begins with the version of its generated cover. */
export function* readCards(data: string): Generator<Game> {
  const database = new DatabaseSync(join(data, 'catalog.db'), { readOnly: true });
  for (const row of database.prepare('SELECT card FROM cards ORDER BY game_id').iterate()) {
    const card = String(row.card);
    yield JSON.parse(card.slice(card.indexOf('{')).replaceAll('\u0001', PUBLIC_URL)) as Game;
  }
  database.close();
}
