import type { CorrectionLine } from '../../bundle/lines.ts';
import { listReferences } from '../../bundle/references.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import type { CatalogReader, CatalogWriter } from '../../store/catalog/writer.ts';
import type { Layer } from '../../store/catalog-rows.ts';
import type { Entries } from '../load/entries.ts';
import { CORRECTIONS, isFollowed, isOfSource, listKeys, parseCorrection, parseLayer } from '../load/layer-line.ts';
import { type Affected, followAliases, followMatches, mergeGames } from '../match/attach.ts';
import type { DifferentGames } from '../match/cluster-block.ts';

type GameRef = string | number;

export interface StoredCorrections {
  lines: readonly CorrectionLine[];
  reverted: readonly CorrectionLine[];
  /** Keys that are split off into games of their own. */
  splits: ReadonlySet<string>;
}

export async function readCorrections(
  reader: CatalogReader,
  vanished: ReadonlySet<string> = new Set(),
): Promise<StoredCorrections> {
  const lines = [];
  for (const key of await reader.listKeys(CORRECTIONS))
    if (!vanished.has(key)) lines.push(parseCorrection((await reader.findLayer(key)) as Layer));
  const { active = [], reverted = [] } = Object.groupBy(lines, (line) => (isActive(line) ? 'active' : 'reverted'));
  return { lines: active, reverted, splits: new Set(active.flatMap(({ split }) => split ?? [])) };
}

export function isActive({ reverted }: CorrectionLine): boolean {
  return reverted === undefined;
}

/** By game, as matching sees it: those that corrections say are different from it. */
export async function listDifferent(writer: CatalogReader, { lines }: StoredCorrections): Promise<DifferentGames> {
  const found = new Map<number, Set<number>>();
  for (const { different = [] } of lines) {
    const ids = [];
    for (const ref of different) {
      const id = await findGame(writer, ref);
      if (id !== undefined) ids.push(await followMatches(writer, id));
    }
    for (const id of ids) for (const other of ids) if (other !== id) getOrInsert(found, id, () => new Set()).add(other);
  }
  return found;
}

/** Runs after every import, because that may have added games that the corrections refer to. */
export async function applyCorrections(
  writer: CatalogWriter,
  { lines, reverted, splits }: StoredCorrections,
  affected: Affected,
): Promise<void> {
  for (const key of splits) await splitOff(writer, key, affected);
  // A split wins over a merge.
  const merges = lines.flatMap(({ key, merge }) =>
    merge ? [{ refs: merge.filter((ref) => !splits.has(String(ref))), isFollowed: isFollowed(key) }] : [],
  );
  await applyMerges(writer, merges, affected);
  for (const line of [...lines, ...reverted]) await setTarget(writer, line.key, firstReference(line), affected);
}

/** The mark of the corrections that name a game among others: they are in the histories of all of them. */
export function namedMark(ref: GameRef): string {
  return `correction ${ref}`;
}

export function listNamedMarks({ merge = [], different = [] }: CorrectionLine): string[] {
  return [...merge, ...different].map(namedMark);
}

function firstReference({ game, merge, different, split }: CorrectionLine): GameRef | undefined {
  return game ?? merge?.[0] ?? different?.[0] ?? split;
}

/** Moves a layer that shares its game with others into a new game. The others keep the id. */
async function splitOff(writer: CatalogWriter, key: string, affected: Affected): Promise<void> {
  const layer = await writer.findLayer(key);
  if (!layer?.gameId) return;
  const others = (await writer.listHeads(layer.gameId)).filter((other) => other.key !== key);
  if (others.every(({ source }) => source === CORRECTIONS)) return;
  const gameId = await writer.nextId('game', 0);
  affected.add(layer.gameId).add(gameId);
  await writer.setGame(key, gameId);
  for (const one of listKeys(parseLayer(layer))) await writer.bindKey('game', one, gameId);
}

interface Merge {
  refs: readonly GameRef[];
  /** Whether the correction is one of the original. */
  isFollowed: boolean;
}

async function applyMerges(writer: CatalogWriter, merges: readonly Merge[], affected: Affected): Promise<void> {
  const wanted = await resolveMerges(writer, merges);
  for (const { gameId, targetId, cause } of await writer.listAliases()) {
    if (cause === 'correction' && wanted.get(gameId) !== targetId) await undoMerge(writer, gameId, targetId, affected);
  }
  for (const [gameId, targetId] of wanted) {
    const isMerged = (await writer.findAlias(gameId)) && !(await hasSource(writer, gameId));
    if (!isMerged) await mergeGames(writer, [gameId, targetId], 'correction', affected);
  }
}

/** The target of each game to merge. Overlapping merges become one. */
async function resolveMerges(writer: CatalogWriter, merges: readonly Merge[]) {
  const lowest = new Map<number, number>();
  const root = (id: number): number => {
    const next = lowest.get(id) ?? id;
    return next === id ? id : root(next);
  };
  for (const merge of merges) {
    const roots = (await listExisting(writer, merge)).map(root);
    for (const id of roots) lowest.set(id, Math.min(...roots));
  }
  return new Map([...lowest.keys()].map((id) => [id, root(id)] as const).filter(([id, target]) => id !== target));
}

/** A removed game is not merged: its id must not become an alias. A game that was merged before still counts. */
async function listExisting(writer: CatalogWriter, { refs, isFollowed }: Merge): Promise<number[]> {
  const found = [];
  for (const id of await Promise.all(refs.map((ref) => findGame(writer, ref)))) {
    const gameId = id === undefined ? undefined : await followMatches(writer, id);
    if (gameId === undefined) continue;
    const alias = await writer.findAlias(gameId);
    if (alias || (await hasSource(writer, gameId))) found.push({ gameId, alias });
  }
  // The original merged the others with a game that it does not publish: unknown or empty here, or named by a key of another one.
  const isPartial = isFollowed && new Set(found.map(({ gameId }) => gameId)).size < refs.length;
  return found.flatMap(({ gameId, alias }) => (alias && isPartial ? [gameId, alias.targetId] : [gameId]));
}

async function hasSource(writer: CatalogWriter, gameId: number): Promise<boolean> {
  return (await writer.listHeads(gameId)).some(isOfSource);
}

/** Returns every layer to the game that its key is bound to. */
async function undoMerge(writer: CatalogWriter, gameId: number, targetId: number, affected: Affected): Promise<void> {
  await writer.removeAlias(gameId);
  affected.add(gameId).add(targetId);
  for (const { key } of await writer.listHeads(targetId)) {
    const bound = await writer.findBinding(key);
    if (bound && (await followMatches(writer, bound.id)) === gameId) await writer.setGame(key, gameId);
  }
}

/** Attaches the layer of a correction to the game that it corrects. */
async function setTarget(
  writer: CatalogWriter,
  key: string,
  ref: GameRef | undefined,
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

async function findGame(writer: CatalogReader, ref: GameRef): Promise<number | undefined> {
  return typeof ref === 'number' ? ref : (await writer.findBinding(ref))?.id;
}

/** Adds the games whose corrections refer to one of these removed entries. */
export async function addCorrected(
  writer: CatalogWriter,
  removed: ReadonlySet<string>,
  affected: Affected,
): Promise<void> {
  if (removed.size === 0) return;
  for (const line of (await readCorrections(writer)).lines) {
    if (!listEntryKeys(line).some((key) => removed.has(key))) continue;
    const gameId = (await writer.findHead(line.key))?.gameId;
    if (gameId) affected.add(gameId);
  }
}

/**
 * Companies and groups that only corrections have are shown while a correction in effect refers to them. Their layers stay, for a
 * correction that is restored.
 */
export async function updateCorrectedEntries(writer: CatalogWriter, entries: Entries): Promise<void> {
  const layers = await writer.listEntryLayersOfSource(CORRECTIONS);
  if (layers.length === 0) return;
  const used = new Set((await readCorrections(writer)).lines.flatMap(listEntryKeys));
  for (const { key } of layers) await entries.rebuild(key, used.has(key) ? undefined : CORRECTIONS);
}

/** The keys of the entries that a correction refers to. */
export function listEntryKeys({
  platforms = [],
  set_platform = {},
  media = [],
  ...correction
}: CorrectionLine): string[] {
  const moved = Object.values(set_platform).filter((platform) => platform !== null);
  const pictured = media.map(({ platform }) => platform);
  return [...listReferences({ ...correction, platforms }), ...moved, ...pictured];
}

/**
 * Replaces ids of games, which are valid in this catalog only, by keys, and leaves out those of accounts. With `layers`, an export of
 * some sources, by keys that it has.
 */
export async function withKeys(
  reader: CatalogReader,
  correction: CorrectionLine,
  layers?: ReadonlySet<string>,
): Promise<CorrectionLine> {
  const keyOf = async (ref: string | number) => {
    if (typeof ref === 'string') return ref;
    const oldest = await reader.findKey(ref);
    if (!layers || (oldest !== undefined && layers.has(oldest))) return oldest ?? ref;
    const heads = (await reader.listHeads(ref)).filter(isOfSource);
    return heads.find(({ key }) => layers.has(key))?.key ?? oldest ?? ref;
  };
  const { game, merge, different, made, reverted, ...rest } = correction;
  return {
    ...rest,
    ...(game !== undefined && { game: await keyOf(game) }),
    ...(merge && { merge: await Promise.all(merge.map(keyOf)) }),
    ...(different && { different: await Promise.all(different.map(keyOf)) }),
    ...(made && { made: withoutAccount(made) }),
    ...(reverted && { reverted: withoutAccount(reverted) }),
  };
}

type People = { by?: number; proposed_by?: number };

function withoutAccount<T extends People>({ by: _by, proposed_by: _proposedBy, ...rest }: T): Omit<T, keyof People> {
  return rest;
}
