import type { Kysely } from 'kysely';
import { type CatalogPort, SUPERSEDED_NOW } from '../catalog-port.ts';
import type { CatalogReader, CatalogWriter } from '../catalog-store.ts';
import type { CatalogTables } from '../catalog-tables.ts';
import { nextRevision } from '../revision.ts';
import { entryWriter } from './entries.ts';
import { gameWriter } from './games.ts';
import { identityWriter } from './identities.ts';
import { layerWriter } from './layers.ts';
import { sourceWriter } from './sources.ts';
import { openUndo } from './undo.ts';
import type { Writing } from './writing.ts';

/** How long a replaced record stays readable for whoever still answers from an older snapshot. */
export const KEEP_SUPERSEDED_MS = 10 * 60 * 1000;

/** Runs the work of one import. The engine has begun a transaction, and commits it afterwards. */
export async function writeCatalog<T>(port: CatalogPort, work: (writer: CatalogWriter) => Promise<T>): Promise<T> {
  const { db } = port;
  await db
    .deleteFrom('superseded')
    .where('supersededAt', '<', Date.now() - KEEP_SUPERSEDED_MS)
    .execute();
  const { writer, finish } = await openWriter(port);
  const result = await work(writer);
  await finish();
  // Only now, after what may have been minutes of work: others answer from the old records until this is committed.
  await db
    .updateTable('superseded')
    .set({ supersededAt: Date.now() })
    .where('supersededAt', '=', SUPERSEDED_NOW)
    .execute();
  return result;
}

/** Runs the work over one state of the catalog. The engine has begun a transaction for that. */
export async function readCatalog<T>(port: CatalogPort, work: (reader: CatalogReader) => Promise<T>): Promise<T> {
  return work((await openWriter(port)).writer);
}

async function openWriter(port: CatalogPort): Promise<{ writer: CatalogWriter; finish(): Promise<void> }> {
  const { importId, layerId } = await readHighest(port.db);
  const revision = nextRevision(Number((await port.rows('facts', ['value'])('revision'))?.value ?? 0));
  const counters = await port.db.selectFrom('counters').selectAll().execute();
  const lastIds = new Map(counters.map(({ kind, lastId }) => [kind, lastId]));
  const highest = { layerId, gameId: lastIds.get('game') ?? 0 };
  const undo = openUndo(port, highest);
  let touched = false;
  const writing: Writing = {
    port,
    importId: importId + 1,
    revision,
    highest,
    counters: lastIds,
    undo,
    touch: () => {
      touched = true;
    },
  };
  return {
    writer: {
      ...identityWriter(writing),
      ...entryWriter(writing),
      ...layerWriter(writing),
      ...gameWriter(writing),
      ...sourceWriter(writing),
      listNew: undo.listNew,
      takeUndo: undo.take,
    },
    finish: async () => {
      for (const [kind, lastId] of lastIds) await port.put('counters', { kind, lastId });
      if (touched) await port.put('facts', { name: 'revision', value: String(revision) });
    },
  };
}

/** A catalog that came from elsewhere may have keys of later imports than its own. */
async function readHighest(db: Kysely<CatalogTables>): Promise<{ importId: number; layerId: number }> {
  const read = db.selectNoFrom((of) => [
    of
      .selectFrom('imports')
      .select(({ fn }) => fn.max('importId').as('highest'))
      .as('importId'),
    of
      .selectFrom('sourceKeys')
      .select(({ fn }) => fn.max('since').as('highest'))
      .as('since'),
    of
      .selectFrom('layers')
      .select(({ fn }) => fn.max('layerId').as('highest'))
      .as('layerId'),
  ]);
  const { importId, since, layerId } = await read.executeTakeFirstOrThrow();
  return { importId: Math.max(importId ?? 0, since ?? 0), layerId: layerId ?? 0 };
}
