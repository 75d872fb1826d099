import type { DumpLine } from '../../bundle/lines.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { compareText } from '../sorting.ts';
import type { Entry } from './entry.ts';

/** A release and the entries that it was made from. */
interface EntryRelease {
  entries: ReadonlySet<Entry>;
}

/**
 * The files of entries on one platform, each once. A file that only entries of one release have belongs to that release. Others
 * are shared by several releases, or only in entries that are no release.
 */
export function placeDumps<R extends EntryRelease>(entries: readonly Entry[], releases: readonly R[]) {
  const found = new Map<string, { dump: DumpLine; places: Set<R | undefined> }>();
  for (const entry of entries) {
    const own = releases.filter((release) => release.entries.has(entry));
    for (const dump of entry.dumps ?? []) {
      const { places } = getOrInsert(found, nameOf(dump), () => ({ dump, places: new Set() }));
      for (const release of own.length > 0 ? own : [undefined]) places.add(release);
    }
  }
  const sorted = [...found.values()].toSorted((a, b) => compareText(sortText(a.dump), sortText(b.dump)));
  const placed = Map.groupBy(sorted, ({ places }) => (places.size === 1 ? [...places][0] : undefined));
  const others = placed.get(undefined)?.map(({ dump }) => dump) ?? [];
  placed.delete(undefined);
  const inRelease = new Map(Array.from(placed, ([release, list]) => [release as R, list.map(({ dump }) => dump)]));
  return { inRelease, others };
}

/** What tells files apart: the strongest hash. */
function nameOf({ sha1, md5, crc, size }: DumpLine): string {
  return sha1 ?? md5 ?? `${crc} ${size}`;
}

function sortText(dump: DumpLine): string {
  return `${dump.name ?? ''}\n${nameOf(dump)}`;
}
