import { basename } from 'node:path';
import { readTable } from '../../vocabulary/tables.ts';
import type { SourceFile } from '../source-files.ts';
import type { Unknowns } from '../unknowns.ts';

const platforms = new Map(
  readTable('libretro-platforms.tsv').map(([system = '', platform = '']) => [system, platform]),
);

export const DAT_FILE = /\.dat(\.gz)?$/i;

/** The files about each platform, by their names. What holds no games of a platform is left out. */
export function groupByPlatform(
  files: readonly SourceFile[],
  unknowns: Unknowns,
): [platform: string, files: SourceFile[]][] {
  const groups = Map.groupBy(files, ({ path }) => {
    const system = basename(path).replace(DAT_FILE, '');
    if (!platforms.has(system)) unknowns.add('system', system);
    return platforms.get(system) ?? '';
  });
  groups.delete('');
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
