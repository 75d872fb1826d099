import {
  type Dump,
  type FileHashes,
  type FoundDump,
  HASH_KINDS,
  type HashKind,
  hasMark,
  indexedHash,
  type PlacedDump,
  parseDumps,
} from '../dumps.ts';
import type { Sql } from '../sql.ts';

/** A chip that is empty or common to many machines is in hundreds of layers; a few are enough to tell. */
const MAX_LAYERS = 8;

/** The methods of a store that look up dumps. */
export function dumpLookups(sql: Sql) {
  return {
    /** For each file, its dumps in the layers of games: none, one, or several in layers of the same or of other games. */
    findDumps: (files: readonly FileHashes[]) => findDumps(sql, files),
    /** The games that have a file with any of these hashes, the oldest layer first. */
    findGamesByHash: async (file: FileHashes) => {
      const [found = []] = await findDumps(sql, [file]);
      return [...new Set(found.map(({ gameId }) => gameId))];
    },
    /** For each game, the dumps in all its layers at the newest revision. Several sources may list the same file. */
    listDumps: async (gameIds: readonly number[]) => {
      const text = `SELECT game_id, ${sql.text('dumps')} FROM layers
        WHERE ${sql.isIn('game_id', 'bigint')} AND dumps IS NOT NULL ORDER BY layer_id`;
      const rows = Map.groupBy(await sql.query<[number, string]>(text, [gameIds]), ([gameId]) => gameId);
      return gameIds.map((gameId) => (rows.get(gameId) ?? []).flatMap(([, dumps]) => parseDumps(dumps)));
    },
    /** The lines of these layers, to which the places of dumps refer. */
    readLayers: async (layerIds: readonly number[]) => {
      const text = `SELECT layer_id, ${sql.text('line')} AS line FROM layers WHERE ${sql.isIn('layer_id', 'bigint')}`;
      return sql.select<{ layerId: number; line: string }>(text, [layerIds]);
    },
  };
}

/** For each file, its dumps in all layers of games. The strongest hash decides; no other given value may contradict. */
async function findDumps(sql: Sql, files: readonly FileHashes[]): Promise<FoundDump[][]> {
  const wanted = new Set(files.flatMap(listHashes).map(({ hash }) => indexedHash(hash)));
  if (wanted.size === 0) return files.map(() => []);
  const layersOf = await readHashes(sql, [...wanted]);
  const layers = await readLayers(sql, [...new Set([...layersOf.values()].flat())]);
  return files.map((file) => {
    for (const { kind, hash } of listHashes(file)) {
      const own = (layersOf.get(indexedHash(hash)) ?? []).flatMap((layerId) => layers.get(layerId) ?? []);
      const found = own.flatMap((layer) => findInLayer(layer, file, kind, hash));
      if (found.length > 0) return preferKnownSize(found, file, kind);
    }
    return [];
  });
}

function listHashes(file: FileHashes): { kind: HashKind; hash: string }[] {
  return HASH_KINDS.flatMap((kind) => (file[kind] === undefined ? [] : [{ kind, hash: file[kind] }]));
}

/** The first layers of games with each of these hashes. */
async function readHashes(sql: Sql, hashes: readonly number[]): Promise<Map<number, number[]>> {
  const text = `SELECT hashes.hash, layer_id FROM hashes JOIN layers USING (layer_id)
    WHERE ${sql.isIn('hashes.hash', 'bigint')} AND game_id IS NOT NULL ORDER BY hashes.hash, layer_id`;
  const rows = Map.groupBy(await sql.query<[number, number]>(text, [hashes]), ([hash]) => hash);
  return new Map(Array.from(rows, ([hash, own]) => [hash, own.slice(0, MAX_LAYERS).map(([, layerId]) => layerId)]));
}

interface FoundLayer {
  layerId: number;
  gameId: number;
  dumps: PlacedDump[];
  /** JSON. Only of a layer without dumps. */
  marks: string | null;
}

async function readLayers(sql: Sql, layerIds: readonly number[]): Promise<Map<number, FoundLayer>> {
  const text = `SELECT layer_id, game_id, ${sql.text('dumps')}, CASE WHEN dumps IS NULL THEN marks END
    FROM layers WHERE ${sql.isIn('layer_id', 'bigint')}`;
  const rows = await sql.query<[number, number, string | null, string | null]>(text, [layerIds]);
  return new Map(
    rows.map(([layerId, gameId, dumps, marks]) => [layerId, { layerId, gameId, dumps: parseDumps(dumps), marks }]),
  );
}

/** Several releases and platforms of a game may have the same file. */
function findInLayer(layer: FoundLayer, file: FileHashes, by: HashKind, hash: string): FoundDump[] {
  const { layerId, gameId, dumps, marks } = layer;
  const found = dumps.filter((dump) => dump[by] === hash && isPossible(dump, file));
  const stated = marks !== null && hasMark(marks, by, hash) ? [{ [by]: hash }] : found;
  return stated.map((dump) => ({ gameId, layerId, by, dump }));
}

function isPossible(dump: Dump, file: FileHashes): boolean {
  return ([...HASH_KINDS, 'size'] as const).every(
    (field) => dump[field] === undefined || file[field] === undefined || dump[field] === file[field],
  );
}

/** A CRC-32 is too short to tell files apart: a dump of the same size is preferred to one whose size is unknown. */
function preferKnownSize(found: FoundDump[], { size }: FileHashes, by: HashKind): FoundDump[] {
  const sized = by === 'crc' && size !== undefined ? found.filter(({ dump }) => dump.size === size) : [];
  return sized.length > 0 ? sized : found;
}
