import type { CatalogWriter, EntryLayer, MarkedLayer, StoredSource } from '../../store/catalog-store.ts';
import {
  addCorrected,
  listEntryKeys,
  listNamedMarks,
  readCorrections,
  updateCorrectedEntries,
} from '../corrections/corrections.ts';
import { rebuildGames } from '../merge/rebuild-games.ts';
import { assignLayers } from './assign-layers.ts';
import { openEntries } from './entries.ts';
import { CORRECTIONS, isEdit, parseCorrection } from './layer-line.ts';
import { renameInGames } from './rename.ts';
import { makeTally } from './tally.ts';

/** The edits of a catalog, with what they need. */
export interface KeptEdits {
  layers: readonly MarkedLayer[];
  /** Companies and groups. */
  entryLayers: readonly EntryLayer[];
  source: StoredSource | undefined;
  /** The corrected games as they are. */
  games: ReadonlyMap<number, { hash: string; modifiedAt: number }>;
}

export async function readEdits(writer: CatalogWriter): Promise<KeptEdits> {
  const layers: MarkedLayer[] = [];
  const games = new Map<number, { hash: string; modifiedAt: number }>();
  for (const key of (await writer.listKeys(CORRECTIONS)).filter(isEdit)) {
    const layer = (await writer.findLayer(key)) as MarkedLayer;
    layers.push(layer);
    const game = layer.gameId === null ? undefined : await writer.findVersion(layer.gameId);
    if (game) games.set(layer.gameId as number, game);
  }
  return {
    layers,
    entryLayers: await writer.listEntryLayersOfSource(CORRECTIONS),
    source: (await writer.listSources()).find(({ source }) => source === CORRECTIONS),
    games,
  };
}

/**
 * Applies those edits again that an undo took away or restored to an older state. Returns the number of games that are the
 * same as before the undo.
 */
export async function applyEdits(writer: CatalogWriter, edits: KeptEdits, now: number): Promise<number> {
  const { splits: splitsBefore } = await readCorrections(writer);
  const corrected = await putEdits(writer, edits);
  if (corrected.length === 0) return 0;
  const entries = openEntries(writer);
  await updateCorrectedEntries(writer, entries);
  const loaded = {
    sources: new Set([CORRECTIONS]),
    changed: [],
    corrected,
    vanished: new Set<string>(),
    before: new Map(),
    lines: 0,
    releases: makeTally(),
  };
  const affected = await assignLayers(writer, loaded, { keepIds: false, splitsBefore, allowShrink: true });
  await addCorrected(writer, entries.removed, affected);
  await renameInGames(writer, entries.renamed);
  await rebuildGames(writer, affected, { entries, now });
  if (edits.source) await writer.putSource(edits.source);
  return keepTimes(writer, edits, affected);
}

/** Returns the keys of the edits that were missing or different. */
async function putEdits(writer: CatalogWriter, { layers, entryLayers }: KeptEdits): Promise<string[]> {
  const corrected: string[] = [];
  const used = new Set<string>();
  for (const { marks: _marks, ...layer } of layers) {
    const head = await writer.findHead(layer.key);
    if (head?.hash === layer.hash) continue;
    const line = parseCorrection(layer);
    // The game that it belongs to is found again: it may be gone.
    await writer.putLayer({ ...layer, gameId: head?.gameId ?? null }, listNamedMarks(line));
    corrected.push(layer.key);
    for (const key of listEntryKeys(line)) used.add(key);
  }
  for (const layer of entryLayers) if (used.has(layer.key)) await writer.putEntryLayer(layer);
  return corrected;
}

/** A game that is the same in the end does not count as modified. */
async function keepTimes(writer: CatalogWriter, { games }: KeptEdits, affected: ReadonlySet<number>): Promise<number> {
  let same = 0;
  for (const [gameId, { hash, modifiedAt }] of games) {
    if (!affected.has(gameId) || (await writer.findVersion(gameId))?.hash !== hash) continue;
    await writer.setModified(gameId, modifiedAt);
    same++;
  }
  return same;
}
