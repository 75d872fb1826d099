import type { ImportCounts } from '../../merging/load/load-options.ts';
import { formatCount } from './command.ts';

/** Summary of an import in one line. */
export function reportLine(counts: ImportCounts): string {
  const { source, added, changed, unchanged, removed, merged } = counts;
  const more = merged > 0 ? `, ${merged} merged` : '';
  return `${source}: ${formatCount(added, 'game')} added, ${changed} changed, ${unchanged} unchanged, ${removed} removed${more}`;
}
