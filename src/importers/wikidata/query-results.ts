import { OperatorError } from '../../errors.ts';
import type { BrokenCounter } from '../broken-entries.ts';
import { parseCsv } from '../csv.ts';
import { countLines, readText } from '../source-text.ts';

/** One result of a query, by its variables (see `docs/wikidata/`). Items, properties and statements are ids. */
export type Row = Readonly<Partial<Record<string, string>>>;

type Fail = (what: string, line?: number) => never;

const ITEM_ID = /^Q[1-9]\d{0,11}$/;
const ENTITY_URL = /^https?:\/\/www\.wikidata\.org\/entity\/(?:statement\/)?/;
/** The query service appends a Java stack trace to a result that it could not finish in time. */
const TIMEOUT = 'TimeoutException';
const TIMED_OUT = 'the query service ran out of time before the end of this result; ask for fewer items at once';

/** Reads the results of a file. Those without an item are broken. */
export async function* readResults(
  path: string,
  broken: BrokenCounter,
  onChunk: (chunk: Buffer) => void,
): AsyncGenerator<Row> {
  const fail: Fail = (what, line = 1) => {
    throw new OperatorError(`${path}:${line}: ${what}; nothing was imported`);
  };
  let columns: string[] | undefined;
  for await (const { cells, line } of parseCsv(readComplete(path, onChunk, fail), {}, fail)) {
    if (!columns) {
      columns = nameColumns(cells);
      if (!columns.includes('item'))
        fail('it has no column "item", so it is not a result of the queries in docs/wikidata');
      continue;
    }
    const row = nameCells(columns, cells);
    if (!ITEM_ID.test(row.item ?? '')) {
      broken.add('the row has no Wikidata item in "item"', line);
      continue;
    }
    broken.countGood();
    yield row;
  }
  if (!columns) fail('it is empty');
  broken.check();
}

/** Some programs keep the question mark of the variable. */
function nameColumns(cells: readonly string[]): string[] {
  return cells.map((cell) => cell.trim().replace(/^"?\??(\w+)"?$/, '$1'));
}

/** A truncated row has no cells for its last columns. */
function nameCells(columns: readonly string[], cells: readonly string[]): Row {
  if (cells.length !== columns.length) return {};
  const named = columns.map((column, i) => [column, withoutUrl(cells[i] ?? '')] as const);
  return Object.fromEntries(named.filter(([, text]) => text !== ''));
}

/** `http://www.wikidata.org/entity/Q42` is Q42, `http://wikiba.se/ontology#NormalRank` is NormalRank. */
function withoutUrl(text: string): string {
  return text.replace(ENTITY_URL, '').replace(/^http:\/\/wikiba\.se\/ontology#/, '');
}

/** The text of the file, which must not end in a stack trace. */
async function* readComplete(path: string, onChunk: (chunk: Buffer) => void, fail: Fail): AsyncGenerator<string> {
  let line = 1;
  for await (const text of readText(path, onChunk)) {
    if (text.includes(TIMEOUT)) fail(TIMED_OUT, line + countLines(text.slice(0, text.indexOf(TIMEOUT))));
    yield text;
    line += countLines(text);
  }
}
