import type { CorrectionLine } from '../bundle/lines.ts';
import type { GameRecord } from '../catalog/model/record.ts';
import { describe, type Evidence } from '../matching/evidence.ts';
import type { CatalogReader } from '../store/catalog/writer.ts';
import type { CatalogStore } from '../store/catalog-store.ts';
import { findPlatform } from '../vocabulary/platforms.ts';
import { entryKey } from '../vocabulary/vocabulary.ts';
import { explainDuplicate } from './duplicates/duplicate.ts';
import { findDuplicates } from './duplicates/find-duplicates.ts';
import { createsGames, parseLayer } from './load/layer-line.ts';

export interface AuditCheck {
  name: string;
  findings: Finding[];
}

/** Something that looks wrong, with the line for `ludex import corrections` that would mend it. */
export interface Finding {
  text: string;
  correction?: Omit<CorrectionLine, 'key'>;
}

/** Looks through all games for what is probably wrong. Changes nothing. */
export async function auditCatalog(
  catalog: CatalogStore,
  onProgress: (done: number, total: number) => void,
): Promise<AuditCheck[]> {
  const early: Finding[] = [];
  const contradictory: Finding[] = [];
  const { ids } = (await catalog.readIndex()).present;
  await catalog.read(async (reader) => {
    for (const [i, gameId] of ids.entries()) {
      onProgress(i, ids.length);
      const game = await reader.findGame(gameId);
      if (!game) continue;
      const record = JSON.parse(game.record) as GameRecord;
      early.push(...findEarlyDates(record));
      contradictory.push(...(await findContradictoryYears(record, reader)));
    }
  });
  return [
    { name: 'likely duplicates', findings: await listDuplicates(catalog) },
    { name: 'dates before the platform existed', findings: early },
    { name: 'games whose sources have years far apart', findings: contradictory },
  ];
}

/** Those that an operator finds in the browser, too. */
async function listDuplicates(catalog: CatalogStore): Promise<Finding[]> {
  const { pairs } = await findDuplicates(catalog);
  const open = pairs.filter(({ isDecided }) => !isDecided);
  return open.map((pair) => {
    const { same, different } = explainDuplicate(pair);
    const apart = different.length > 0 ? `; but: ${different.join(', ')}` : '';
    return {
      text: `games ${pair.gameIds.join(' and ')}: ${same.join(', ')}${apart}`,
      correction: { merge: [...pair.gameIds] },
    };
  });
}

/** A date that is so much too early is the date of another platform. */
const WRONG_PLATFORM_YEARS = 3;

function findEarlyDates({ game_id, title, platforms }: GameRecord): Finding[] {
  return platforms.flatMap(({ platform_id, platform_name, first_release_date }) => {
    const year = findPlatform(platform_id)?.year;
    const own = Number(first_release_date?.slice(0, 4) ?? year);
    if (year === undefined || own >= year) return [];
    const text = `game ${game_id} ${title}: ${first_release_date} on ${platform_name}, which is of ${year}`;
    if (own > year - WRONG_PLATFORM_YEARS) return [{ text }];
    return [{ text, correction: { game: game_id, set_platform: { [entryKey('platform', platform_name)]: null } } }];
  });
}

const MAX_YEARS_APART = 12;

/** Finds layers that were made long before or after all others of their game and share no company with them. */
async function findContradictoryYears(record: GameRecord, reader: CatalogReader): Promise<Finding[]> {
  const { game_id, title, platforms } = record;
  const years = platforms.flatMap(({ first_release_date: date }) => (date ? [Number(date.slice(0, 4))] : []));
  if (!(Math.max(...years) - Math.min(...years) > MAX_YEARS_APART)) return [];
  const layers = (await reader.listLayers(game_id)).filter(createsGames);
  const all = layers.map((layer) => ({ key: layer.key, own: describe(parseLayer(layer), layer.source) }));
  const odd = all.filter(
    (one) => all.length > 1 && all.every((other) => other === one || contradict(one.own, other.own)),
  );
  return odd.map(({ key, own }) => ({
    text: `game ${game_id} ${title}: ${key} is of ${[...new Set(yearsOf(own))].toSorted().join(', ')}`,
    correction: { split: key },
  }));
}

function contradict(a: Evidence, b: Evidence): boolean {
  const [one, other] = [yearsOf(a), yearsOf(b)];
  if (one.length === 0 || other.length === 0 || !a.companies.isDisjointFrom(b.companies)) return false;
  return one.every((year) => other.every((also) => Math.abs(year - also) > MAX_YEARS_APART));
}

function yearsOf({ years }: Evidence): number[] {
  return [...years.values()].flat();
}
