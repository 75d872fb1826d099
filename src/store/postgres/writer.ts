import { OperatorError } from '../../errors.ts';
import type { CatalogReader, CatalogWriter } from '../catalog-store.ts';
import { nextRevision } from '../revision.ts';
import type { Connection, PostgresDatabase } from './database.ts';
import { entryWriter } from './entries.ts';
import { describeLost } from './errors.ts';
import { gameWriter } from './games.ts';
import { identityWriter } from './identities.ts';
import { layerWriter } from './layers.ts';
import { sourceWriter } from './sources.ts';
import { type Before, openUndo } from './undo.ts';
import type { Finish, Writing } from './writing.ts';

/** How long a replaced record stays readable for whoever still answers from an older snapshot. */
export const KEEP_SUPERSEDED_MS = 10 * 60 * 1000;
/** How long one import waits for another that is about to end. */
const LOCK_WAIT_MS = 5000;

/**
 * Runs the work in one transaction. An import asks and tells a hundred thousand small things, each of which would be a round
 * trip: so the parts of the writer read ahead, and gather what is to be written.
 */
export function writePostgresCatalog<T>(
  database: PostgresDatabase,
  work: (writer: CatalogWriter) => Promise<T>,
): Promise<T> {
  const written = database.transaction('BEGIN', async (connection) => {
    await lockWriter(connection);
    const keptSince = Date.now() - KEEP_SUPERSEDED_MS;
    await connection.run('DELETE FROM superseded WHERE superseded_at < $1', [keptSince]);
    const { writer, finish } = await openWriter(connection);
    const result = await work(writer);
    await finish();
    return result;
  });
  return written.catch((error) => {
    throw describeLost(error);
  });
}

/** Runs the work over one state of the database. */
export function readPostgresCatalog<T>(
  database: PostgresDatabase,
  work: (reader: CatalogReader) => Promise<T>,
): Promise<T> {
  return database.transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async (connection) => {
    return work((await openWriter(connection)).writer);
  });
}

/** Of all who write the catalog, one does it at a time. */
export async function lockWriter(connection: Connection): Promise<void> {
  await connection.run(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
  try {
    await connection.run("SELECT 1 FROM catalog_facts WHERE name = 'writer' FOR UPDATE");
  } catch (error) {
    const busy = (error as { code?: string }).code === '55P03';
    throw busy ? new OperatorError('Another import is running; wait until it has finished and try again') : error;
  }
  await connection.run('SET LOCAL lock_timeout = 0');
}

async function openWriter(connection: Connection): Promise<{ writer: CatalogWriter; finish: Finish }> {
  const [state] = await connection.query<Before & { revision: string | null; importId: number; highestGameId: number }>(
    { text: STATE },
  );
  const before = { layerId: state?.layerId ?? 0, gameId: state?.gameId ?? 0 };
  const undo = openUndo(connection, before);
  const flushing: Finish[] = [];
  const finishing: Finish[] = [];
  let touched = false;
  const flush = async () => {
    for (const write of flushing) await write();
    await undo.flush();
  };
  const writing: Writing = {
    connection,
    importId: (state?.importId ?? 0) + 1,
    revision: nextRevision(Number(state?.revision ?? 0)),
    before,
    highestGameId: state?.highestGameId ?? 0,
    touch: () => {
      touched = true;
    },
    undo,
    onFlush: (write) => flushing.push(write),
    flush,
    beforeCommit: (finish) => finishing.push(finish),
  };
  const writer = {
    ...identityWriter(writing),
    ...entryWriter(writing),
    ...layerWriter(writing),
    ...gameWriter(writing),
    ...sourceWriter(writing),
    listNew: async () => {
      await flush();
      return undo.listNew();
    },
    takeUndo: async () => {
      await flush();
      return undo.take();
    },
  };
  return {
    writer,
    finish: async () => {
      await flush();
      for (const finish of finishing) await finish();
      if (touched) await setRevision(connection, writing.revision);
    },
  };
}

/** A catalog that came from elsewhere may have keys of later imports than its own. */
const STATE = `
  SELECT (SELECT value FROM catalog_facts WHERE name = 'revision') AS revision,
    GREATEST((SELECT max(import_id) FROM imports), (SELECT max(since) FROM source_keys), 0) AS "importId",
    (SELECT max(layer_id) FROM layers) AS "layerId",
    (SELECT last_id FROM counters WHERE kind = 'game') AS "gameId",
    (SELECT max(game_id) FROM games) AS "highestGameId"`;

async function setRevision(connection: Connection, revision: number): Promise<void> {
  await connection.run(
    "INSERT INTO catalog_facts VALUES ('revision', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [String(revision)],
  );
}
