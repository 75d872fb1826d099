import type { ImportReport } from '../layers/load.ts';

/** What happened to the games, on one line. */
export function reportLine({ source, added, changed, unchanged, removed, merged, waiting }: ImportReport): string {
  const more = [merged > 0 ? `, ${merged} merged` : '', waiting > 0 ? `, ${waiting} waiting for a game` : ''].join('');
  return `${source}: ${countGames(added)} added, ${changed} changed, ${unchanged} unchanged, ${removed} removed${more}`;
}

function countGames(count: number): string {
  return count === 1 ? '1 game' : `${count} games`;
}
