import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CorrectionLine } from '../../bundle/lines.ts';
import { listReferences } from '../../bundle/references.ts';
import type { GameRecord } from '../../catalog/model/record.ts';
import type { Attribute, Genre, Rating } from '../../catalog/model/resources.ts';
import type { CatalogWriter } from '../../store/catalog/writer.ts';
import type { GameToStore } from '../../store/catalog-rows.ts';
import { addCorrected, isActive, listEntryKeys } from '../corrections/corrections.ts';
import type { Entries } from '../load/entries.ts';
import { CORRECTIONS, DERIVED, parseCorrection, parseLayer } from '../load/layer-line.ts';
import type { LoadOptions } from '../load/load-options.ts';
import type { Affected } from '../match/attach.ts';
import { deriveFacts } from './derive.ts';
import { removeUnusedEntries, renameInGames } from './entry-references.ts';
import { toRecord } from './game-record.ts';
import { mergeLayers } from './merge-layers.ts';
import type { CategoryOf } from './sourced.ts';
import { type GameTexts, openGameRenderer } from './stored-game.ts';
import type { TrustedChanges } from './trusted-changes.ts';

interface RebuildOptions extends Pick<LoadOptions, 'noTouch' | 'onProgress' | 'onChange'> {
  entries: Entries;
  now: number;
  trusted?: TrustedChanges;
}

/** Games that are rendered together. Between two batches the event loop runs, in which Ctrl-C is handled. */
const BATCH_SIZE = 100;

/** Rebuilds these games, and those that contain changed entries, and counts the changes. */
export async function rebuildGames(writer: CatalogWriter, affected: Affected, options: RebuildOptions) {
  const { entries, onProgress, onChange } = options;
  await addCorrected(writer, entries.removed, affected);
  await renameInGames(writer, entries.renamed);
  const counts = { added: 0, changed: 0, removed: 0, merged: 0 };
  const touched = new Set<number>();
  let [done, lostDerived] = [0, false];
  for await (const { gameId, game } of renderGames(writer, affected, options)) {
    const rebuilt = game ? await putGame(writer, game, options) : await removeGame(writer, gameId);
    if (rebuilt && rebuilt.change !== 'unchanged') {
      const isMerged = rebuilt.change === 'removed' && (await writer.findAlias(gameId)) !== undefined;
      const change = isMerged ? 'merged' : rebuilt.change;
      counts[change]++;
      touched.add(gameId);
      lostDerived ||= rebuilt.hadDerived;
      onChange?.(change, rebuilt.title);
    }
    if (++done % BATCH_SIZE === 0) {
      onProgress?.(done, affected.size, 'games');
      await nextTurn();
    }
  }
  if (lostDerived) await removeUnusedEntries(writer, entries);
  return { counts, touched };
}

/** Merges these games in their order. While a batch is rendered, the one before is stored and the next one merged. */
async function* renderGames(writer: CatalogWriter, gameIds: Iterable<number>, options: RebuildOptions) {
  const all = [...gameIds];
  const renderer = openGameRenderer(all.length);
  const render = async (merged: readonly { gameId: number; texts: GameTexts | undefined }[]) => {
    const games = await renderer.render(merged.flatMap(({ texts }) => texts ?? []));
    const byId = new Map(games.map((game) => [game.gameId, game]));
    return merged.map(({ gameId }) => ({ gameId, game: byId.get(gameId) }));
  };
  let rendering: ReturnType<typeof render> = Promise.resolve([]);
  try {
    for (let at = 0; at < all.length; at += BATCH_SIZE) {
      const merged = [];
      for (const gameId of all.slice(at, at + BATCH_SIZE))
        merged.push({ gameId, texts: await mergeGame(writer, gameId, options) });
      const rendered = await rendering;
      rendering = render(merged);
      // Merging may fail first.
      rendering.catch(() => {});
      yield* rendered;
    }
    yield* await rendering;
  } finally {
    await renderer.close();
  }
}

/** Merges the layers of a game. Undefined if it is hidden or has no creating layer. */
async function mergeGame(
  writer: CatalogWriter,
  gameId: number,
  { entries, now }: RebuildOptions,
): Promise<GameTexts | undefined> {
  const { corrections = [], games = [] } = Object.groupBy(await writer.listLayers(gameId), ({ source }) =>
    source === CORRECTIONS ? 'corrections' : 'games',
  );
  const corrected = corrections.map(parseCorrection).filter(isActive);
  if (corrected.some(({ hide }) => hide)) return undefined;
  const lines = games.map((layer) => ({ source: layer.source, value: parseLayer(layer) }));
  const keys = [...corrected.flatMap(listEntryKeys), ...lines.flatMap(({ value }) => [...listReferences(value)])];
  await entries.prepare(new Set(keys));
  const possible = corrected.map((correction) => withoutUnknown(correction, entries));
  const merged = mergeLayers(lines, possible, categories(entries));
  if (!merged) return undefined;
  const { derived, ...game } = deriveFacts(
    merged,
    games.map(({ source }) => source),
  );
  for (const line of derived) await entries.derive(line);
  await entries.prepare(derived.map(({ key }) => key));
  const record = JSON.stringify(await toRecord(gameId, game, entries));
  return { record, provenance: JSON.stringify(game.provenance), modifiedAt: now };
}

async function putGame(writer: CatalogWriter, game: GameToStore, { noTouch, trusted }: RebuildOptions) {
  const { gameId, title } = game;
  const before = await writer.findVersion(gameId);
  const isSame = before?.hash === game.hash;
  if (isSame && before.provenance === game.provenance)
    return { change: 'unchanged', title, hadDerived: false } as const;
  if (before && !isSame && trusted?.isKnown(before.provenance)) {
    const known = await writer.findGame(gameId);
    if (known) trusted.note(known, game);
  }
  // The same data from another source is not a modification.
  const modifiedAt = before && (isSame || noTouch) ? before.modifiedAt : game.modifiedAt;
  await writer.putGame({ ...game, modifiedAt });
  return {
    change: isSame ? 'unchanged' : before ? 'changed' : 'added',
    title,
    hadDerived: hasDerived(before),
  } as const;
}

/** Undefined if there was no game. */
async function removeGame(writer: CatalogWriter, gameId: number) {
  const before = await writer.findGame(gameId);
  if (!before) return undefined;
  await writer.removeGame(gameId);
  const { title } = JSON.parse(before.record) as GameRecord;
  return { change: 'removed', title, hadDerived: hasDerived(before) } as const;
}

function hasDerived(game: { provenance: string } | undefined): boolean {
  return game?.provenance.includes(`"${DERIVED}"`) ?? false;
}

/** Leaves out platforms that no source has any more. */
function withoutUnknown(correction: CorrectionLine, entries: Entries): CorrectionLine {
  const { set_platform = {}, platforms, ...rest } = correction;
  const moves = Object.entries(set_platform).filter(([, to]) => to === null || entries.find(to));
  const known = platforms?.filter(({ platform }) => entries.find(platform));
  return { ...rest, set_platform: Object.fromEntries(moves), ...(known && { platforms: known }) };
}

function categories(entries: Entries): CategoryOf {
  return (key) => {
    const entry = entries.find<Partial<Genre & Attribute & Rating>>(key);
    return String(entry?.genre_category_id ?? entry?.attribute_category_id ?? entry?.rating_system_id);
  };
}
