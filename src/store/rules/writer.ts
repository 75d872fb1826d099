import type { Kysely } from 'kysely';
import { type CatalogPort, SUPERSEDED_PENDING } from '../catalog-port.ts';
import type { CatalogReader, CatalogWriter } from '../catalog-store.ts';
import type { CatalogTables } from '../catalog-tables.ts';
import { nextRevision } from '../revision.ts';
import { openChanges } from './changes.ts';
import { entryWriter } from './entries.ts';
import { gameWriter } from './games.ts';
import { openHashIndex } from './hash-index.ts';
import { identityWriter } from './identities.ts';
import { layerWriter } from './layers.ts';
import { sourceWriter } from './sources.ts';
import { openUndo } from './undo.ts';
import type { WriteContext } from './write-context.ts';

/** How long a superseded record stays readable for nodes that still serve an older snapshot. */
export const KEEP_SUPERSEDED_MS = 10 * 60 * 1000;

/** Runs the work of one import. The engine has begun a transaction and commits it afterwards. */
export async function writeCatalog<T>(port: CatalogPort, work: (writer: CatalogWriter) => Promise<T>): Promise<T> {
  const { db } = port;
  await db
    .deleteFrom('superseded')
    .where('supersededAt', '<', Date.now() - KEEP_SUPERSEDED_MS)
    .execute();
  const { writer, finish } = await openWriter(port);
  const result = await work(writer);
  await finish();
  // Only now, possibly after minutes of work: nodes serve the old records until the commit.
  await db
    .updateTable('superseded')
    .set({ supersededAt: Date.now() })
    .where('supersededAt', '=', SUPERSEDED_PENDING)
    .execute();
  return result;
}

/** Runs the work over one revision of the catalog, in a transaction of the engine. */
export async function readCatalog<T>(port: CatalogPort, work: (reader: CatalogReader) => Promise<T>): Promise<T> {
  return work((await openWriter(port, NONE)).writer);
}

interface Highest {
  importId: number;
  layerId: number;
  sequence: number;
}

/** A reader gives no ids. Finding the highest of a large catalog takes 35 ms, and pages read it several times. */
const NONE: Highest = { importId: 0, layerId: 0, sequence: 0 };

async function openWriter(
  port: CatalogPort,
  known?: Highest,
): Promise<{ writer: CatalogWriter; finish(): Promise<void> }> {
  const { importId, layerId, sequence } = known ?? (await readHighest(port.db));
  const revision = nextRevision(Number((await port.prepareFind('facts', ['value'])('revision'))?.value ?? 0));
  const counters = await port.db.selectFrom('counters').selectAll().execute();
  const lastIds = new Map(counters.map(({ kind, lastId }) => [kind, lastId]));
  const highest = { layerId, gameId: lastIds.get('game') ?? 0 };
  const undo = openUndo(port, highest);
  const hashes = openHashIndex(port);
  const changes = openChanges(port, sequence);
  let isChanged = false;
  const context: WriteContext = {
    port,
    importId: importId + 1,
    revision,
    highest,
    counters: lastIds,
    undo,
    hashes,
    changes,
    startedAt: undefined,
    markChanged: () => {
      isChanged = true;
    },
  };
  return {
    writer: {
      ...identityWriter(context),
      ...entryWriter(context),
      ...layerWriter(context),
      ...gameWriter(context),
      ...sourceWriter(context),
      listNew: undo.listNew,
      takeUndo: undo.take,
      addEdit: undo.addEdit,
      countEdits: undo.countEdits,
    },
    finish: async () => {
      await hashes.flush();
      for (const [kind, lastId] of lastIds) await port.upsert('counters', { kind, lastId });
      if (!isChanged) return;
      await changes.finish(context.startedAt ?? Date.now());
      await port.upsert('facts', { name: 'revision', value: String(revision) });
      await port.insert('revisions', [{ revision }]);
    },
  };
}

/** A catalog imported from another one may have keys of later imports than its own. */
async function readHighest(db: Kysely<CatalogTables>): Promise<Highest> {
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
    of
      .selectFrom('changes')
      .select(({ fn }) => fn.max('sequence').as('highest'))
      .as('sequence'),
  ]);
  const { importId, since, layerId, sequence } = await read.executeTakeFirstOrThrow();
  return { importId: Math.max(importId ?? 0, since ?? 0), layerId: layerId ?? 0, sequence: sequence ?? 0 };
}
