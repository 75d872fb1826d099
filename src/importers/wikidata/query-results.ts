import { OperatorError } from '../../errors.ts';
import type { BrokenCounter } from '../broken-entries.ts';
import { parseCsv } from '../csv.ts';
import { MAX_BYTES } from '../json-objects.ts';
import { countLines, readBytes, readText } from '../source-text.ts';

/** One result of a query, by its variables (see `docs/wikidata/`). Items, properties and statements are ids. */
export type Row = Readonly<Partial<Record<string, string>>>;

export type ResultFormat = 'json' | 'csv';

type Fail = (what: string, line?: number) => never;

interface PlacedRow {
  row: Row;
  line: number;
  /** Its place within the line. */
  name: string;
}

const ITEM_ID = /^Q[1-9]\d{0,11}$/;
const ENTITY_URL = /^https?:\/\/www\.wikidata\.org\/entity\/(?:statement\/)?/;
const JSON_HEAD = /^\s*\{\s*"head"\s*:/;
const HEAD_BYTES = 2000;
/** The query service appends a Java stack trace to a result that it could not finish in time. */
const TIMEOUT = 'TimeoutException';
const TIMED_OUT = 'the query service ran out of time before the end of this result; ask for fewer items at once';

/** Tells results of query.wikidata.org from entities by their first bytes. Undefined for entities. */
export async function findResultFormat(path: string): Promise<ResultFormat | undefined> {
  let head = '';
  for await (const chunk of readBytes(path, () => {})) {
    head += chunk.toString('utf8', 0, HEAD_BYTES);
    if (head.length >= HEAD_BYTES) break;
  }
  if (JSON_HEAD.test(head.replace(/^\ufeff/, ''))) return 'json';
  const heading = /^\ufeff?(.*)/.exec(head)?.[1] ?? '';
  return /\.csv(\.gz)?$/i.test(path) || nameColumns(heading.split(',')).includes('item') ? 'csv' : undefined;
}

/** Reads the results of a file. Those without an item are broken. */
export async function* readResults(
  path: string,
  format: ResultFormat,
  broken: BrokenCounter,
  onChunk: (chunk: Buffer) => void,
): AsyncGenerator<Row> {
  const fail: Fail = (what, line = 1) => {
    throw new OperatorError(`${path}:${line}: ${what}; nothing was imported`);
  };
  const read = format === 'json' ? readJson : readCsv;
  for await (const { row, line, name } of read(path, onChunk, fail)) {
    if (!ITEM_ID.test(row.item ?? '')) {
      broken.add(`${name} has no Wikidata item in "item"`, line);
      continue;
    }
    broken.countGood();
    yield row;
  }
  broken.check();
}

interface Binding {
  value?: unknown;
  'xml:lang'?: unknown;
}

/** A result in JSON is kept in memory. */
async function* readJson(path: string, onChunk: (chunk: Buffer) => void, fail: Fail): AsyncGenerator<PlacedRow> {
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of readComplete(path, onChunk, fail)) {
    length += piece.length;
    if (length > MAX_BYTES) fail('more than 64 MB in one result: ask for CSV, or for fewer items at once');
    pieces.push(piece);
  }
  for (const [i, bindings] of parseBindings(pieces.join(''), fail).entries())
    yield { row: toRow(bindings), line: 1, name: `result ${i + 1}` };
}

function parseBindings(text: string, fail: Fail): readonly unknown[] {
  try {
    const { results } = JSON.parse(text.replace(/^\ufeff/, '')) as { results?: { bindings?: unknown } };
    if (Array.isArray(results?.bindings)) return results.bindings;
  } catch (error) {
    fail(`not valid JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  return fail('it has no "results" with "bindings", so it is not a list of results');
}

/** The language of a label is that of its literal. */
function toRow(bindings: unknown): Row {
  const all = Object.entries((bindings ?? {}) as Record<string, Binding | null>);
  const cells = all.flatMap(([name, binding]) =>
    typeof binding?.value === 'string' ? [[name, withoutUrl(binding.value)]] : [],
  );
  const language = all.find(([name]) => name === 'value')?.[1]?.['xml:lang'];
  return { ...(typeof language === 'string' && { language }), ...Object.fromEntries(cells) };
}

async function* readCsv(path: string, onChunk: (chunk: Buffer) => void, fail: Fail): AsyncGenerator<PlacedRow> {
  let columns: string[] | undefined;
  for await (const { cells, line } of parseCsv(readComplete(path, onChunk, fail), {}, fail)) {
    if (columns) yield { row: nameCells(columns, cells), line, name: 'the row' };
    else columns = nameColumns(cells);
    if (!columns.includes('item'))
      fail('it has no column "item", so it is not a result of the queries in docs/wikidata');
  }
  if (!columns) fail('it is empty');
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
