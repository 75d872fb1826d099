import type { GameToStore, GameWriter, NumberedGame } from '../catalog-store.ts';
import { entryNames } from '../entry-names.ts';
import type { Connection } from './database.ts';
import { compareNumbers, openPages } from './pages.ts';
import { insertRows, replacing } from './rows.ts';
import type { Writing } from './writing.ts';

/** So much is gathered before it is sent. */
const MOST_CHANGED = 500;
const MOST_CHARACTERS = 8_000_000;
/** Stands for the end of the transaction, which is not known yet; far enough ahead that nobody takes it for old. */
const SUPERSEDED_NOW = 2 ** 52;

type Version = Pick<GameToStore, 'modifiedAt' | 'hash' | 'provenance'>;
type Stored = Version & Pick<GameToStore, 'record'>;

export function gameWriter(writing: Writing): GameWriter {
  const { connection, touch, onFlush, beforeCommit } = writing;
  /** What is to be written, and has not been yet; undefined: to be removed. */
  let changed = new Map<number, GameToStore | undefined>();
  let modified = new Map<number, number>();
  let characters = 0;
  const write = async () => {
    const [games, times] = [changed, modified];
    changed = new Map();
    modified = new Map();
    characters = 0;
    await writeGames(writing, games, times);
  };
  const isPending = (gameId: number) => changed.has(gameId) || modified.has(gameId);
  const { versions, stored } = openGamePages(connection, isPending);
  onFlush(async () => {
    if (changed.size + modified.size > 0) await write();
  });
  beforeCommit(async () => {
    await connection.run('UPDATE superseded SET superseded_at = $1 WHERE superseded_at = $2', [
      Date.now(),
      SUPERSEDED_NOW,
    ]);
  });
  const change = async (gameId: number, game: GameToStore | undefined) => {
    touch();
    changed.set(gameId, game);
    modified.delete(gameId);
    versions.put(gameId, game && toVersion(game));
    stored.put(gameId, game && { ...toVersion(game), record: game.record });
    characters += game ? game.card.length + game.record.length : 0;
    if (changed.size >= MOST_CHANGED || characters >= MOST_CHARACTERS) await write();
  };
  return {
    findVersion: (gameId) => versions.find(gameId),
    findGame: async (gameId) => {
      // The database does not know its time yet.
      if (modified.has(gameId)) await write();
      return stored.find(gameId);
    },
    putGame: (game) => change(game.gameId, game),
    removeGame: (gameId) => change(gameId, undefined),
    setModified: async (gameId, modifiedAt) => {
      const waiting = changed.get(gameId);
      if (waiting) return change(gameId, { ...waiting, modifiedAt });
      const before = await versions.find(gameId);
      touch();
      modified.set(gameId, modifiedAt);
      if (before) versions.put(gameId, { ...before, modifiedAt });
      const whole = stored.peek(gameId)?.value;
      if (whole) stored.put(gameId, { ...whole, modifiedAt });
      else stored.forget(gameId);
      if (modified.size >= MOST_CHANGED * 10) await write();
    },
    listGamesNaming: async (entries, after, limit) => {
      await write();
      const { pattern, names } = entryNames(entries);
      return connection.query<NumberedGame>({ text: NAMING, values: [after, pattern, names, limit] });
    },
  };
}

function toVersion({ modifiedAt, hash, provenance }: GameToStore): Version {
  return { modifiedAt, hash, provenance };
}

const GAME = ['game_id', 'revision', 'title', 'modified_at', 'facets', 'hash', 'provenance', 'names'] as const;

async function writeGames(
  { connection, revision, undo, highestGameId }: Writing,
  games: ReadonlyMap<number, GameToStore | undefined>,
  times: ReadonlyMap<number, number>,
): Promise<void> {
  const ids = [...games.keys()];
  await undo.rememberGames([...ids, ...times.keys()]);
  const old = ids.filter((gameId) => gameId <= highestGameId);
  // What this very import wrote before, nobody has seen.
  if (old.length > 0) await connection.run(SUPERSEDE, [SUPERSEDED_NOW, old, revision]);
  const removed = ids.filter((gameId) => games.get(gameId) === undefined);
  for (const table of removed.length > 0 ? ['games', 'cards', 'records'] : [])
    await connection.run(`DELETE FROM ${table} WHERE game_id = ANY($1::bigint[])`, [removed]);
  const written = [...games.values()].filter((game) => game !== undefined);
  await insertRows(
    connection,
    'games',
    GAME,
    written.map((game) => [
      game.gameId,
      revision,
      game.title,
      game.modifiedAt,
      Buffer.from(game.facets.buffer, game.facets.byteOffset, game.facets.byteLength),
      game.hash,
      game.provenance,
      game.names,
    ]),
    replacing(['game_id'], GAME),
  );
  for (const what of ['card', 'record'] as const) {
    const columns = ['game_id', 'revision', what];
    const rows = written.map((game) => [game.gameId, revision, game[what]]);
    await insertRows(connection, `${what}s`, columns, rows, replacing(['game_id'], columns));
  }
  if (times.size > 0) await connection.run(SET_MODIFIED, [[...times.keys()], [...times.values()]]);
}

const SUPERSEDE = `
  INSERT INTO superseded
  SELECT cards.game_id, cards.revision, $1, card, record
  FROM cards JOIN records ON records.game_id = cards.game_id AND records.revision = cards.revision
  WHERE cards.game_id = ANY($2::bigint[]) AND cards.revision < $3
  ON CONFLICT DO NOTHING`;

const SET_MODIFIED = `
  UPDATE games SET modified_at = changed.modified_at
  FROM unnest($1::bigint[], $2::bigint[]) AS changed (game_id, modified_at)
  WHERE games.game_id = changed.game_id`;

const VERSION = 'games.game_id AS "gameId", modified_at AS "modifiedAt", hash, provenance';
const WITH_RECORD = `${VERSION}, record
  FROM games JOIN records ON records.game_id = games.game_id AND records.revision = games.revision`;

const NAMING = `
  SELECT ${WITH_RECORD}
  WHERE games.game_id > $1
    AND EXISTS (SELECT FROM regexp_matches(record, $2, 'g') AS matches (names) WHERE names[1] = ANY($3))
  ORDER BY games.game_id LIMIT $4`;

function openGamePages(connection: Connection, isPending: (gameId: number) => boolean) {
  const pagesOf = <V extends Version>(columns: string, mostLimit: number, most: number) =>
    openPages<number, V>({
      read: async (from, limit) => {
        const rows = await connection.query<V & { gameId: number }>({
          text: `SELECT ${columns} WHERE games.game_id >= $1 ORDER BY games.game_id LIMIT $2`,
          values: [from, limit],
        });
        const to = rows.length < limit ? undefined : rows.at(-1)?.gameId;
        return { rows: rows.map(({ gameId, ...value }): [number, V] => [gameId, value as unknown as V]), to };
      },
      compare: compareNumbers,
      isPending,
      firstLimit: 16,
      mostLimit,
      most,
    });
  return {
    versions: pagesOf<Version>(`${VERSION} FROM games`, 2000, 50_000),
    stored: pagesOf<Stored>(WITH_RECORD, 200, 2000),
  };
}
