import type { GameLine } from '../../bundle/lines.ts';

/** A comparison of an import with what its source had before, in numbers. */
export interface Tally {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

export function makeTally(): Tally {
  return { added: 0, changed: 0, unchanged: 0, removed: 0 };
}

/** Compares the releases of a line with those before. An added and a removed release count as one changed release. */
export function countReleases(tally: Tally, after: GameLine | undefined, before: GameLine | undefined): void {
  const [now, then] = [listReleases(after), listReleases(before)];
  const left = new Map<string, number>();
  for (const release of then) left.set(release, (left.get(release) ?? 0) + 1);
  let fresh = 0;
  for (const release of now) {
    const same = left.get(release) ?? 0;
    if (same > 0) left.set(release, same - 1);
    else fresh++;
  }
  const kept = now.length - fresh;
  const gone = then.length - kept;
  const changed = Math.min(fresh, gone);
  tally.unchanged += kept;
  tally.changed += changed;
  tally.added += fresh - changed;
  tally.removed += gone - changed;
}

function listReleases(line: GameLine | undefined): string[] {
  const platforms = line?.platforms ?? [];
  return platforms.flatMap(({ platform, releases = [] }) => releases.map((one) => platform + JSON.stringify(one)));
}
