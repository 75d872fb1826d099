import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { openSortedLines, type SortedLines } from '../../bundle/sorted-lines.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { nameAttributes } from '../dumps/attribute.ts';
import { type Filled, openFilled } from '../dumps/filled.ts';
import { listHashes } from '../dumps/hashes.ts';
import { toRichLine } from '../dumps/rich-game.ts';
import { type GameBundle, openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { machineKeyOf } from '../mame/keys.ts';
import { isComplete, listSourceFiles, type SourceFile, watchFiles } from '../source-files.ts';
import { openUnknowns, type Unknowns } from '../unknowns.ts';
import { gameOf, toEntry } from './entry.ts';
import { type Row, readRows } from './rows.ts';
import { parseTags } from './tags.ts';

const FILES = { pattern: /\.csv(\.gz)?$/i, name: 'files of GameDataBase (that end in .csv)' };

/** Turns the tables of GameDataBase into a bundle that enriches the games of other sources. */
export async function convertGameDataBase({ paths, flags, folder, onProgress }: ConvertInput): Promise<ConvertReport> {
  const unknowns = openUnknowns();
  const files = listSourceFiles(paths, FILES).filter(({ path }) => isKnown(path, unknowns));
  const watch = watchFiles(files, onProgress);
  const sorted = openSortedLines();
  const bundle = openGameBundle(folder);
  const filled = openFilled();
  try {
    const rows = await sortRows(files, watch.onChunk, sorted, unknowns);
    await putGames(sorted, { bundle, filled, unknowns, newGames: flags['new-games'] !== undefined });
    const source = describeSource('gamedatabase', watch.version(`${files.length} files`));
    nameAttributes(bundle);
    const counts = await bundle.finish({ complete: isComplete(paths), sources: [source] });
    return {
      counts: { files: files.length, rows, ...counts, ...filled.counts() },
      unknown: unknowns.list(),
    };
  } finally {
    await sorted.close();
    await bundle.close();
  }
}

function isKnown(path: string, unknowns: Unknowns): boolean {
  const found = platformsOf(path) !== undefined;
  if (!found) unknowns.add('file', basename(path));
  return found;
}

/** A row with the game that it is about. */
interface GameRow {
  game: string;
  platform: string;
  row: Row;
}

/** Rows of one game stand together when they are sorted, from whichever files they come. */
async function sortRows(
  files: readonly SourceFile[],
  onChunk: (chunk: Buffer) => void,
  sorted: SortedLines,
  unknowns: Unknowns,
): Promise<number> {
  let rows = 0;
  for (const { path } of files) {
    const findPlatform = platformsOf(path)!;
    for await (const row of readRows(path, onChunk)) {
      const platform = findPlatform(new Set(parseTags(row.tags)));
      const game = gameOf(row, platform);
      if (game === undefined) unknowns.add('row without a title in', basename(path));
      else await addRow(sorted, { game, platform, row });
      rows++;
    }
  }
  return rows;
}

/** The hash makes the order of a game's rows the same whatever the order of the files. */
async function addRow(sorted: SortedLines, row: GameRow): Promise<void> {
  const line = JSON.stringify(row);
  await sorted.add(`${row.game} ${createHash('sha1').update(line).digest('hex')}`, line);
}

async function putGames(sorted: SortedLines, target: Target): Promise<void> {
  for await (const rows of gamesOf(sorted)) {
    const [{ game, platform }] = rows as [GameRow];
    const entries = rows.map(({ row }) => toEntry(row, platform, target.unknowns));
    const line = toRichLine(target.bundle, {
      key: `gamedatabase:${game}`,
      platform,
      entries,
      ids: {
        sha1: listHashes(entries.flatMap(({ sha1 }) => sha1)),
        key: [...new Set(entries.flatMap(({ machines }) => machines.map((name) => machineKeyOf(name))))].toSorted(),
      },
      enriches: !target.newGames || entries.every(({ isTool }) => isTool),
    });
    target.filled.add(line);
    await target.bundle.put(line);
  }
}

interface Target {
  bundle: GameBundle;
  filled: Filled;
  unknowns: Unknowns;
  newGames: boolean;
}

/** The rows of each game, each row once. */
async function* gamesOf(sorted: SortedLines): AsyncGenerator<GameRow[]> {
  let rows: GameRow[] = [];
  let previous = '';
  for await (const { key, line } of sorted.read()) {
    if (key === previous) continue;
    previous = key;
    const row = JSON.parse(line) as GameRow;
    if (rows[0] && rows[0].game !== row.game) {
      yield rows;
      rows = [];
    }
    rows.push(row);
  }
  if (rows.length > 0) yield rows;
}

/** Which files are about which platform. */
const platformRows = readTable('gamedatabase-platforms.tsv').map(([file = '', tag = '', platform = '']) => ({
  file: new RegExp(`^${file.replace('*', '.*')}$`),
  tag,
  platform,
}));

/** Where the rows of a file belong, by their tags: one file may be about two machines of a family. */
type FindPlatform = (tags: ReadonlySet<string>) => string;

/** Undefined is a file that the table does not know. */
export function platformsOf(path: string): FindPlatform | undefined {
  const [name = ''] = basename(path).toLowerCase().split('.', 1);
  const own = platformRows.filter(({ file }) => file.test(name));
  const other = own.find(({ tag }) => tag === '');
  return other && ((tags) => (own.find(({ tag }) => tags.has(tag)) ?? other).platform);
}
