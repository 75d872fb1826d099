import type { Postings } from './merge-snapshots.ts';
import { sharedLike, sharedUint32 } from './shared-arrays.ts';
import { lowerBound } from './sorted-lists.ts';

/** Builds posting lists from ids and their games. The positions must ascend. */
export function buildPostings<Ids extends Uint32Array | Float64Array>(entries: {
  ids: Ids;
  positions: Uint32Array;
}): Postings<Ids> {
  const ids = distinct(entries.ids);
  const places = Uint32Array.from(entries.ids, (id) => lowerBound(ids, id));
  const offsets = sharedUint32(ids.length + 1);
  for (const place of places) offsets[place + 1] = (offsets[place + 1] as number) + 1;
  for (let i = 0; i < ids.length; i++) offsets[i + 1] = (offsets[i + 1] as number) + (offsets[i] as number);
  const next = Uint32Array.from(offsets);
  const positions = sharedUint32(places.length);
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number;
    positions[next[place] as number] = entries.positions[i] as number;
    next[place] = (next[place] as number) + 1;
  }
  return { ids, offsets, positions };
}

/** The different ids, ascending. */
function distinct<Ids extends Uint32Array | Float64Array>(all: Ids): Ids {
  const sorted = all.slice().sort();
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i] as number;
  }
  return sharedLike(all, sorted.subarray(0, count));
}
