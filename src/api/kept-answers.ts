import type { ByteCache } from '../catalog/render/byte-cache.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { keptBody } from './answer.ts';
import type { Answers } from './response.ts';

/** Answers of one snapshot by request: a repeated request needs no parsing and no rendering. */
export interface KeptAnswers {
  find(snapshot: Snapshot, request: string): Kept | undefined;
  /** Keeps expensive answers at once and others when they are made again, so that a crawler does not evict everything. */
  offer(snapshot: Snapshot, request: string, kept: Kept, isExpensive: boolean): void;
}

export interface Kept extends Answers {
  /** For the log. */
  route: string;
}

/** Both bound the set to a few megabytes. */
const MAX_SEEN_ONCE = 20_000;
const MAX_NAME_LENGTH = 500;

export function openKeptAnswers(answers: ByteCache<{ byteLength: number }>): KeptAnswers {
  const cache = answers as ByteCache<Kept & { byteLength: number }>;
  // Weak, so that an old snapshot can be freed before the next request.
  let current: WeakRef<Snapshot> | undefined;
  let seenOnce = new Set<string>();
  const follow = (snapshot: Snapshot) => {
    if (snapshot === current?.deref()) return;
    cache.clear();
    seenOnce = new Set();
    current = new WeakRef(snapshot);
  };
  return {
    find: (snapshot, request) => {
      follow(snapshot);
      return cache.get(request);
    },
    offer: (snapshot, request, kept, isExpensive) => {
      // A request that began with an older snapshot comes too late.
      if (snapshot !== current?.deref() || request.length > MAX_NAME_LENGTH) return;
      if (isExpensive || seenOnce.delete(request)) {
        const whole = kept.whole && { ...kept.whole, body: kept.whole.body && keptBody(kept.whole.body) };
        cache.set(request, { ...kept, whole, byteLength: sizeOf(kept) });
        return;
      }
      if (seenOnce.size >= MAX_SEEN_ONCE) seenOnce.clear();
      seenOnce.add(request);
    },
  };
}

function sizeOf({ whole, unmodified }: Kept): number {
  const headers = [...(whole?.headers ?? []), ...(unmodified?.headers ?? [])];
  // Twice, since the server keeps their lines, too.
  return (whole?.body?.length ?? 0) + 2 * headers.reduce((sum, text) => sum + text.length, 0);
}
