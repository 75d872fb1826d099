import { toPlainText } from '../../bundle/plain-text.ts';
import { readCsv } from '../csv.ts';
import { readText } from '../source-text.ts';
import type { BrokenCounter } from '../unknowns.ts';

/** The columns that are read, with their headings. */
const HEADINGS = {
  title: 'title',
  /** The title on the box, in its original script. */
  titleExact: 'title (exact)',
  screenTitle: 'title screen',
  screenTitleExact: 'title screen (exact)',
  /** All versions of a game have the same id. */
  id: 'id',
  region: 'region',
  date: 'release date',
  developer: 'developer',
  publisher: 'publisher',
  tags: 'tags',
  md5: 'md5',
  sha1: 'sha1',
} as const;
const COLUMNS = Object.keys(HEADINGS) as (keyof typeof HEADINGS)[];

/** One CSV row: one revision of a game in one region. */
export type Row = Record<keyof typeof HEADINGS, string>;

const REQUIRED = ['title', 'id', 'region', 'tags'];
/** Marks a title that equals the one before it. */
const SAME = '=';
/** Real cells have a few hundred characters. */
const MAX_CELL_LENGTH = 4000;

/** Reads the rows of a CSV file, or of its .gz. Titles contain quotes that the source does not escape. */
export function readRows(path: string, onChunk: (chunk: Buffer) => void, broken: BrokenCounter): AsyncGenerator<Row> {
  const onHeading = (cells: string[], fail: (what: string) => never) => {
    const heading = cells.map((cell) => cell.trim().toLowerCase());
    const missing = REQUIRED.find((name) => !heading.includes(name));
    if (missing) fail(`no column "${missing}", so it is not a file of GameDataBase`);
    const places = COLUMNS.map((column) => [column, heading.indexOf(HEADINGS[column])] as const);
    return (row: readonly string[]) =>
      row.length === heading.length
        ? toRow(Object.fromEntries(places.map(([column, i]) => [column, toText(row[i] ?? '')])) as Row)
        : 'a row has more or fewer cells than the heading';
  };
  return readCsv(path, readText(path, onChunk), { relaxQuotes: true, onHeading }, broken);
}

function toRow(row: Row): Row {
  const screenTitle = orSame(toShown(row.screenTitle), row.title);
  const titleExact = orSame(row.titleExact, row.title);
  return { ...row, titleExact, screenTitle, screenTitleExact: orSame(toShown(row.screenTitleExact), screenTitle) };
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
