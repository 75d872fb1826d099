import { getOrInsert } from '../../get-or-insert.ts';
import type { CatalogPort } from '../catalog-port.ts';
import { bucketOf, packBucket, toEntry, unpackBucket } from '../hash-buckets.ts';

/** Some 20 MB. Every flush writes most of the 65,536 buckets. */
const MAX_PENDING = 250_000;

export interface HashIndex {
  /** Replaces the hashes of a layer, given by their first eight digits. */
  replace(layerId: number, before: ReadonlySet<string>, after: ReadonlySet<string>): Promise<void>;
  flush(): Promise<void>;
}

/** Collects the changes of an import, so that each bucket is written a few times instead of once for each hash. */
export function openHashIndex(port: CatalogPort): HashIndex {
  const find = port.prepareFind('hashBuckets', ['entries']);
  /** By bucket: the entries that were added (true) and removed (false). */
  const pending = new Map<string, Map<number, boolean>>();
  let count = 0;
  const change = (prefix: string, layerId: number, isAdded: boolean) => {
    const bucket = getOrInsert(pending, bucketOf(prefix), () => new Map<number, boolean>());
    bucket.set(toEntry(prefix, layerId), isAdded);
    count++;
  };
  const flush = async () => {
    for (const bucket of [...pending.keys()].sort()) {
      const entries = unpackBucket((await find(bucket))?.entries);
      for (const [entry, isAdded] of pending.get(bucket) ?? []) {
        if (isAdded) entries.add(entry);
        else entries.delete(entry);
      }
      if (entries.size > 0) await port.upsert('hashBuckets', { bucket, entries: packBucket(entries) });
      else await port.delete('hashBuckets', { bucket });
    }
    pending.clear();
    count = 0;
  };
  return {
    replace: async (layerId, before, after) => {
      for (const prefix of before.difference(after)) change(prefix, layerId, false);
      for (const prefix of after.difference(before)) change(prefix, layerId, true);
      if (count >= MAX_PENDING) await flush();
    },
    flush,
  };
}
