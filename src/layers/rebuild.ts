import type { Attribute, Genre, Rating } from '../catalog/resources.ts';
import type { CorrectionLine } from '../importers/bundle-lines.ts';
import { listReferences } from '../importers/references.ts';
import type { CatalogWriter, Layer } from '../store/store.ts';
import type { Entries } from './entries.ts';
import { toRecord } from './game-record.ts';
import { CORRECTIONS, type LayerLine, parseCorrection, parseLayer } from './layer-line.ts';
import { type CategoryOf, type Merged, mergeLayers } from './merge.ts';
import type { Said } from './said.ts';
import { toStoredGame } from './stored-game.ts';

export type Change = 'added' | 'changed' | 'unchanged' | 'removed';

/** How games are made anew. */
export interface Rebuilding {
  writer: CatalogWriter;
  entries: Entries;
  now: number;
  /** Leave the time of modification of a game as it is: it is our rules that have changed, and not the game. */
  noTouch: boolean;
}

/** Makes a game out of its layers, or removes it when none founds it. Undefined: there was nothing and is nothing. */
export async function rebuildGame(
  rebuilding: Rebuilding,
  gameId: number,
): Promise<{ change: Change; title: string } | undefined> {
  const { writer, entries } = rebuilding;
  const layers = await writer.listLayers(gameId);
  const [corrections, lines] = parseLayers(layers);
  await entries.prepare(new Set([...corrections.flatMap(listMentioned), ...lines.flatMap(listOwn)]));
  const merged = mergeLayers(lines, corrections, categories(entries));
  return merged ? putMerged(rebuilding, gameId, merged) : removeGame(writer, gameId, layers);
}

async function putMerged({ writer, entries, now, noTouch }: Rebuilding, gameId: number, merged: Merged) {
  const record = await toRecord(gameId, merged.line, merged.media, entries);
  const before = await writer.findVersion(gameId);
  const game = toStoredGame(record, { provenance: JSON.stringify(merged.provenance), modifiedAt: now });
  const isSame = before?.hash === game.hash;
  if (isSame && before.provenance === game.provenance) return { change: 'unchanged', title: record.title } as const;
  // The same game, only that another source gave it: it has not changed by that.
  const modifiedAt = before && (isSame || noTouch) ? before.modifiedAt : now;
  await writer.putGame({ ...game, modifiedAt });
  return { change: isSame ? 'unchanged' : before ? 'changed' : 'added', title: record.title } as const;
}

/** What only enriches waits until somebody brings the game again. */
async function removeGame(writer: CatalogWriter, gameId: number, layers: readonly Layer[]) {
  for (const { key } of layers) await writer.setGame(key, null);
  const before = await writer.findGame(gameId);
  if (!before) return undefined;
  await writer.removeGame(gameId);
  return { change: 'removed', title: (JSON.parse(before.record) as { title: string }).title } as const;
}

function parseLayers(layers: readonly Layer[]): [CorrectionLine[], Said<LayerLine>[]] {
  const [corrections, others] = [true, false].map((wanted) =>
    layers.filter(({ source }) => (source === CORRECTIONS) === wanted),
  ) as [Layer[], Layer[]];
  return [
    corrections.map(parseCorrection),
    others.map((layer) => ({ source: layer.source, value: parseLayer(layer) })),
  ];
}

function listOwn({ value }: Said<LayerLine>): string[] {
  return [...listReferences(value)];
}

function listMentioned({ platforms = [], set_platform = {}, ...correction }: CorrectionLine): string[] {
  const moved = Object.values(set_platform).filter((platform) => platform !== null);
  return [...listReferences({ ...correction, platforms }), ...moved];
}

function categories(entries: Entries): CategoryOf {
  return (key) => {
    const entry = entries.find<Partial<Genre & Attribute & Rating>>(key);
    return String(entry?.genre_category_id ?? entry?.attribute_category_id ?? entry?.rating_system_id);
  };
}
