import type { CorrectionLine } from '../../bundle/lines.ts';
import { listReferences } from '../../bundle/references.ts';
import type { CatalogReader, CatalogWriter, Layer } from '../../store/catalog-store.ts';
import { CORRECTIONS, parseCorrection, parseLayer } from '../load/layer-line.ts';
import { followAliases, followMatches } from '../match/claims.ts';
import { type Affected, mergeGames } from '../match/identify.ts';

/** What the operator has decided about which games there are. */
export interface Decisions {
  corrections: readonly CorrectionLine[];
  /** Keys that are games of their own. */
  apart: ReadonlySet<string>;
}

export async function readDecisions(
  reader: CatalogReader,
  vanished: ReadonlySet<string> = new Set(),
): Promise<Decisions> {
  const corrections = [];
  for (const key of await reader.listKeys(CORRECTIONS))
    if (!vanished.has(key)) corrections.push(parseCorrection((await reader.findLayer(key)) as Layer));
  return { corrections, apart: new Set(corrections.flatMap(({ split }) => split ?? [])) };
}

/** Makes the games what the corrections say: after every import, because that may have brought games anew. */
export async function applyCorrections(
  writer: CatalogWriter,
  { corrections, apart }: Decisions,
  affected: Affected,
): Promise<void> {
  for (const key of apart) await setApart(writer, key, affected);
  await setMerges(
    writer,
    // What is set apart is not merged.
    corrections.flatMap(({ merge }) => (merge ? [merge.filter((ref) => !apart.has(String(ref)))] : [])),
    affected,
  );
  for (const { key, game } of corrections) await setTarget(writer, key, game, affected);
}

/** A layer that shares its game with others leaves it; theirs is the older right. */
async function setApart(writer: CatalogWriter, key: string, affected: Affected): Promise<void> {
  const layer = await writer.findLayer(key);
  if (!layer?.gameId) return;
  const others = (await writer.listLayers(layer.gameId)).filter((other) => other.key !== key);
  if (others.every(({ source }) => source === CORRECTIONS)) return;
  const gameId = await writer.nextId('game', 0);
  const { members = [] } = parseLayer(layer);
  affected.add(layer.gameId).add(gameId);
  await writer.setGame(key, gameId);
  for (const one of new Set([key, ...members])) await writer.bindKey('game', one, gameId);
}

async function setMerges(
  writer: CatalogWriter,
  merges: readonly (readonly (string | number)[])[],
  affected: Affected,
): Promise<void> {
  const wanted = await resolveMerges(writer, merges);
  for (const { gameId, targetId, cause } of await writer.listAliases()) {
    if (cause === 'correction' && wanted.get(gameId) !== targetId) await takeApart(writer, gameId, targetId, affected);
  }
  for (const [gameId, targetId] of wanted) {
    const alias = await writer.findAlias(gameId);
    const strays = await writer.listLayers(gameId);
    if (!alias || strays.length > 0) await mergeGames(writer, [gameId, targetId], 'correction', affected);
  }
}

/** Which game shall become which other: merges that overlap are one. */
async function resolveMerges(writer: CatalogWriter, merges: readonly (readonly (string | number)[])[]) {
  const lowest = new Map<number, number>();
  const root = (id: number): number => {
    const next = lowest.get(id) ?? id;
    return next === id ? id : root(next);
  };
  for (const merge of merges) {
    const roots = (await listThere(writer, merge)).map(root);
    for (const id of roots) lowest.set(id, Math.min(...roots));
  }
  return new Map([...lowest.keys()].map((id) => [id, root(id)] as const).filter(([id, target]) => id !== target));
}

async function listThere(writer: CatalogWriter, refs: readonly (string | number)[]): Promise<number[]> {
  const ids = [];
  for (const ref of refs) {
    const id = await findGame(writer, ref);
    const gameId = id === undefined ? undefined : await followMatches(writer, id);
    if (gameId !== undefined && (await isThere(writer, gameId))) ids.push(gameId);
  }
  return ids;
}

/** A merge that is no longer wanted: every layer goes back to the game that its key belongs to. */
async function takeApart(writer: CatalogWriter, gameId: number, targetId: number, affected: Affected): Promise<void> {
  await writer.removeAlias(gameId);
  affected.add(gameId).add(targetId);
  for (const { key } of await writer.listLayers(targetId)) {
    const bound = await writer.findBinding(key);
    if (bound && (await followMatches(writer, bound.id)) === gameId) await writer.setGame(key, gameId);
  }
}

/** A game that is gone takes no part in a merge: its id must not become another's. One that was merged so before does. */
async function isThere(writer: CatalogWriter, gameId: number): Promise<boolean> {
  const alias = await writer.findAlias(gameId);
  return alias !== undefined || (await writer.listLayers(gameId)).length > 0;
}

async function setTarget(
  writer: CatalogWriter,
  key: string,
  ref: string | number | undefined,
  affected: Affected,
): Promise<void> {
  const bound = ref === undefined ? undefined : await findGame(writer, ref);
  const gameId = bound === undefined ? null : await followAliases(writer, bound);
  const before = (await writer.findHead(key))?.gameId ?? null;
  if (before === gameId) return;
  if (before !== null) affected.add(before);
  if (gameId !== null) affected.add(gameId);
  await writer.setGame(key, gameId);
}

async function findGame(writer: CatalogWriter, ref: string | number): Promise<number | undefined> {
  return typeof ref === 'number' ? ref : (await writer.findBinding(ref))?.id;
}

/** The games of corrections that name one of these entries, which are gone. */
export async function addMentioning(
  writer: CatalogWriter,
  gone: ReadonlySet<string>,
  affected: Affected,
): Promise<void> {
  if (gone.size === 0) return;
  for (const correction of (await readDecisions(writer)).corrections) {
    const gameId = listMentioned(correction).some((key) => gone.has(key))
      ? (await writer.findHead(correction.key))?.gameId
      : undefined;
    if (gameId) affected.add(gameId);
  }
}

/** The keys of the entries that a correction names. */
export function listMentioned({ platforms = [], set_platform = {}, ...correction }: CorrectionLine): string[] {
  const moved = Object.values(set_platform).filter((platform) => platform !== null);
  return [...listReferences({ ...correction, platforms }), ...moved];
}
