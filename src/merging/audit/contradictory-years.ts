import type { GameRecord } from '../../catalog/model/record.ts';
import { describe, type Evidence } from '../../matching/evidence.ts';
import type { CatalogReader, Layer } from '../../store/catalog-store.ts';
import { isFounding, isOfSource, parseLayer } from '../load/layer-line.ts';
import type { Finding } from './finding.ts';

const MAX_YEARS_APART = 12;

/** Finds layers that were made long before or after all others of their game and share no company with them. */
export async function findContradictoryYears(reader: CatalogReader, record: GameRecord): Promise<Finding[]> {
  const dates = record.platforms.flatMap(({ first_release_date }) => first_release_date ?? []);
  if (spread(dates.map((date) => Number(date.slice(0, 4)))) <= MAX_YEARS_APART) return [];
  const layers = (await reader.listLayers(record.game_id)).filter((layer) => isOfSource(layer) && isFounding(layer));
  const evidence = layers.map((layer) => ({ layer, own: describe(parseLayer(layer), layer.source) }));
  return evidence.flatMap((one) => {
    const others = evidence.filter((other) => other !== one).map(({ own }) => own);
    return others.length > 0 && others.every((other) => contradict(one.own, other)) ? [toFinding(record, one)] : [];
  });
}

function toFinding({ game_id, title }: GameRecord, { layer, own }: { layer: Layer; own: Evidence }): Finding {
  const years = [...new Set([...own.years.values()].flat())].toSorted().join(', ');
  return { text: `game ${game_id} ${title}: ${layer.key} is of ${years}`, correction: { split: layer.key } };
}

function contradict(a: Evidence, b: Evidence): boolean {
  const [one, other] = [[...a.years.values()].flat(), [...b.years.values()].flat()];
  if (one.length === 0 || other.length === 0 || !a.companies.isDisjointFrom(b.companies)) return false;
  return one.every((year) => other.every((also) => Math.abs(year - also) > MAX_YEARS_APART));
}

function spread(years: readonly number[]): number {
  return years.length === 0 ? 0 : Math.max(...years) - Math.min(...years);
}
