import { type BrokenCounter, refuse } from '../broken-entries.ts';
import { readCsv } from '../csv.ts';
import { countLines, readText } from '../source-text.ts';

/** One result of a query, by its variables (see `docs/wikidata/`). Items, properties and statements are ids. */
export type Row = Readonly<Partial<Record<string, string>>>;

const ITEM_ID = /^Q[1-9]\d{0,11}$/;
const ENTITY_URL = /^https?:\/\/www\.wikidata\.org\/entity\/(?:statement\/)?/;
/** The query service appends a Java stack trace to a result that it could not finish in time. */
const TIMEOUT = 'TimeoutException';
const TIMED_OUT = 'the query service ran out of time before the end of this result; ask for fewer items at once';

/** Reads the results of a file. Those without an item are broken. */
export function readResults(
  path: string,
  broken: BrokenCounter,
  onChunk: (chunk: Buffer) => void,
): AsyncGenerator<Row> {
  const onHeading = (heading: string[], fail: (what: string) => never) => {
    // Some programs keep the question mark of the variable.
    const columns = heading.map((cell) => cell.trim().replace(/^"?\??(\w+)"?$/, '$1'));
    if (!columns.includes('item'))
      fail('it has no column "item", so it is not a result of the queries in docs/wikidata');
    return (cells: readonly string[]) => {
      const named = columns.map((column, i) => [column, withoutUrl(cells[i] ?? '')] as const);
      const row: Row = Object.fromEntries(named.filter(([, text]) => text !== ''));
      // A truncated row has no cells for its last columns.
      const isWhole = cells.length === columns.length && ITEM_ID.test(row.item ?? '');
      return isWhole ? row : 'the row has no Wikidata item in "item"';
    };
  };
  return readCsv(path, readComplete(path, onChunk), { onHeading }, broken);
}

/** `http://www.wikidata.org/entity/Q42` is Q42, `http://wikiba.se/ontology#NormalRank` is NormalRank. */
function withoutUrl(text: string): string {
  return text.replace(ENTITY_URL, '').replace(/^http:\/\/wikiba\.se\/ontology#/, '');
}

/** The text of the file, which must not end in a stack trace. */
async function* readComplete(path: string, onChunk: (chunk: Buffer) => void): AsyncGenerator<string> {
  let line = 1;
  for await (const text of readText(path, onChunk)) {
    if (text.includes(TIMEOUT)) refuse(`${path}:${line + countLines(text.slice(0, text.indexOf(TIMEOUT)))}`, TIMED_OUT);
    yield text;
    line += countLines(text);
  }
}
