import { toPlainText } from '../../bundle/plain-text.ts';
import { OperatorError } from '../../errors.ts';
import { readCsv } from './csv.ts';

/** One row of the source: a game as it was published in some region, in one of its revisions. */
export interface Row {
  title: string;
  /** As it is written on the box, in the script of its country. */
  titleExact: string;
  screenTitle: string;
  screenTitleExact: string;
  /** The same for all versions of a game. */
  id: string;
  region: string;
  date: string;
  developer: string;
  publisher: string;
  tags: string;
  /** Files of MAME, of older releases of the source: `ddcrewj.zip|ddcrew.zip`. */
  machines: string;
  sha1: string;
}

type Column = keyof Row | 'coverAt' | 'screenAt';

/** The heads of the source's releases. Older ones have a title and its exact spelling in one cell: `Title@タイトル`. */
const COLUMNS: [head: RegExp, column: Column][] = [
  [/^title$/, 'title'],
  [/^title \(exact\)$/, 'titleExact'],
  [/^title screen$/, 'screenTitle'],
  [/^title screen \(exact\)$/, 'screenTitleExact'],
  [/^(cover )?title @ exact$/, 'coverAt'],
  [/^screen title @ exact$/, 'screenAt'],
  [/^id$/, 'id'],
  [/^region$/, 'region'],
  [/^(release )?date$/, 'date'],
  [/^developer$/, 'developer'],
  [/^publisher$/, 'publisher'],
  [/^tags$/, 'tags'],
  [/^mame\b.*$/, 'machines'],
  [/^sha1$/, 'sha1'],
];
const NEEDED: Column[][] = [['title', 'coverAt', 'screenAt'], ['id'], ['region'], ['tags']];
/** Stands for a title that is the one before it. */
const SAME = '=';
/** Real ones have a few hundred characters. */
const LONGEST_CELL = 4000;

export async function* readRows(path: string, onChunk: (chunk: Buffer) => void): AsyncGenerator<Row> {
  let columns: (Column | undefined)[] | undefined;
  for await (const { line, cells } of readCsv(path, onChunk)) {
    if (columns) yield toRow(columns, cells);
    else columns = readHead(`${path}:${line}`, cells);
  }
}

function readHead(place: string, cells: readonly string[]): (Column | undefined)[] {
  const columns = cells.map((cell) => COLUMNS.find(([head]) => head.test(cell.trim().toLowerCase()))?.[1]);
  const missing = NEEDED.find((needed) => !needed.some((column) => columns.includes(column)));
  if (missing)
    throw new OperatorError(
      `${place}: no column "${missing[0]}", so it is no file of GameDataBase; nothing was imported`,
    );
  return columns;
}

function toRow(columns: readonly (Column | undefined)[], cells: readonly string[]): Row {
  const cell = (column: Column) => clean(cells[columns.indexOf(column)] ?? '');
  const [cover = '', coverExact = ''] = cell('coverAt').split('@');
  const [screen = '', screenExact = ''] = cell('screenAt').split('@');
  const title = cell('title') || cover || screen;
  const screenTitle = same(cell('screenTitle') || screen, title);
  return {
    title,
    titleExact: same(cell('titleExact') || coverExact || (cover === '' ? screenExact : ''), title),
    screenTitle,
    screenTitleExact: same(cell('screenTitleExact') || screenExact, screenTitle),
    id: cell('id'),
    region: cell('region'),
    date: cell('date'),
    developer: cell('developer'),
    publisher: cell('publisher'),
    tags: cell('tags'),
    machines: cell('machines'),
    sha1: cell('sha1'),
  };
}

/** The source writes a low quote for a comma, to have none inside of a cell. */
function clean(cell: string): string {
  return toPlainText(cell.replaceAll('\u201a', ','), LONGEST_CELL);
}

function same(text: string, other: string): string {
  return text === SAME || text === '' ? other : text;
}
