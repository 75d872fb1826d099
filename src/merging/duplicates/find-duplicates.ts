import { notabilityOf } from '../../catalog/model/notability.ts';
import type { GameRecord } from '../../catalog/model/record.ts';
import { compare, SAME } from '../../matching/compare.ts';
import type { Evidence } from '../../matching/evidence.ts';
import { listMarks } from '../../matching/marks.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import type { CatalogStore } from '../../store/catalog-store.ts';
import { VERSION } from '../../version.ts';
import { listDifferent, readCorrections } from '../corrections/corrections.ts';
import { isOfSource, parseLayer } from '../load/layer-line.ts';
import { describeGame } from '../match/find-game.ts';
import { type Duplicate, type DuplicateList, sortDuplicates } from './duplicate.ts';

/** Two points below the score of one game. Pairs with less have little more than a title in common. */
const MIN_SCORE = SAME - 2;
const MAX_DESCRIBED = 4000;

/** The duplicates of the newest revision. Compares only what changed since the list before, if that is of this catalog. */
export async function findDuplicates(catalog: CatalogStore, before?: DuplicateList): Promise<DuplicateList> {
  const isKnown = before?.version === VERSION && (await catalog.hasRevision(before.revision));
  const index = await catalog.readIndex(isKnown ? before.revision : undefined);
  const { lineage, revision, present } = index;
  const isContinued = isKnown && before.lineage === lineage;
  const changed = new Set(isContinued ? index.games.ids : present.ids);
  const shown = new Set(present.ids);
  const isKept = ({ gameIds }: Duplicate) => gameIds.every((id) => shown.has(id) && !changed.has(id));
  const kept = isContinued ? before.pairs.filter(isKept) : [];
  const pairs = await catalog.read(async (reader) => {
    const found = (await listPairs(reader, changed)).filter((pair) => pair.every((id) => shown.has(id)));
    return markDecided(reader, [...kept, ...(await comparePairs(reader, found))]);
  });
  return { version: VERSION, lineage, revision, pairs: sortDuplicates(pairs) };
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

/** The pairs of these games with all games that share a mark with them. */
async function listPairs(reader: CatalogReader, gameIds: ReadonlySet<number>): Promise<Pair[]> {
  const pairs = new Map<string, Pair>();
  for (const gameId of gameIds) {
    const found = await reader.findByMarks([...(await marksOf(reader, gameId))]);
    for (const layers of Map.groupBy(found, ({ mark }) => mark).values()) {
      const others = new Set(layers.flatMap((layer) => layer.gameId ?? [])).add(gameId);
      if (others.size > MAX_GAMES_PER_MARK) continue;
      others.delete(gameId);
      for (const other of others) {
        const pair = [Math.min(gameId, other), Math.max(gameId, other)] as const;
        pairs.set(pair.join(' '), pair);
      }
    }
  }
  // In this order, the evidence of the first game is described once.
  return [...pairs.values()].toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
}

async function marksOf(reader: CatalogReader, gameId: number): Promise<Set<string>> {
  const layers = (await reader.listLayers(gameId)).filter(isOfSource);
  return new Set(layers.flatMap((layer) => listMarks(parseLayer(layer))));
}
