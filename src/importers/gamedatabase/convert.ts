import { basename } from 'node:path';
import { findOtherGame } from '../../vocabulary/other-games.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { convertDumps } from '../dumps/convert.ts';
import { type GroupedRows, openGroupedRows } from '../grouped-rows.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { listSourceFiles, type SourceFile } from '../source-files.ts';
import { makeBrokenCounter, makeUnknowns, type Unknowns } from '../unknowns.ts';
import { type Contractors, gameKeyOf, makeContractors, toEntry } from './entry.ts';
import { type Row, readRows } from './rows.ts';
import { splitGames } from './split-games.ts';
import { parseTags } from './tags.ts';

const SOURCE = 'gamedatabase';
const FILES = { pattern: /\.csv(\.gz)?$/i, name: 'files of GameDataBase (that end in .csv)' };

/** Converts the CSV files of GameDataBase into a bundle that enriches the games of other sources. */
export function convertGameDataBase(input: ConvertInput): Promise<ConvertReport> {
  const unknowns = makeUnknowns();
  const files = listSourceFiles(input.paths, FILES).filter(({ path }) => isKnown(path, unknowns));
  return convertDumps(input, {
    id: SOURCE,
    files,
    unknowns,
    read: async (onChunk, put) => {
      using grouped = openGroupedRows<GameRow>();
      const contractors = makeContractors();
      const count = await groupRows(files, onChunk, { grouped, contractors }, unknowns, input.flags);
      for (const { group, rows } of grouped.read()) {
        const entries = rows.map((row) => toEntry(row, contractors, unknowns));
        for (const { key, own } of splitGames(group, entries)) await put(`${SOURCE}:${key}`, own);
      }
      return { rows: count };
    },
  });
}

function isKnown(path: string, unknowns: Unknowns): boolean {
  const found = platformsOf(path) !== undefined;
  if (!found) unknowns.add('file', basename(path));
  return found;
}

async function groupRows(
  files: readonly SourceFile[],
  onChunk: (chunk: Buffer) => void,
  { grouped, contractors }: { grouped: GroupedRows<GameRow>; contractors: Contractors },
  unknowns: Unknowns,
  flags: ConvertInput['flags'],
): Promise<number> {
  let rows = 0;
  for (const { path } of files) {
    const findPlatform = platformsOf(path)!;
    for await (const row of readRows(path, onChunk, makeBrokenCounter(path, unknowns, flags))) {
      const platform = findPlatform(new Set(parseTags(row.tags)));
      const game = gameKeyOf(row, platform);
      if (game === undefined) unknowns.add('row without a title in', basename(path));
      else {
        contractors.add(row.id, row);
        grouped.add(...withOwnId(game, { platform, row }));
      }
      rows++;
    }
  }
  return rows;
}

/** Rows that have the id of another game are in `other-games.tsv`. Ids are the last parts of keys. */
function withOwnId(game: string, { platform, row }: GameRow): [game: string, row: GameRow] {
  const other = findOtherGame(`${SOURCE}:${game} ${row.title}`)?.slice(SOURCE.length + 1);
  if (other === undefined) return [game, { platform, row }];
  return [other, { platform, row: { ...row, id: other.slice(other.indexOf('/') + 1) } }];
}

interface GameRow {
  platform: string;
  row: Row;
}

const platformRows = readTable('gamedatabase-platforms.tsv').map(([file = '', tag = '', platform = '']) => ({
  file: new RegExp(`^${file.replace('*', '.*')}$`),
  tag,
  platform,
}));

/** Finds the platform of a row by its tags: a file may be about two machines of a family. */
type FindPlatform = (tags: ReadonlySet<string>) => string;

/** Undefined if the table does not know the file. */
export function platformsOf(path: string): FindPlatform | undefined {
  const [name = ''] = basename(path).toLowerCase().split('.', 1);
  const own = platformRows.filter(({ file }) => file.test(name));
  const other = own.find(({ tag }) => tag === '');
  return other && ((tags) => (own.find(({ tag }) => tags.has(tag)) ?? other).platform);
}
