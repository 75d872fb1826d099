/**
 * The index of hashes: the first four digits of a hash are its bucket, and the bucket has the next four digits and the number of
 * the layer, in six bytes. A row for each hash would need three times the space, ten times in PostgreSQL. Two hashes with the same
 * eight digits are told apart by the dumps of their layers.
 */
const ENTRY_BYTES = 6;
const LAYERS = 2 ** 32;

export function bucketOf(prefix: string): string {
  return prefix.slice(0, 4);
}

export function toEntry(prefix: string, layerId: number): number {
  return Number.parseInt(prefix.slice(4, 8), 16) * LAYERS + layerId;
}

export function unpackBucket(packed: Uint8Array | undefined): Set<number> {
  if (!packed) return new Set();
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const entries = new Set<number>();
  for (let at = 0; at < bytes.length; at += ENTRY_BYTES) entries.add(bytes.readUIntBE(at, ENTRY_BYTES));
  return entries;
}

/** Sorted, so that equal indexes are equal bytes. */
export function packBucket(entries: ReadonlySet<number>): Buffer {
  const bytes = Buffer.alloc(entries.size * ENTRY_BYTES);
  let at = 0;
  for (const entry of [...entries].sort((a, b) => a - b)) at = bytes.writeUIntBE(entry, at, ENTRY_BYTES);
  return bytes;
}

/** The layers that have a hash with these first digits, in the order of their numbers, at most `limit`. */
export function listLayers(packed: Uint8Array | undefined, prefix: string, limit: number): number[] {
  const first = toEntry(prefix, 0);
  const found = unpackBucket(packed)
    .values()
    .filter((entry) => entry >= first && entry < first + LAYERS);
  return found
    .take(limit)
    .map((entry) => entry - first)
    .toArray();
}
