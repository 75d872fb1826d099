import type { DatabaseSync } from 'node:sqlite';
import { GAMES_PER_UPGRADE, type OldGame, openUpgradeProgress, refillFilters, upgradeGame } from '../upgraded-games.ts';

/** Fills the columns of games that a SQL script cannot compute, in the transaction of the upgrade. */
export function upgradeGames(database: DatabaseSync): void {
  const list = database.prepare(`
    SELECT game_id AS gameId, unpack(record) AS record,
      (SELECT json_group_array(unpack(line)) FROM layers WHERE layers.game_id = games.game_id AND source <> 'corrections') AS lines
    FROM games JOIN records USING (game_id) WHERE game_id > ? ORDER BY game_id LIMIT ${GAMES_PER_UPGRADE}`);
  const setGame = database.prepare('UPDATE games SET hash = ?, filters = ? WHERE game_id = ?');
  const setRecord = database.prepare('UPDATE records SET record = pack(?) WHERE game_id = ?');
  const report = openUpgradeProgress(
    'games',
    Number(database.prepare('SELECT count(*) AS count FROM games').get()?.count),
  );
  for (let last = 0; ; ) {
    const games = list.all(last) as unknown as OldGame[];
    for (const { gameId, record, hash, filters } of games.map(upgradeGame)) {
      setGame.run(hash, filters, gameId);
      setRecord.run(record, gameId);
    }
    report(games.length);
    if (games.length < GAMES_PER_UPGRADE) return;
    last = games.at(-1)?.gameId as number;
  }
}

/** Computes the filters of all games again. */
export function upgradeFilters(database: DatabaseSync): void {
  const list = database.prepare(
    `SELECT game_id AS gameId, unpack(record) AS record FROM records WHERE game_id > ? ORDER BY game_id LIMIT ${GAMES_PER_UPGRADE}`,
  );
  const setFilters = database.prepare('UPDATE games SET filters = ? WHERE game_id = ?');
  const report = openUpgradeProgress(
    'filters',
    Number(database.prepare('SELECT count(*) AS count FROM games').get()?.count),
  );
  for (let last = 0; ; ) {
    const games = list.all(last) as unknown as Pick<OldGame, 'gameId' | 'record'>[];
    for (const { gameId, record } of games) setFilters.run(refillFilters(record), gameId);
    report(games.length);
    if (games.length < GAMES_PER_UPGRADE) return;
    last = games.at(-1)?.gameId as number;
  }
}

/** Compresses the texts that older versions stored as they are. */
export function packTexts(database: DatabaseSync): void {
  const number = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0] ?? 0);
  const packRecords = database.prepare('UPDATE records SET record = pack(record) WHERE game_id > ? AND game_id <= ?');
  const packLines = database.prepare('UPDATE layers SET line = pack(line) WHERE layer_id > ? AND layer_id <= ?');
  const report = openUpgradeProgress(
    'texts',
    number('SELECT (SELECT count(*) FROM records) + (SELECT count(*) FROM layers)'),
  );
  const end = number('SELECT max((SELECT max(game_id) FROM records), (SELECT max(layer_id) FROM layers))');
  for (let last = 0; last < end; last += GAMES_PER_UPGRADE) {
    for (const pack of [packRecords, packLines]) report(Number(pack.run(last, last + GAMES_PER_UPGRADE).changes));
  }
}
