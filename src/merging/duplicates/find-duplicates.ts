import { notabilityOf } from '../../catalog/model/notability.ts';
import type { GameRecord } from '../../catalog/model/record.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { compare, SAME } from '../../matching/compare.ts';
import type { Evidence } from '../../matching/evidence.ts';
import { listMarks } from '../../matching/marks.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import type { CatalogIndex } from '../../store/catalog-rows.ts';
import type { CatalogStore } from '../../store/catalog-store.ts';
import { VERSION } from '../../version.ts';
import { listDifferent, readCorrections } from '../corrections/corrections.ts';
import { isOfSource, parseLayer } from '../load/layer-line.ts';
import { describeGame } from '../match/find-game.ts';
import { hashMark } from '../match/mark-filter.ts';
import { type Duplicate, type DuplicateList, sortDuplicates } from './duplicate.ts';

/** Two points below the score of one game. Pairs with less have little more than a title in common. */
const MIN_SCORE = SAME - 2;
/** For more changed games, all are compared: that reads each game once. */
const MAX_CHANGED = 2000;
const MAX_DESCRIBED = 4000;

/** The duplicates of the newest revision. Compares only what changed since the list before, if that is of this catalog. */
export async function findDuplicates(catalog: CatalogStore, before?: DuplicateList): Promise<DuplicateList> {
  const isKnown = before?.version === VERSION && (await catalog.hasRevision(before.revision));
  const index = await catalog.readIndex(isKnown ? before.revision : undefined);
  const isContinued = isKnown && before.lineage === index.lineage && index.games.ids.length <= MAX_CHANGED;
  const pairs = await catalog.read(async (reader) =>
    markDecided(
      reader,
      isContinued
        ? await updatePairs(reader, index, before.pairs)
        : await comparePairs(reader, await listAllPairs(reader, index.present.ids)),
    ),
  );
  return { version: VERSION, lineage: index.lineage, revision: index.revision, pairs: sortDuplicates(pairs) };
}

async function updatePairs(
  reader: CatalogReader,
  { games, present }: CatalogIndex,
  before: readonly Duplicate[],
): Promise<Duplicate[]> {
  const shown = new Set(present.ids);
  const changed = new Set(games.ids);
  const kept = before.filter(({ gameIds }) => gameIds.every((id) => shown.has(id) && !changed.has(id)));
  const pairs = await listPairsOf(reader, games.ids);
  return [
    ...kept,
    ...(await comparePairs(
      reader,
      pairs.filter((pair) => pair.every((id) => shown.has(id))),
    )),
  ];
}

async function comparePairs(reader: CatalogReader, pairs: readonly Pair[]): Promise<Duplicate[]> {
  const described = new Map<number, Evidence>();
  const found: Duplicate[] = [];
  for (const gameIds of pairs) {
    const [a, b] = gameIds;
    const { score, reasons } = compare(await evidenceOf(a), await evidenceOf(b));
    if (score < MIN_SCORE) continue;
    const notability = Math.max(await readNotability(reader, a), await readNotability(reader, b));
    found.push({ gameIds, score, reasons, notability, isDecided: false });
  }
  return found;

  async function evidenceOf(gameId: number): Promise<Evidence> {
    const known = described.get(gameId) ?? (await describeGame(reader, gameId));
    // The least recently used is the first.
    described.delete(gameId);
    described.set(gameId, known);
    if (described.size > MAX_DESCRIBED) described.delete(described.keys().next().value as number);
    return known;
  }
}

async function readNotability(reader: CatalogReader, gameId: number): Promise<number> {
  const game = await reader.findGame(gameId);
  const layers = (await reader.listLayers(gameId)).filter(isOfSource);
  return game ? notabilityOf(JSON.parse(game.record) as GameRecord, new Set(layers.map(({ source }) => source))) : 0;
}

/** Pairs that an operator called different, and games that an operator split off: they came from a game of their title. */
async function markDecided(reader: CatalogReader, pairs: readonly Duplicate[]): Promise<Duplicate[]> {
  const corrections = await readCorrections(reader);
  const different = await listDifferent(reader, corrections);
  const split = new Set<number | null | undefined>();
  for (const key of corrections.splits) split.add((await reader.findHead(key))?.gameId);
  return pairs.map((pair) => {
    const [a, b] = pair.gameIds;
    return { ...pair, isDecided: Boolean(different.get(a)?.has(b)) || split.has(a) || split.has(b) };
  });
}

type Pair = readonly [number, number];

/** So many games with one mark are no duplicates: it is a common title, or a file that many games share. */
const MAX_GAMES_PER_MARK = 30;

/** All pairs of these games that share a mark. Marks are kept as hashes: a catalog has millions of them. */
async function listAllPairs(reader: CatalogReader, gameIds: readonly number[]): Promise<Pair[]> {
  const first = new Map<number, number>();
  const repeated = new Map<number, number[]>();
  for (const gameId of gameIds) {
    for (const mark of await marksOf(reader, gameId)) {
      const hash = hashMark(mark);
      const before = first.get(hash);
      if (before === undefined) first.set(hash, gameId);
      else if (before !== gameId) getOrInsert(repeated, hash, () => [before]).push(gameId);
    }
  }
  return distinctPairs(repeated.values());
}

/** The pairs of these games with all others that share a mark. */
async function listPairsOf(reader: CatalogReader, gameIds: readonly number[]): Promise<Pair[]> {
  const groups: number[][] = [];
  for (const gameId of gameIds) {
    const found = await reader.findByMarks([...(await marksOf(reader, gameId))]);
    for (const layers of Map.groupBy(found, ({ mark }) => mark).values()) {
      const others = layers.map((layer) => layer.gameId).filter((id) => id !== null && id !== gameId);
      groups.push([gameId, ...new Set(others as number[])]);
    }
  }
  const changed = new Set(gameIds);
  return distinctPairs(groups).filter((pair) => pair.some((id) => changed.has(id)));
}

async function marksOf(reader: CatalogReader, gameId: number): Promise<Set<string>> {
  const layers = (await reader.listLayers(gameId)).filter(isOfSource);
  return new Set(layers.flatMap((layer) => listMarks(parseLayer(layer))));
}

function distinctPairs(groups: Iterable<readonly number[]>): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const group of groups) {
    if (group.length > MAX_GAMES_PER_MARK) continue;
    const ids = [...new Set(group)].toSorted((a, b) => a - b);
    for (const [i, a] of ids.entries()) for (const b of ids.slice(i + 1)) pairs.set(`${a} ${b}`, [a, b]);
  }
  // In this order, the evidence of the first game is described once.
  return [...pairs.values()].toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
}
