import { readTable } from './tables.ts';

/** What games of a group have in common: a series, something else about the games, or how they were published. */
export const GROUP_KINDS = ['series', 'theme', 'status'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

const kinds = new Map(readTable('group-kinds.tsv').map(([name = '', kind]) => [name, kind as GroupKind]));

/** A group that is not in `group-kinds.tsv` is a series: only few groups are not. */
export function groupKind(name: string): GroupKind {
  return kinds.get(name) ?? 'series';
}
