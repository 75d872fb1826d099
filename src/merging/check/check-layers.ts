import { hash } from 'node:crypto';
import { findPictureHashes } from '../../pictures/picture-paths.ts';
import { listPrefixes } from '../../store/dumps.ts';
import { bucketOf, toEntry, unpackBucket } from '../../store/hash-buckets.ts';
import type { Row } from '../../store/moved-tables.ts';
import { readRows } from '../../store/read-rows.ts';
import { layerHash } from '../load/layer-line.ts';
import { type CatalogCheck, isJson } from './catalog-check.ts';

const LAYER = ['key', 'layer_id', 'source', 'game_id', 'hash', 'line', 'marks', 'dumps'] as const;
type LayerRow = Record<(typeof LAYER)[number], Row[number]>;

/** Compares all layers with their hashes and with both indexes. Returns the games that they belong to. */
export async function checkLayers(check: CatalogCheck): Promise<{ layers: number; ownerIds: Set<number> }> {
  const { tables, problems, pictures } = check;
  const sources = new Set<string>();
  for await (const { source } of readRows(tables, 'catalog', 'sources', ['source'])) sources.add(String(source));
  const [marks, hashes] = [openTally(), openTally()];
  const ownerIds = new Set<number>();
  let layers = 0;
  for await (const layer of readRows(tables, 'catalog', 'layers', LAYER)) {
    check.step();
    layers++;
    if (layer.game_id !== null) ownerIds.add(Number(layer.game_id));
    if (!sources.has(String(layer.source)))
      problems.add('layers of unknown sources', `${layer.key} of ${layer.source}`);
    if (layerHash(String(layer.line), layer.dumps as Uint8Array | null) !== layer.hash)
      problems.add('layers that differ from their hash', String(layer.key));
    for (const sha256 of findPictureHashes(String(layer.line))) pictures.add(sha256);
    if (!tallyLayer(layer, marks, hashes)) problems.add('layers that cannot be read', String(layer.key));
  }
  await compareIndexes(check, marks, hashes);
  return { layers, ownerIds };
}

/** Counts what the indexes must have of a layer. False if the layer is damaged. */
function tallyLayer({ layer_id, line, marks, dumps }: LayerRow, toMarks: Tally, toHashes: Tally): boolean {
  if (!isJson(String(line)) || !isJson(String(marks))) return false;
  const list = JSON.parse(String(marks)) as string[];
  for (const mark of new Set(list)) toMarks.add(`${layer_id} ${mark}`);
  for (const prefix of listPrefixes(dumps as Uint8Array | null, list))
    toHashes.add(`${bucketOf(prefix)} ${toEntry(prefix, Number(layer_id))}`);
  return true;
}

async function compareIndexes({ tables, problems }: CatalogCheck, marks: Tally, hashes: Tally): Promise<void> {
  const [storedMarks, storedHashes] = [openTally(), openTally()];
  for await (const { mark, layer_id } of readRows(tables, 'catalog', 'marks', ['mark', 'layer_id']))
    storedMarks.add(`${layer_id} ${mark}`);
  for await (const { bucket, entries } of readRows(tables, 'catalog', 'hash_buckets', ['bucket', 'entries']))
    for (const entry of unpackBucket(entries as Uint8Array)) storedHashes.add(`${bucket} ${entry}`);
  for (const [name, wanted, stored] of [
    ['marks', marks, storedMarks],
    ['file hashes', hashes, storedHashes],
  ] as const)
    if (wanted.read() !== stored.read())
      problems.add('indexes of layers that differ from the layers', `${name}: ${stored.read()}, not ${wanted.read()}`);
}

interface Tally {
  add(text: string): void;
  /** The number of texts and a checksum that does not depend on their order. */
  read(): string;
}

const CHECKSUM_BITS = 48;

/** Compares millions of texts without keeping them. */
function openTally(): Tally {
  let [count, sum] = [0, 0];
  return {
    add: (text) => {
      count++;
      sum = (sum + hash('sha1', text, 'buffer').readUIntBE(0, CHECKSUM_BITS / 8)) % 2 ** CHECKSUM_BITS;
    },
    read: () => `${count} (${sum.toString(16)})`,
  };
}
