import { basename } from 'node:path';
import { readTable } from '../../vocabulary/tables.ts';
import { makeBrokenCounter } from '../broken-entries.ts';
import { convertDumps } from '../dumps/convert.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { parseNewGames } from '../new-games.ts';
import { compareText } from '../sorting.ts';
import { listSourceFiles, type SourceFile } from '../source-files.ts';
import { makeUnknowns, type Unknowns } from '../unknowns.ts';
import { type Block, readDat } from './dat.ts';
import { type LibretroEntry, toEntry } from './entry.ts';
import { groupGames } from './group-games.ts';
import { joinRoms } from './roms.ts';
import { type Statement, toStatement } from './statement.ts';

const DAT_FILE = /\.dat(\.gz)?$/i;
const FILES = { pattern: DAT_FILE, name: 'files of libretro-database (that end in .dat)', deep: true };

export function convertLibretro(input: ConvertInput): Promise<ConvertReport> {
  const unknowns = makeUnknowns();
  const createsOn = parseNewGames(input);
  const platforms = groupByPlatform(listSourceFiles(input.paths, FILES), unknowns);
  return convertDumps(input, {
    id: 'libretro',
    files: platforms.flatMap(([, own]) => own),
    unknowns,
    skipsBareGames: true,
    read: async (onChunk, put) => {
      let roms = 0;
      // One platform at a time, so that only its ROMs are in memory.
      for (const [platform, own] of platforms) {
        const entries = await readEntries(platform, own, onChunk, unknowns, input.flags);
        roms += entries.length;
        const games = groupGames(platform, entries, createsOn?.(platform));
        for (const { key, entries: own, ...more } of games) await put(key, own, more);
      }
      return { roms };
    },
  });
}

async function readEntries(
  platform: string,
  files: readonly SourceFile[],
  onChunk: (chunk: Buffer) => void,
  unknowns: Unknowns,
  flags: ConvertInput['flags'],
): Promise<LibretroEntry[]> {
  const statements: Statement[] = [];
  for (const [file, { path }] of files.entries()) {
    const broken = makeBrokenCounter(path, unknowns, flags);
    const add = (block: Block) => {
      broken.countGood();
      const statement = toStatement(block, file, unknowns);
      if (statement) statements.push(statement);
    };
    await readDat(path, add, onChunk, broken.add);
    broken.check();
  }
  return joinRoms(statements).flatMap((rom) => toEntry(rom, platform, unknowns) ?? []);
}

const platformBySystem = new Map(
  readTable('libretro-platforms.tsv').map(([system = '', platform = '']) => [system, platform]),
);

/** Groups files by platform, which the file name says. Skips files that are not about the games of one platform. */
function groupByPlatform(files: readonly SourceFile[], unknowns: Unknowns): [platform: string, files: SourceFile[]][] {
  const groups = Map.groupBy(files, ({ path }) => {
    const system = basename(path).replace(DAT_FILE, '');
    if (!platformBySystem.has(system)) unknowns.add('system', system);
    return platformBySystem.get(system) ?? '';
  });
  groups.delete('');
  return [...groups].toSorted(([a], [b]) => compareText(a, b));
}
