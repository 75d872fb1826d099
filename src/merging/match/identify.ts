import { setImmediate as nextTurn } from 'node:timers/promises';
import { compareCodePoints } from '../../catalog/model/order.ts';
import { isKeyMark, isMakerMark, keyMark, listMarks, makerMarks } from '../../matching/marks.ts';
import type { CatalogWriter } from '../../store/catalog/writer.ts';
import type { Layer, LayerHead, MarkedHead } from '../../store/catalog-rows.ts';
import { type ChangedLayer, CORRECTIONS, createsGames, type LayerChanges, parseLayer } from '../load/layer-line.ts';
import { type Affected, attach, findBound, findGameOfKey, readLine } from './attach.ts';
import { clusterBlock, type DifferentGames, type Group, openBlocks } from './cluster-block.ts';
import { findGame, isOfDatabase } from './find-game.ts';
import { listFormerGames } from './former-games.ts';
import { settleGroup } from './settle-group.ts';

/** Layers or blocks between two turns of the event loop, in which Ctrl-C is handled. */
const STEPS_PER_TURN = 500;
/** For fewer changed layers, querying each is faster than reading all marks of a large catalog. */
const MIN_LAYERS_FOR_FILTER = 500;

export interface IdentifyOptions extends Pick<LayerChanges, 'changed' | 'vanished'> {
  /** Keys that a correction split off: they match nothing. */
  splits: ReadonlySet<string>;
  /** Games that a correction keeps apart. */
  different: DifferentGames;
  /** The bundle is an export whose ids were taken: every layer stays with its game. */
  keepIds: boolean;
  /** Games of the original are never merged here. */
  isMirror: boolean;
}

/**
 * Finds the game of every changed layer: layers and games that share marks form blocks, and each block is clustered into
 * games. Returns the marks of the changed layers.
 */
export async function identifyLayers(
  writer: CatalogWriter,
  options: IdentifyOptions,
  affected: Affected,
): Promise<MarkFilter> {
  const { changed, different, keepIds, splits, vanished, isMirror } = options;
  const changedMarks = openMarkFilter(changed.length < MIN_LAYERS_FOR_FILTER ? FEW_SLOTS : SLOTS);
  const blocks = openBlocks();
  const members = new Map(changed.map((layer) => [layer.key, layer.members ?? []]));
  const allMarks = keepIds ? openMarkFilter(FEW_SLOTS) : await filterMarks(writer, changed);
  for await (const one of inTurns(changed)) {
    const layer = (await writer.findMarked(one.key)) as MarkedHead;
    if (layer.gameId) affected.add(layer.gameId);
    changedMarks.add(layer.marks);
    if (keepIds) await keepGame(writer, { ...one, gameId: layer.gameId }, affected);
    else if (createsGames(layer) || !(await attachKnown(writer, layer, affected))) await addToBlocks(layer);
  }
  const groups: Group[] = [];
  for await (const block of inTurns(blocks.list()))
    groups.push(...(await clusterBlock(writer, block, { members, vanished, different })));
  const inOrder = groups.toSorted((a, b) => compareCodePoints(a.first ?? '', b.first ?? ''));
  const taken = new Set(groups.flatMap(({ gameIds }) => gameIds));
  const settling = { members, vanished, different, taken, isMirror };
  for await (const group of inTurns(inOrder)) await settleGroup(writer, group, settling, affected);
  return changedMarks;

  async function addToBlocks(layer: MarkedHead): Promise<void> {
    const gameId = createsGames(layer) ? await leaveCorrectedMerge(writer, layer) : null;
    const own = blocks.add(gameId === null ? { key: layer.key } : { gameId });
    for (const former of await listFormerGames(writer, layer.key, members.get(layer.key)))
      blocks.link(own, blocks.add({ gameId: former.gameId }), false);
    if (layer.gameId === null && createsGames(layer)) {
      const naming = [layer.key, ...(members.get(layer.key) ?? [])].map(keyMark);
      const released = allMarks.hasAny(naming) ? await releaseNaming(writer, naming, affected) : [];
      for (const key of released) blocks.link(own, blocks.add({ key }), true);
    }
    const marks = layer.marks.filter((mark) => !isMakerMark(mark));
    if (splits.has(layer.key) || !allMarks.hasRepeated(marks)) return;
    for (const other of await writer.findByMarks(marks))
      if (other.key !== layer.key && !splits.has(other.key))
        blocks.link(own, blocks.add(other.gameId === null ? { key: other.key } : { gameId: other.gameId }), true);
  }
}

async function* inTurns<T>(list: readonly T[]): AsyncGenerator<T> {
  for (const [i, one] of list.entries()) {
    if (i % STEPS_PER_TURN === 0) await nextTurn();
    yield one;
  }
}

async function filterMarks(writer: CatalogWriter, changed: readonly ChangedLayer[]): Promise<Omit<MarkFilter, 'add'>> {
  if (changed.length < MIN_LAYERS_FOR_FILTER) return { hasAny: () => true, hasRepeated: () => true };
  const filter = openMarkFilter();
  await writer.visitMarks(filter.add);
  return filter;
}

async function keepGame(
  writer: CatalogWriter,
  layer: ChangedLayer & Pick<LayerHead, 'gameId'>,
  affected: Affected,
): Promise<void> {
  const bound = await findBound(writer, layer.key);
  const gameId = bound ?? (layer.enriches ? undefined : await writer.nextId('game', 0));
  if (gameId !== undefined) await attach(writer, layer, gameId, affected);
  else if (layer.gameId !== null) await writer.setGame(layer.key, null);
}

/** An enriching layer joins the game that it names by key, or else stays with its game. */
async function attachKnown(writer: CatalogWriter, layer: LayerHead, affected: Affected): Promise<boolean> {
  const line = await readLine(writer, layer.key);
  let known: number | undefined;
  for (const key of [...(line.ids?.key ?? []), layer.key]) known ??= await findGameOfKey(writer, key);
  if (known !== undefined) await attach(writer, { ...line, gameId: layer.gameId }, known, affected);
  else if (layer.gameId !== null) await writer.setGame(layer.key, null);
  return known !== undefined;
}

/** Detaches the layers that name a new key, by these marks, and joined a game with the same title before. Returns their keys. */
async function releaseNaming(writer: CatalogWriter, marks: readonly string[], affected: Affected): Promise<string[]> {
  const released: string[] = [];
  for (const { key, gameId } of await writer.findByMarks(marks)) {
    const layer = gameId === null ? undefined : await writer.findLayer(key);
    if (!layer || createsGames(layer) || (await namesOwnGame(writer, layer))) continue;
    affected.add(gameId as number);
    await writer.setGame(key, null);
    released.push(key);
  }
  return released;
}

async function namesOwnGame(writer: CatalogWriter, layer: Layer): Promise<boolean> {
  for (const key of parseLayer(layer).ids?.key ?? [])
    if ((await findGameOfKey(writer, key)) === layer.gameId) return true;
  return false;
}

/** Takes a layer out of a game that a correction merged it into. The correction is applied again later. */
async function leaveCorrectedMerge(writer: CatalogWriter, { key, gameId }: LayerHead): Promise<number | null> {
  const own = gameId === null ? null : ((await findBound(writer, key)) ?? gameId);
  if (own !== gameId) await writer.setGame(key, own);
  return own;
}

/** Waiting layers at a time: a whole source may wait. */
const WAITING_AT_ONCE = 2000;

async function* listWaiting(writer: CatalogWriter): AsyncGenerator<Layer> {
  for (let after = ''; ; ) {
    const layers = await writer.listWaiting(after, WAITING_AT_ONCE);
    yield* layers;
    if (layers.length < WAITING_AT_ONCE) return;
    after = (layers.at(-1) as Layer).key;
  }
}

/** Compares waiting layers again if a changed layer shares a mark with them. Those of `staying` wait in the original, too. */
export async function identifyWaiting(
  writer: CatalogWriter,
  { keepIds, splits, vanished }: IdentifyOptions,
  {
    changedMarks,
    detached,
    staying,
  }: { changedMarks: MarkFilter; detached: ReadonlySet<string>; staying?: { sources: readonly string[] } | undefined },
  affected: Affected,
): Promise<void> {
  if (keepIds && !staying) return;
  for await (const layer of listWaiting(writer)) {
    if (layer.source === CORRECTIONS || createsGames(layer) || splits.has(layer.key)) continue;
    if (staying?.sources.includes(layer.source)) continue;
    const line = parseLayer(layer);
    const marks = [...listMarks(line), ...(isOfDatabase(line) ? makerMarks(line) : [])];
    const known = await findGameOfKey(writer, layer.key);
    const hasCandidates = marks.some(isKeyMark) || detached.has(layer.key) || changedMarks.hasAny(marks);
    const gameId = known ?? (hasCandidates ? await findGame(writer, line, layer.source, vanished) : undefined);
    if (gameId !== undefined) await attach(writer, { ...line, gameId: null }, gameId, affected);
  }
}

/** Eight megabytes, four slots in a byte. With a million marks, three percent of the lookups are false positives. */
const SLOTS = 2 ** 25;
/** For few layers, as of an edit. Eight megabytes each time would make the garbage collector busy. */
const FEW_SLOTS = 2 ** 18;

type MarkFilter = ReturnType<typeof openMarkFilter>;

/** Rules out quickly that any of a line's marks was added, or that any was added more than once. Counts up to two by hash. */
function openMarkFilter(slots = SLOTS) {
  const counts = new Uint8Array(slots / 4);
  const countAt = (slot: number) => ((counts[slot >>> 2] as number) >>> (2 * (slot & 3))) & 3;
  const countOf = (mark: string) => countAt(hashMark(mark) % slots);
  return {
    add: (marks: readonly string[]) => {
      for (const mark of marks) {
        const slot = hashMark(mark) % slots;
        if (countAt(slot) < 2) counts[slot >>> 2] = (counts[slot >>> 2] as number) + (1 << (2 * (slot & 3)));
      }
    },
    hasAny: (marks: readonly string[]) => marks.some((mark) => countOf(mark) > 0),
    hasRepeated: (marks: readonly string[]) => marks.some((mark) => countOf(mark) > 1),
  };
}

function hashMark(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
