import { getOrInsert } from '../../get-or-insert.ts';
import { listMarks } from '../../matching/marks.ts';
import type { CatalogReader } from '../../store/catalog-store.ts';
import { isOfSource, parseLayer } from '../load/layer-line.ts';
import { hashMark } from '../match/mark-filter.ts';

/** The ids of two games, ascending. */
export type Pair = readonly [number, number];

/** So many games with one mark are no duplicates: it is a common title, or a file that many games share. */
const MAX_GAMES_PER_MARK = 30;

/** All pairs of these games that share a mark. Marks are kept as hashes: a catalog has millions of them. */
export async function listAllPairs(reader: CatalogReader, gameIds: readonly number[]): Promise<Pair[]> {
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
export async function listPairsOf(reader: CatalogReader, gameIds: readonly number[]): Promise<Pair[]> {
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
