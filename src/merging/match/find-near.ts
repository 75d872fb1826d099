import { reissuedPlatform } from '../../matching/known-titles.ts';
import { DAY, listDatabases, nearMakerMarks } from '../../matching/marks.ts';
import { NEAR, nearness } from '../../matching/near-titles.ts';
import type { CatalogWriter, Layer } from '../../store/catalog-store.ts';
import { isFounding, type LayerLine, parseLayer } from '../load/layer-line.ts';

/** Between the best title and the next one. */
const MIN_LEAD = 0.1;

/**
 * The game with a similar title that the same company released on the platform in the same year, for a line of a database
 * that has every game once: one that it has under another title is not that game. Romanisations of Japanese titles differ.
 */
export async function findNear(writer: CatalogWriter, line: LayerLine, source: string): Promise<number | undefined> {
  // Reissues of many games were sold on one day.
  if (!isOfDatabase(line) || reissuedPlatform(line.title)) return undefined;
  const found: { gameId: number; likeness: number }[] = [];
  const days = daysOf(line);
  for (const gameId of await listCandidates(writer, line)) {
    const layers = await writer.listLayers(gameId);
    if (layers.some((layer) => layer.source === source && haveOnePlatform(layer, line))) continue;
    const own = layers.filter((layer) => isFounding(layer) && haveOnePlatform(layer, line)).map(parseLayer);
    const isSameDay = own.some((one) => !daysOf(one).isDisjointFrom(days));
    found.push({ gameId, likeness: Math.max(0, ...own.map((one) => nearness(line, one, isSameDay))) });
  }
  const [best, next] = found.toSorted((a, b) => b.likeness - a.likeness);
  return best && best.likeness >= Math.max(NEAR, (next?.likeness ?? 0) + MIN_LEAD) ? best.gameId : undefined;
}

/** The platforms and days of releases, without those of which only the month or the year is known. */
function daysOf({ platforms }: LayerLine): Set<string> {
  return new Set(
    platforms.flatMap(({ platform, releases = [] }) =>
      releases.flatMap(({ release_date: date }) => (date && DAY.test(date) ? [`${platform} ${date}`] : [])),
    ),
  );
}

/** Whether the line is of a database that has every game once, and names no entry of another source. */
export function isOfDatabase(line: LayerLine): boolean {
  return listDatabases(line).length > 0 && !line.ids?.key;
}

async function listCandidates(writer: CatalogWriter, line: LayerLine): Promise<Set<number>> {
  const layers = await writer.findByMarks(nearMakerMarks(line));
  return new Set(layers.flatMap(({ key, gameId }) => (key !== line.key && gameId !== null ? [gameId] : [])));
}

function haveOnePlatform(layer: Layer, { platforms }: LayerLine): boolean {
  const slugs = new Set(platforms.map(({ platform }) => platform));
  return parseLayer(layer).platforms.some(({ platform }) => slugs.has(platform));
}
