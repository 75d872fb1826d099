import type { CatalogWriter, Layer } from '../../store/catalog-store.ts';
import { CORRECTIONS, type LayerLine, parseLayer } from '../load/layer-line.ts';
import { findGameOfKey } from './claims.ts';
import { compareLikeness, describeLikeness, type Likeness, sharesTitle } from './likeness.ts';
import { listMarks, strongMarks } from './marks.ts';

export interface Match {
  gameId: number;
  confidence: number;
  /** The number of shared strong marks. It decides between games of the same confidence. */
  shared: number;
}

/** From this confidence on, a game may have several layers of one source. */
const CERTAIN = 4;
const BY_KEY = 6;

/** The games that a layer may belong to, best matches first. */
export async function findMatches(
  writer: CatalogWriter,
  { key, source, line, own }: { key: string; source: string; line: LayerLine; own: number | undefined },
  vanished: ReadonlySet<string>,
): Promise<Match[]> {
  const candidates = await listCandidates(writer, key, line);
  const matches = (await listNamed(writer, line)).map((gameId) => ({ gameId, confidence: BY_KEY, shared: 0 }));
  const likeness = candidates.size > 0 ? describeLikeness([line]) : undefined;
  for (const [gameId, shared] of candidates) {
    const layers = (await writer.listLayers(gameId)).filter(
      (layer) => layer.key !== key && layer.source !== CORRECTIONS,
    );
    const others = layers.filter((layer) => layer.source !== source || vanished.has(layer.key));
    const isTaken = others.length < layers.length;
    const confidence = others.length === 0 ? 0 : compare(likeness as Likeness, line, others);
    if (confidence > 0 && (!isTaken || (confidence >= CERTAIN && line.enriches)))
      matches.push({ gameId, confidence, shared });
  }
  return matches
    .filter(({ gameId }) => gameId !== own)
    .toSorted((a, b) => b.confidence - a.confidence || b.shared - a.shared || a.gameId - b.gameId);
}

function compare(likeness: Likeness, line: LayerLine, others: readonly Layer[]): number {
  const lines = others.map(parseLayer);
  const theirs = describeLikeness(lines);
  const enriches = line.enriches || lines.every((other) => other.enriches);
  return compareLikeness(likeness, theirs) || Number(enriches && sharesTitle(likeness, theirs));
}

/** Games that share a mark with the line, with the number of shared strong marks. */
async function listCandidates(writer: CatalogWriter, key: string, line: LayerLine): Promise<Map<number, number>> {
  const strong = new Set(strongMarks(line));
  const candidates = new Map<number, number>();
  for (const layer of await writer.findByMarks(listMarks(line))) {
    if (layer.key === key || layer.gameId === null) continue;
    candidates.set(layer.gameId, (candidates.get(layer.gameId) ?? 0) + Number(strong.has(layer.mark)));
  }
  return candidates;
}

/** Games that the line names by a key of another source. */
async function listNamed(writer: CatalogWriter, { ids = {} }: LayerLine): Promise<number[]> {
  const found = new Set<number>();
  for (const key of ids.key ?? []) {
    const gameId = await findGameOfKey(writer, key);
    if (gameId !== undefined) found.add(gameId);
  }
  return [...found];
}
