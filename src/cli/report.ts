import type { ImportReport } from '../layers/load.ts';
import { counted } from './counted.ts';

/** What happened to the games, on one line. */
export function reportLine({ source, added, changed, unchanged, removed, merged, waiting }: ImportReport): string {
  const more = [merged > 0 ? `, ${merged} merged` : '', waiting > 0 ? `, ${waiting} waiting for a game` : ''].join('');
  return `${source}: ${counted(added, 'game')} added, ${changed} changed, ${unchanged} unchanged, ${removed} removed${more}`;
}
