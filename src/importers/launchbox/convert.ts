import { readTable } from '../../vocabulary/tables.ts';
import { BrokenEntry, makeBrokenCounter } from '../broken-entries.ts';
import { convertDumps } from '../dumps/convert.ts';
import { type GroupedRows, openGroupedRows } from '../grouped-rows.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { listSourceFiles } from '../source-files.ts';
import { makeUnknowns } from '../unknowns.ts';
import { readXml, type XmlEntry } from '../xml.ts';
import { type Fields, toEntry, toFields } from './entry.ts';

const FILES = { pattern: /^Metadata\.(zip|xml|xml\.gz)$/i, name: 'Metadata.zip or Metadata.xml of LaunchBox' };

/** Converts the metadata of the LaunchBox Games Database into a bundle that enriches the games of other sources. */
export function convertLaunchBox(input: ConvertInput): Promise<ConvertReport> {
  const unknowns = makeUnknowns();
  const files = listSourceFiles(input.paths, FILES);
  return convertDumps(input, {
    id: 'launchbox',
    files,
    unknowns,
    // There is one file, and it has everything.
    complete: true,
    read: async (onChunk, put) => {
      using grouped = openGroupedRows<Fields>();
      let entries = 0;
      for (const { path } of files) {
        const onEntry = (record: XmlEntry) => collect(record, grouped);
        await readXml(path, { ...METADATA, onEntry }, onChunk, makeBrokenCounter(path, unknowns, input.flags));
      }
      for (const { group, rows } of grouped.read()) {
        const game = rows.find(({ Name }) => Name !== undefined);
        if (!game) continue;
        entries++;
        const platform = platforms.get(game.Platform ?? '');
        if (platform === undefined) unknowns.add('platform', game.Platform ?? '');
        if (!platform) continue;
        const names = rows.filter(({ AlternateName }) => AlternateName !== undefined);
        await put(`launchbox:${group}`, [toEntry(game, names, platform, unknowns)], { ids: { launchbox: [group] } });
      }
      return { entries };
    },
  });
}

/** By name; empty for what is no platform. */
const platforms = new Map(readTable('launchbox-platforms.tsv').map(([name = '', key = '']) => [name, key]));

/** Files list games first, then what belongs to them, and platforms and emulators, which are skipped. */
const METADATA = {
  roots: ['LaunchBox'],
  entries: ['Game', 'GameAlternateName'],
  zipEntry: /^Metadata\.xml$/i,
};

/** Groups games and their other names by their id. */
function collect(record: XmlEntry, grouped: GroupedRows<Fields>): void {
  const fields = toFields(record);
  const problem = findProblem(fields);
  if (problem) throw new BrokenEntry(problem, record.line);
  grouped.add(fields.DatabaseID as string, fields);
}

function findProblem({ DatabaseID = '', Name = '', Platform, AlternateName }: Fields): string | undefined {
  if (!/^\d{1,12}$/.test(DatabaseID)) return `an entry without a DatabaseID (${Name || AlternateName || 'no name'})`;
  if (AlternateName !== undefined) return undefined;
  if (Name.trim() === '') return `the game ${DatabaseID} has no Name`;
  return Platform === undefined ? `the game ${DatabaseID} has no Platform` : undefined;
}
