import {
  type Dump,
  type FileHashes,
  HASH_KINDS,
  type HashKind,
  hasMark,
  openCursor,
  type PlacedDump,
  prefixOf,
  unpackDumps,
} from './dumps.ts';
import { bucketOf, listLayers } from './hash-buckets.ts';

/** A file of a game, found by a hash. */
export interface FoundDump {
  gameId: number;
  layerId: number;
  /** The strongest hash that the dump was found by. */
  by: HashKind;
  /** Only a dump has a place; a layer may also state hashes without saying of which file. */
  dump: Dump & Partial<PlacedDump>;
}

/** What an engine reads. */
export interface DumpReads {
  readBuckets(buckets: readonly string[]): Promise<{ bucket: string; entries: Uint8Array }[]>;
  /** Those of these layers that belong to a game. `marks` is JSON. */
  readDumps(layerIds: readonly number[]): Promise<DumpRow[]>;
  readLayers(layerIds: readonly number[]): Promise<{ layerId: number; line: string }[]>;
  /** The packed dumps of the layers of a game, the oldest layer first. */
  readGameDumps(gameId: number): Promise<{ dumps: Uint8Array }[]>;
}

export interface DumpRow {
  layerId: number;
  gameId: number;
  dumps: Uint8Array | null;
  /** Only of a layer without dumps. */
  marks: string | null;
}

/** A chip that is empty or common to many machines is in hundreds of layers; a few are enough to tell. */
const MAX_LAYERS = 8;

/** The methods of a store that look up dumps. */
export function dumpLookups(reads: DumpReads) {
  return {
    readLayers: reads.readLayers,
    findDumps: (files: readonly FileHashes[]) => findDumps(reads, files),
    findGamesByHash: async (file: FileHashes) => {
      const [found = []] = await findDumps(reads, [file]);
      return [...new Set(found.map(({ gameId }) => gameId))];
    },
    listDumps: async (gameId: number) => {
      const layers = await reads.readGameDumps(gameId);
      return layers.flatMap(({ dumps }) => Array.from(unpackDumps(dumps)));
    },
  };
}

/** For each file, its dumps in all layers of games. The strongest hash decides; no other given value may contradict. */
async function findDumps(reads: DumpReads, files: readonly FileHashes[]): Promise<FoundDump[][]> {
  const prefixes = new Set(files.flatMap(listHashes).map(({ hash }) => prefixOf(hash)));
  if (prefixes.size === 0) return files.map(() => []);
  const rows = await reads.readBuckets([...new Set([...prefixes].map(bucketOf))]);
  const buckets = new Map(rows.map(({ bucket, entries }) => [bucket, entries]));
  const layersOf = new Map(
    Array.from(prefixes, (prefix) => [prefix, listLayers(buckets.get(bucketOf(prefix)), prefix, MAX_LAYERS)]),
  );
  const wanted = [...new Set([...layersOf.values()].flat())];
  const layers = new Map((await reads.readDumps(wanted)).map((layer) => [layer.layerId, layer]));
  return files.map((file) => {
    for (const { kind, hash } of listHashes(file)) {
      const own = (layersOf.get(prefixOf(hash)) ?? []).flatMap((layerId) => layers.get(layerId) ?? []);
      const found = own.flatMap((layer) => findInLayer(layer, file, kind, hash));
      if (found.length > 0) return preferKnownSize(found, file, kind);
    }
    return [];
  });
}

/** A CRC-32 is too short to tell files apart: a dump of the same size is preferred to one whose size is unknown. */
function preferKnownSize(found: FoundDump[], { size }: FileHashes, by: HashKind): FoundDump[] {
  const sized = by === 'crc' && size !== undefined ? found.filter(({ dump }) => dump.size === size) : [];
  return sized.length > 0 ? sized : found;
}

function listHashes(file: FileHashes): { kind: HashKind; hash: string }[] {
  return HASH_KINDS.flatMap((kind) => (file[kind] === undefined ? [] : [{ kind, hash: file[kind] }]));
}

function findInLayer(layer: DumpRow, file: FileHashes, by: HashKind, hash: string): FoundDump[] {
  const { layerId, gameId, dumps, marks } = layer;
  if (dumps) return listMatching(dumps, file, by, hash).map((dump) => ({ gameId, layerId, by, dump }));
  return marks !== null && hasMark(marks, by, hash) ? [{ gameId, layerId, by, dump: { [by]: hash } }] : [];
}

/** The dumps with this hash: several releases and platforms of a game may have the same file. */
function listMatching(packed: Uint8Array, file: FileHashes, by: HashKind, hash: string): PlacedDump[] {
  const bytes = Buffer.from(hash, 'hex');
  const cursor = openCursor(packed);
  const found: PlacedDump[] = [];
  let isMore = cursor.mayHave(bytes);
  while (isMore && cursor.next()) {
    if (!cursor.has(by, bytes)) continue;
    const dump = cursor.read();
    if (isPossible(dump, file)) found.push(dump);
    isMore = cursor.mayHave(bytes);
  }
  return found;
}

function isPossible(dump: Dump, file: FileHashes): boolean {
  return ([...HASH_KINDS, 'size'] as const).every(
    (field) => dump[field] === undefined || file[field] === undefined || dump[field] === file[field],
  );
}
