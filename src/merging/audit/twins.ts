import type { GameRecord } from '../../catalog/model/record.ts';
import { plainTitle } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { compare } from '../../matching/compare.ts';
import { formatReason } from '../../matching/explain.ts';
import type { CatalogReader } from '../../store/catalog-store.ts';
import { describeLayers } from '../match/find-game.ts';
import type { Finding } from './finding.ts';

/** Prototypes, hacks and the like may have the title of another game. */
const KIND = 'Kind';

interface TwinCheck {
  add(record: GameRecord): void;
  list(reader: CatalogReader): Promise<Finding[]>;
}

/** Finds ordinary games with the same title on one platform in one year, and says why the matcher keeps them apart. */
export function makeTwinCheck(): TwinCheck {
  const places = new Map<string, number[]>();
  return {
    add: (record) => {
      for (const place of listPlaces(record)) getOrInsert(places, place, () => []).push(record.game_id);
    },
    list: async (reader) => {
      const pairs = new Map<string, [place: string, ids: number[]]>();
      for (const [place, ids] of places) if (ids.length > 1) getOrInsert(pairs, ids.join(' '), () => [place, ids]);
      const findings: Finding[] = [];
      for (const [place, ids] of pairs.values()) findings.push(await toFinding(reader, place, ids));
      return findings;
    },
  };
}

function listPlaces({ title, platforms }: GameRecord): string[] {
  if (platforms.some(({ attributes }) => attributes.some((one) => one.attribute_category_name === KIND))) return [];
  const plain = plainTitle(title);
  return platforms.flatMap(({ platform_name, first_release_date }) =>
    first_release_date === null ? [] : [`${platform_name}, ${first_release_date.slice(0, 4)}, ${plain}`],
  );
}

async function toFinding(reader: CatalogReader, place: string, merge: number[]): Promise<Finding> {
  const [first, second] = merge as [number, number];
  const { reasons } = compare(await describeGame(reader, first), await describeGame(reader, second));
  return {
    text: `games ${merge.join(' and ')} (${place}); apart by ${reasons.map(formatReason).join(', ') || 'nothing in common'}`,
    correction: { merge },
  };
}

async function describeGame(reader: CatalogReader, gameId: number) {
  return describeLayers(await reader.listLayers(gameId), new Set());
}
