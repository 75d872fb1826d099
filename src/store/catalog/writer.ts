import { randomInt } from 'node:crypto';
import { type CatalogPort, SUPERSEDED_PENDING } from '../catalog-port.ts';
import type { EntryKind } from '../catalog-rows.ts';
import { readRows } from '../move.ts';
import type { Sql } from '../sql.ts';
import { openChanges } from './changes.ts';
import { gameWriter } from './games.ts';
import {
  aliasWriter,
  bindingWriter,
  bodyWriter,
  counterWriter,
  entryLayerWriter,
  mirrorWriter,
  sourceWriter,
} from './identities.ts';
import { openImportedBundles } from './imported-bundles.ts';
import { layerWriter } from './layers.ts';
import { openUndo } from './undo.ts';
import type { WriteContext } from './write-context.ts';

/** How long a superseded record stays readable for nodes that still serve an older snapshot. */
const KEEP_SUPERSEDED_MS = 10 * 60 * 1000;

/** Everything an import can do, in one transaction. Replaced layers and identities are kept for undo until the next import. */
export type CatalogWriter = Awaited<ReturnType<typeof openWriter>>['writer'];

/** The methods of a writer that change nothing. */
export type CatalogReader = Pick<CatalogWriter, Extract<keyof CatalogWriter, `find${string}` | `list${string}`>>;

/** Runs the work of one import. The engine has begun a transaction and commits it afterwards. */
export async function writeCatalog<T>(port: CatalogPort, work: (writer: CatalogWriter) => Promise<T>): Promise<T> {
  await port.sql.query('DELETE FROM superseded WHERE superseded_at < ?', [Date.now() - KEEP_SUPERSEDED_MS]);
  const { writer, finish } = await openWriter(port);
  const result = await work(writer);
  await finish();
  // Only now, possibly after minutes of work: nodes serve the old records until the commit.
  const values = [Date.now(), SUPERSEDED_PENDING];
  await port.sql.query('UPDATE superseded SET superseded_at = ? WHERE superseded_at = ?', values);
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

async function openWriter(port: CatalogPort, known?: Highest) {
  const { importId, layerId, sequence } = known ?? (await readHighest(port.sql));
  const revision = nextRevision(Number((await port.prepareFind('catalogFacts', ['value'])('revision'))?.value ?? 0));
  const lastIds = new Map(await port.sql.query<[EntryKind | 'game', number]>('SELECT kind, last_id FROM counters'));
  const highest = { layerId, gameId: lastIds.get('game') ?? 0 };
  const undo = openUndo(port, highest);
  const changes = openChanges(port, sequence);
  const bundles = openImportedBundles(port);
  let isChanged = false;
  const context: WriteContext = {
    port,
    importId: importId + 1,
    revision,
    highest,
    counters: lastIds,
    undo,
    changes,
    bundles,
    startedAt: undefined,
    markChanged: () => {
      isChanged = true;
    },
  };
  return {
    writer: {
      ...bindingWriter(context),
      ...counterWriter(context),
      ...aliasWriter(context),
      ...bodyWriter(context),
      ...entryLayerWriter(context),
      ...layerWriter(context),
      ...gameWriter(context),
      ...sourceWriter(context),
      findImportedBundle: bundles.find,
      putImportedBundle: bundles.put,
      ...mirrorWriter(context),
      listNew: undo.listNew,
      takeUndo: undo.takeUndo,
      keepUndo: undo.keepUndo,
      listPictureTexts: () => listPictureTexts(port.sql),
    },
    finish: async (): Promise<void> => {
      for (const [kind, lastId] of lastIds) await port.upsert('counters', { kind, lastId });
      if (!isChanged) return;
      await changes.finish(context.startedAt ?? Date.now());
      await port.upsert('catalogFacts', { name: 'revision', value: String(revision) });
      await port.upsert('revisions', { revision });
    },
  };
}

/** Every text that may refer to picture files. */
async function* listPictureTexts(sql: Sql): AsyncGenerator<string> {
  for await (const { line } of readRows({ sql }, 'layers', ['line'])) yield String(line);
  for (const table of ['records', 'superseded'])
    for await (const { record } of readRows({ sql }, table, ['record'])) yield String(record);
  for await (const { before } of readRows({ sql }, 'undo', ['before'])) yield String(before);
}

/** A catalog imported from another one may have keys of later imports than its own. */
async function readHighest(sql: Sql): Promise<Highest> {
  const [row = []] = await sql.query<(number | null)[]>(
    `SELECT (SELECT max(import_id) FROM imports), (SELECT max(since) FROM source_keys), (SELECT max(layer_id) FROM layers),
       (SELECT max(sequence) FROM changes)`,
  );
  const [importId = 0, since = 0, layerId = 0, sequence = 0] = row.map(Number);
  return { importId: Math.max(importId, since), layerId, sequence };
}

/** Safe integers suffice for 16 million imports: one a minute for thirty years. */
const LARGEST_STEP = 2 ** 30;

/**
 * A random increment. After a failover that lost an import, or after a restore, the next import must not reuse the revision of the
 * lost one: records, caches and ETags are identified by it.
 */
export function nextRevision(previous: number): number {
  return previous + randomInt(1, LARGEST_STEP + 1);
}
