import { basename } from 'node:path';
import { describeSource } from '../../vocabulary/sources.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { nameAttributes } from '../dumps/attribute.ts';
import { type Filled, hasFacts, openFilled } from '../dumps/filled.ts';
import { listHashes } from '../dumps/hashes.ts';
import { toRichLine } from '../dumps/rich-game.ts';
import { type GameBundle, openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { isComplete, listSourceFiles, type SourceFile, watchFiles } from '../source-files.ts';
import { openUnknowns, type Unknowns } from '../unknowns.ts';
import { type Block, readDat } from './dat.ts';
import { type RomEntry, toEntry } from './entry.ts';
import { joinRoms } from './roms.ts';
import { type Statement, toStatement } from './statement.ts';

const DAT_FILE = /\.dat(\.gz)?$/i;
const FILES = { pattern: DAT_FILE, name: 'files of libretro-database (that end in .dat)', deep: true };
const LONGEST_SLUG = 300;

/** Turns the DAT files of libretro-database into a bundle that enriches the games of other sources. */
export async function convertLibretro({ paths, flags, folder, onProgress }: ConvertInput): Promise<ConvertReport> {
  const unknowns = openUnknowns();
  const platforms = groupByPlatform(listSourceFiles(paths, FILES), unknowns);
  const files = platforms.flatMap(([, own]) => own);
  const watch = watchFiles(files, onProgress);
  const bundle = openGameBundle(folder);
  const filled = openFilled();
  const newGames = flags['new-games'] !== undefined;
  let roms = 0;
  try {
    // One platform after the other: what is known of its roms is all that has to be in memory.
    for (const [platform, own] of platforms) {
      const entries = await readEntries(platform, own, watch.onChunk, unknowns);
      roms += entries.length;
      await putGames(platform, entries, { bundle, filled, newGames });
    }
    const source = describeSource('libretro', watch.version(`${files.length} files`));
    nameAttributes(bundle);
    const counts = await bundle.finish({ complete: isComplete(paths), sources: [source] });
    return {
      counts: { files: files.length, roms, ...counts, ...filled.counts() },
      unknown: unknowns.list(),
    };
  } finally {
    await bundle.close();
  }
}

async function readEntries(
  platform: string,
  files: readonly SourceFile[],
  onChunk: (chunk: Buffer) => void,
  unknowns: Unknowns,
): Promise<RomEntry[]> {
  const statements: Statement[] = [];
  for (const [file, { path }] of files.entries()) {
    const add = (block: Block) => {
      const statement = toStatement(block, file, unknowns);
      if (statement) statements.push(statement);
    };
    await readDat(path, add, onChunk);
  }
  return joinRoms(statements).flatMap((rom) => toEntry(rom, platform, unknowns) ?? []);
}

interface Target {
  bundle: GameBundle;
  filled: Filled;
  newGames: boolean;
}

/** Roms of one title are one game. What only has a name and checksums adds nothing to another source's game. */
async function putGames(platform: string, roms: readonly RomEntry[], target: Target): Promise<void> {
  const games = Map.groupBy(roms, (rom) => `libretro:${platform.replace('platform:', '')}/${slugOfKey(rom.titleKey)}`);
  for (const [key, entries] of games) {
    const line = toRichLine(target.bundle, {
      key,
      platform,
      entries,
      ids: {
        sha1: listHashes(entries.flatMap(({ sha1 }) => sha1)),
        crc32: listHashes(entries.flatMap(({ crc32 }) => crc32)),
      },
      enriches: !target.newGames,
    });
    if (!target.newGames && !hasFacts(line)) continue;
    target.filled.add(line);
    await target.bundle.put(line);
  }
}

function slugOfKey(titleKey: string): string {
  return titleKey.slice(0, LONGEST_SLUG).trim().replace(/\s+/g, '-') || '-';
}

const platformBySystem = new Map(
  readTable('libretro-platforms.tsv').map(([system = '', platform = '']) => [system, platform]),
);

/** The files about each platform, by their names. What holds no games of a platform is left out. */
function groupByPlatform(files: readonly SourceFile[], unknowns: Unknowns): [platform: string, files: SourceFile[]][] {
  const groups = Map.groupBy(files, ({ path }) => {
    const system = basename(path).replace(DAT_FILE, '');
    if (!platformBySystem.has(system)) unknowns.add('system', system);
    return platformBySystem.get(system) ?? '';
  });
  groups.delete('');
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
