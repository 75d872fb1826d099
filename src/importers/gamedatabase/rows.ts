import { toPlainText } from '../../bundle/plain-text.ts';
import { OperatorError } from '../../errors.ts';
import type { BrokenCounter } from '../broken-entries.ts';
import { parseCsv } from '../csv.ts';
import { readText } from '../source-text.ts';

/** One CSV row: one revision of a game in one region. */
export interface Row {
  title: string;
  /** The title on the box, in its original script. */
  titleExact: string;
  screenTitle: string;
  screenTitleExact: string;
  /** All versions of a game have the same id. */
  id: string;
  region: string;
  date: string;
  developer: string;
  publisher: string;
  tags: string;
  md5: string;
  sha1: string;
}

type Column = keyof Row;

const COLUMNS = new Map<string, Column>([
  ['title', 'title'],
  ['title (exact)', 'titleExact'],
  ['title screen', 'screenTitle'],
  ['title screen (exact)', 'screenTitleExact'],
  ['id', 'id'],
  ['region', 'region'],
  ['release date', 'date'],
  ['developer', 'developer'],
  ['publisher', 'publisher'],
  ['tags', 'tags'],
  ['md5', 'md5'],
  ['sha1', 'sha1'],
]);
const REQUIRED: readonly Column[] = ['title', 'id', 'region', 'tags'];
/** Marks a title that equals the one before it. */
const SAME = '=';
/** Real cells have a few hundred characters. */
const MAX_CELL_LENGTH = 4000;
/** Reads the rows of a CSV file, or of its .gz. */
export async function* readRows(
  path: string,
  onChunk: (chunk: Buffer) => void,
  broken: BrokenCounter,
): AsyncGenerator<Row> {
  const fail = (what: string, line: number): never => {
    throw new OperatorError(`${path}:${line}: ${what}; nothing was imported`);
  };
  let columns: (Column | undefined)[] | undefined;
  // Titles contain quotes that the source does not escape.
  for await (const { cells, line } of parseCsv(readText(path, onChunk), { relax_quotes: true }, fail)) {
    if (!columns) columns = parseHeading(`${path}:${line}`, cells);
    else if (cells.length !== columns.length) broken.add('a row has more or fewer cells than the heading', line);
    else {
      broken.countGood();
      yield toRow(columns, cells);
    }
  }
  broken.check();
}

function parseHeading(position: string, cells: readonly string[]): (Column | undefined)[] {
  const columns = cells.map((cell) => COLUMNS.get(cell.trim().toLowerCase()));
  const missing = REQUIRED.find((name) => !columns.includes(name));
  if (missing)
    throw new OperatorError(
      `${position}: no column "${missing}", so it is not a file of GameDataBase; nothing was imported`,
    );
  return columns;
}

function toRow(columns: readonly (Column | undefined)[], cells: readonly string[]): Row {
  const cell = (column: Column) => toText(cells[columns.indexOf(column)] ?? '');
  const title = cell('title');
  const screenTitle = orSame(toShown(cell('screenTitle')), title);
  return {
    title,
    titleExact: orSame(cell('titleExact'), title),
    screenTitle,
    screenTitleExact: orSame(toShown(cell('screenTitleExact')), screenTitle),
    id: cell('id'),
    region: cell('region'),
    date: cell('date'),
    developer: cell('developer'),
    publisher: cell('publisher'),
    tags: cell('tags'),
    md5: cell('md5'),
    sha1: cell('sha1'),
  };
}

/** The source writes a low quote instead of a comma, which would end the cell. */
function toText(cell: string): string {
  return toPlainText(cell.replaceAll('\u201a', ','), MAX_CELL_LENGTH);
}

/** A title in parentheses is that of a game which shows none. */
function toShown(text: string): string {
  return text.startsWith('(') ? '' : text;
}

function orSame(text: string, other: string): string {
  return text === SAME || text === '' ? other : text;
}
