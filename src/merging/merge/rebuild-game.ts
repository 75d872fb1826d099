import type { CorrectionLine } from '../../bundle/lines.ts';
import { listReferences } from '../../bundle/references.ts';
import type { Attribute, Genre, Rating } from '../../catalog/model/resources.ts';
import type { CatalogWriter, Layer } from '../../store/catalog-store.ts';
import { listMentioned } from '../corrections/corrections.ts';
import type { Entries } from '../load/entries.ts';
import { CORRECTIONS, type LayerLine, parseCorrection, parseLayer } from '../load/layer-line.ts';
import { toRecord } from './game-record.ts';
import { type Merged, mergeLayers } from './merge-layers.ts';
import type { CategoryOf, Said } from './sourced.ts';
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
  const possible = corrections.map((correction) => withoutUnknown(correction, entries));
  const merged = mergeLayers(lines, possible, categories(entries));
  return merged ? putMerged(rebuilding, gameId, merged) : removeGame(writer, gameId);
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

async function removeGame(writer: CatalogWriter, gameId: number) {
  const before = await writer.findGame(gameId);
  if (!before) return undefined;
  await writer.removeGame(gameId);
  return { change: 'removed', title: (JSON.parse(before.record) as { title: string }).title } as const;
}

/** A platform that no source has any more cannot be set. */
function withoutUnknown(correction: CorrectionLine, entries: Entries): CorrectionLine {
  const { set_platform = {}, platforms, ...rest } = correction;
  const moves = Object.entries(set_platform).filter(([, to]) => to === null || entries.find(to));
  const here = platforms?.filter(({ platform }) => entries.find(platform));
  return { ...rest, set_platform: Object.fromEntries(moves), ...(here && { platforms: here }) };
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

function categories(entries: Entries): CategoryOf {
  return (key) => {
    const entry = entries.find<Partial<Genre & Attribute & Rating>>(key);
    return String(entry?.genre_category_id ?? entry?.attribute_category_id ?? entry?.rating_system_id);
  };
}
