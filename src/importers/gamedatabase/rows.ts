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
  /** File names of MAME, in older releases of the source: `ddcrewj.zip|ddcrew.zip`. */
  machines: string;
  md5: string;
  sha1: string;
}

/** `cover` and `screen` hold a title and its original spelling in one cell: `Title@タイトル`. */
type Column = keyof Row | 'cover' | 'screen';

/** Column headings in all releases of the source. */
const COLUMNS: [heading: RegExp, column: Column][] = [
  [/^title$/, 'title'],
  [/^title \(exact\)$/, 'titleExact'],
  [/^title screen$/, 'screenTitle'],
  [/^title screen \(exact\)$/, 'screenTitleExact'],
  [/^(cover )?title @ exact$/, 'cover'],
  [/^screen title @ exact$/, 'screen'],
  [/^id$/, 'id'],
  [/^region$/, 'region'],
  [/^(release )?date$/, 'date'],
  [/^developer$/, 'developer'],
  [/^publisher$/, 'publisher'],
  [/^tags$/, 'tags'],
  [/^mame\b.*$/, 'machines'],
  [/^md5$/, 'md5'],
  [/^sha1$/, 'sha1'],
];
/** One column of each list must be there. */
const REQUIRED: Column[][] = [['title', 'cover', 'screen'], ['id'], ['region'], ['tags']];
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
  const columns = cells.map((cell) => COLUMNS.find(([heading]) => heading.test(cell.trim().toLowerCase()))?.[1]);
  const missing = REQUIRED.find((names) => !names.some((name) => columns.includes(name)));
  if (missing)
    throw new OperatorError(
      `${position}: no column "${missing[0]}", so it is not a file of GameDataBase; nothing was imported`,
    );
  return columns;
}

function toRow(columns: readonly (Column | undefined)[], cells: readonly string[]): Row {
  const cell = (column: Column) => toText(cells[columns.indexOf(column)] ?? '');
  const [cover = '', coverExact = ''] = cell('cover').split('@');
  const [screen = '', screenExact = ''] = cell('screen').split('@');
  const title = cell('title') || cover || screen;
  const screenTitle = orSame(toShown(cell('screenTitle') || screen), title);
  return {
    title,
    titleExact: orSame(cell('titleExact') || coverExact || (cover === '' ? screenExact : ''), title),
    screenTitle,
    screenTitleExact: orSame(toShown(cell('screenTitleExact') || screenExact), screenTitle),
    id: cell('id'),
    region: cell('region'),
    date: cell('date'),
    developer: cell('developer'),
    publisher: cell('publisher'),
    tags: cell('tags'),
    machines: cell('machines'),
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
