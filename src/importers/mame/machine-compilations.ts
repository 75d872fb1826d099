import { titleKey } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import type { MameEntry } from './entry.ts';
import type { EntryHead, SortedEntries } from './entry-file.ts';

const ARCADE = /^mame:arcade\//;
const OF_SEVERAL = /\b(?:anniversary|edition|collection|reunion|duo)\b/i;

/**
 * The entries with whole titles of machines that contain several games. The list separates the names of a game by a slash,
 * and so it does games: `Centipede / Millipede / Missile Command` has the titles of three other machines.
 */
export function withWholeTitles(entries: SortedEntries): SortedEntries {
  const compilations = findCompilations(entries);
  return {
    ...entries,
    read: (i) => ({ ...entries.read(i), ...compilations.get(i) }),
    readHead: (i) => {
      const { title, titleKey: key } = compilations.get(i) ?? {};
      return { ...entries.readHead(i), ...(title && key && { title, titleKey: key }) };
    },
  };
}

type Whole = Pick<MameEntry, 'title' | 'titleKey' | 'others' | 'kind'>;

function findCompilations(entries: SortedEntries): Map<number, Whole> {
  const [machines, roots] = [[] as number[], new Map<string, Set<string>>()];
  for (let i = 0; i < entries.size; i++) {
    const head = entries.readHead(i);
    if (!ARCADE.test(head.key)) continue;
    machines.push(i);
    getOrInsert(roots, head.titleKey, () => new Set()).add(rootOf(head));
  }
  const found = new Map<number, Whole>();
  for (const i of machines) {
    const entry = entries.read(i);
    const parts = [entry.title, ...entry.others.map((other) => other.title)];
    if (parts.length < 2 || !isCompilation(parts, rootOf(entry), roots)) continue;
    const title = parts.join(' / ');
    found.set(i, { title, titleKey: titleKey(title), others: [], kind: 'compilation' });
  }
  return found;
}

function rootOf({ key, parent }: Pick<EntryHead, 'key' | 'parent'>): string {
  return parent ?? key;
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
