import { GAMES_PER_UPGRADE, type OldGame, openUpgradeProgress, refillFilters, upgradeGame } from '../upgraded-games.ts';
import type { Connection } from './database.ts';

/** Fills the columns of games that a SQL script cannot compute, in the transaction of the upgrade. */
export async function upgradeGames(connection: Connection): Promise<void> {
  const [row] = await connection.query<{ count: number }>({ text: 'SELECT count(*) AS count FROM games' });
  const report = openUpgradeProgress('games', Number(row?.count));
  for (let last = 0; ; ) {
    const games = await connection.query<OldGame>({ text: OLD_GAMES, values: [last] });
    const upgraded = games.map(upgradeGame);
    const ids = upgraded.map(({ gameId }) => gameId);
    await connection.run(SET_GAMES, [
      ids,
      upgraded.map(({ hash }) => hash),
      upgraded.map(({ filters }) => filters.toString('hex')),
    ]);
    await connection.run(SET_RECORDS, [ids, upgraded.map(({ record }) => record)]);
    report(games.length);
    if (games.length < GAMES_PER_UPGRADE) return;
    last = games.at(-1)?.gameId as number;
  }
}

const OLD_GAMES = `
  SELECT game_id AS "gameId", record,
    (SELECT json_agg(line)::text FROM layers WHERE layers.game_id = games.game_id AND source <> 'corrections') AS lines
  FROM games JOIN records USING (game_id) WHERE game_id > $1 ORDER BY game_id LIMIT ${GAMES_PER_UPGRADE}`;

const SET_GAMES = `
  UPDATE games SET hash = given.hash, filters = decode(given.filters, 'hex')
  FROM unnest($1::bigint[], $2::text[], $3::text[]) AS given (game_id, hash, filters)
  WHERE games.game_id = given.game_id`;

const SET_RECORDS = `
  UPDATE records SET record = given.record
  FROM unnest($1::bigint[], $2::text[]) AS given (game_id, record)
  WHERE records.game_id = given.game_id`;

/** Computes the filters of all games again. */
export async function upgradeFilters(connection: Connection): Promise<void> {
  const [row] = await connection.query<{ count: number }>({ text: 'SELECT count(*) AS count FROM games' });
  const report = openUpgradeProgress('filters', Number(row?.count));
  for (let last = 0; ; ) {
    const games = await connection.query<Pick<OldGame, 'gameId' | 'record'>>({ text: RECORDS, values: [last] });
    const ids = games.map(({ gameId }) => gameId);
    await connection.run(SET_FILTERS, [ids, games.map(({ record }) => refillFilters(record).toString('hex'))]);
    report(games.length);
    if (games.length < GAMES_PER_UPGRADE) return;
    last = games.at(-1)?.gameId as number;
  }
}

const RECORDS = `
  SELECT game_id AS "gameId", record FROM records WHERE game_id > $1 ORDER BY game_id LIMIT ${GAMES_PER_UPGRADE}`;

const SET_FILTERS = `
  UPDATE games SET filters = decode(given.filters, 'hex')
  FROM unnest($1::bigint[], $2::text[]) AS given (game_id, filters)
  WHERE games.game_id = given.game_id`;
