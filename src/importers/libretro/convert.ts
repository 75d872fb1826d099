import { basename } from 'node:path';
import { readTable } from '../../vocabulary/tables.ts';
import { convertDumps } from '../dumps/convert.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { parseNewGames } from '../new-games.ts';
import { compareText } from '../sorting.ts';
import { listSourceFiles, type SourceFile } from '../source-files.ts';
import { type BrokenCounter, makeBrokenCounter, makeUnknowns, type Unknowns } from '../unknowns.ts';
import { readDat } from './dat.ts';
import { toEntry } from './entry.ts';
import { groupGames } from './group-games.ts';
import { joinRoms, type Statement, toStatement } from './statement.ts';

const DAT_FILE = /\.dat(\.gz)?$/i;
const FILES = { pattern: DAT_FILE, name: 'files of libretro-database (that end in .dat)', deep: true };

export function convertLibretro(input: ConvertInput): Promise<ConvertReport> {
  const unknowns = makeUnknowns();
  const files = listSourceFiles(input.paths, FILES).map((file) => ({
    ...file,
    system: basename(file.path).replace(DAT_FILE, ''),
  }));
  return convertRomLists(input, {
    id: 'libretro',
    name: 'libretro',
    files,
    unknowns,
    skipsBareGames: true,
    read: async ({ path }, i, onStatement, onChunk, broken) => {
      const onBlock = (block: Parameters<typeof toStatement>[0]) => {
        broken.countGood();
        const statement = toStatement(block, i, unknowns);
        if (statement) onStatement(statement);
      };
      await readDat(path, onBlock, onChunk, broken.add);
      broken.check();
    },
  });
}

/** A file about the games of one system. */
export interface SystemFile extends SourceFile {
  /** As `libretro-platforms.tsv` names it. */
  system: string;
}

interface RomLists<F> {
  id: string;
  /** What spellings of titles are called after. */
  name: string;
  files: readonly F[];
  unknowns: Unknowns;
  skipsBareGames: boolean;
  read(
    file: F,
    index: number,
    onStatement: (statement: Statement) => void,
    onChunk: (chunk: Buffer) => void,
    broken: BrokenCounter,
  ): Promise<void>;
}

/** Converts lists of ROMs with the names of No-Intro and Redump. */
export function convertRomLists<F extends SystemFile>(input: ConvertInput, lists: RomLists<F>): Promise<ConvertReport> {
  const { id, name, unknowns, skipsBareGames } = lists;
  const createsOn = parseNewGames(input.flags);
  const platforms = groupByPlatform(lists.files, unknowns);
  return convertDumps(input, {
    id,
    files: platforms.flatMap(([, own]) => own),
    unknowns,
    skipsBareGames,
    read: async (onChunk, put) => {
      let roms = 0;
      // One platform at a time, so that only its ROMs are in memory.
      for (const [platform, own] of platforms) {
        const statements: Statement[] = [];
        for (const [i, file] of own.entries()) {
          const broken = makeBrokenCounter(file.path, unknowns, input.flags);
          await lists.read(file, i, (statement) => statements.push(statement), onChunk, broken);
        }
        const entries = joinRoms(statements).flatMap((rom) => toEntry(rom, platform, unknowns, name) ?? []);
        roms += entries.length;
        const games = groupGames(platform, entries, createsOn?.(platform) ?? false, id);
        for (const { key, entries: own, ...more } of games) await put(key, own, more);
      }
      return { roms };
    },
  });
}

export const platformBySystem = new Map(
  readTable('libretro-platforms.tsv').map(([system = '', platform = '']) => [system, platform]),
);

/** Groups files by platform. Skips files that are not about the games of one platform. */
function groupByPlatform<F extends SystemFile>(files: readonly F[], unknowns: Unknowns): [string, F[]][] {
  const groups = Map.groupBy(files, ({ system }) => {
    if (!platformBySystem.has(system)) unknowns.add('system', system);
    return platformBySystem.get(system) ?? '';
  });
  groups.delete('');
  return [...groups].toSorted(([a], [b]) => compareText(a, b));
}
