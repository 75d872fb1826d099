import { titleKey } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import type { EntryFile, EntryHead } from './entry-file.ts';

const ARCADE = /^mame:arcade\//;
const OF_SEVERAL = /\b(?:anniversary|edition|collection|reunion|duo)\b/i;

/**
 * Gives machines that contain several games their whole titles. The list separates the names of a game by a slash, and so it
 * does games: `Centipede / Millipede / Missile Command` has the titles of three other machines.
 */
export function nameCompilations({ heads, read, replace }: EntryFile): void {
  const rootOf = ({ parent, key }: EntryHead) => parent ?? key;
  const machines = [...heads.entries()].filter(([, { key }]) => ARCADE.test(key));
  const roots = new Map<string, Set<string>>();
  for (const [, head] of machines) getOrInsert(roots, head.titleKey, () => new Set()).add(rootOf(head));
  for (const [i, head] of machines) {
    const entry = read(i);
    const parts = [entry.title, ...entry.others.map((other) => other.title)];
    const title = parts.join(' / ');
    if (parts.length > 1 && isCompilation(parts, rootOf(head), roots))
      replace(i, { ...entry, title, titleKey: titleKey(title), others: [], kind: 'compilation' });
  }
}

/** Two names of one game are both titles of one other machine and its clones. */
function isCompilation(
  parts: readonly string[],
  own: string,
  roots: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const others = parts
    .map((part) => (roots.get(titleKey(part)) ?? new Set<string>()).difference(new Set([own])))
    .filter((machines) => machines.size > 0);
  if (others.length > 0 && OF_SEVERAL.test(parts.at(-1) ?? '')) return true;
  return others.some((one) => others.some((other) => one.isDisjointFrom(other)));
}
