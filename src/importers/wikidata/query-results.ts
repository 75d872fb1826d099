import { readCsv } from '../csv.ts';
import { openGroupedRows } from '../grouped-rows.ts';
import type { ConvertInput } from '../importer.ts';
import { countLines, readText } from '../source-text.ts';
import { type BrokenCounter, makeBrokenCounter, refuse, type Unknowns } from '../unknowns.ts';
import { type Item, toItem } from './item.ts';
import type { Names } from './names.ts';

interface ResultsTarget {
  names: Pick<Names, 'add'>;
  unknowns: Unknowns;
  flags: ConvertInput['flags'];
  onItem(item: Item): void;
}

const ITEM_ID = /^Q[1-9]\d{0,11}$/;
const LABELLED = /^(\w+)Label$/;
const PROPERTY_ID = /^P\d+$/;

/**
 * Reads results of the queries in `docs/wikidata/`: one fact of an item per row, in any order and in any number of files.
 * Returns the number of items.
 */
export async function readResultItems(
  paths: readonly string[],
  target: ResultsTarget,
  onChunk: (chunk: Buffer) => void,
): Promise<number> {
  using facts = openGroupedRows<Row>();
  let items = 0;
  for (const path of paths) {
    const broken = makeBrokenCounter(path, target.unknowns, target.flags);
    for await (const row of readResults(path, broken, onChunk)) {
      addLabels(row, target.names);
      if (row.property !== undefined) facts.add(row.item as string, row);
    }
  }
  for (const { rows } of facts.read()) {
    items++;
    const item = toItem(toEntity(rows), 1);
    if (item) target.onItem(item);
  }
  return items;
}

/** `valueLabel` is the name of the item in `value`. The label service repeats the id of an item without a name. */
function addLabels(row: Row, names: ResultsTarget['names']): void {
  for (const [column, label = ''] of Object.entries(row)) {
    const id = row[LABELLED.exec(column)?.[1] ?? ''] ?? '';
    if (ITEM_ID.test(id) && !ITEM_ID.test(label)) names.add({ id, labels: { en: label }, revision: 0 });
  }
}

/** The rows of one item in the form of the dumps. */
function toEntity(rows: readonly Row[]): object {
  const byProperty = Map.groupBy(rows, ({ property = '' }) => property);
  const texts = (property: string) =>
    Map.groupBy(byProperty.get(property) ?? [], ({ language = 'en' }) => language.toLowerCase())
      .entries()
      .map(([language, own]) => [language, own.map(({ value = '' }) => ({ value }))] as const);
  const last = (property: string) => byProperty.get(property)?.at(-1)?.value;
  const claims = byProperty.entries().filter(([property]) => PROPERTY_ID.test(property));
  return {
    id: rows[0]?.item,
    lastrevid: Number(last('revision') ?? 0),
    modified: last('modified'),
    labels: Object.fromEntries(texts('label').map(([language, [first]]) => [language, first])),
    aliases: Object.fromEntries(texts('alias')),
    claims: Object.fromEntries(claims.map(([property, own]) => [property, toClaims(own)])),
  };
}

/** A statement with several qualifiers has several rows. */
function toClaims(rows: readonly Row[]): object[] {
  const statements = Map.groupBy(rows, ({ statement, value = '' }) => statement ?? value);
  return Array.from(statements.values(), (own) => {
    const [{ rank = '', value = '', precision } = {}] = own;
    const snaks = (column: string, precisionColumn = '') =>
      own.flatMap((row) => (row[column] === undefined ? [] : toSnak(row[column], row[precisionColumn])));
    return {
      rank: rank.replace(/Rank$/, '').toLowerCase(),
      mainsnak: toSnak(value, precision),
      qualifiers: {
        P400: snaks('platform'),
        P291: snaks('place'),
        P577: snaks('date', 'datePrecision'),
        P447: snaks('reviewer'),
        P459: snaks('method'),
      },
    };
  });
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT/;
const YEAR = '9';

/** Without a precision, the year of a date is all that is certain. */
function toSnak(value: string, precision = YEAR): object {
  return {
    datavalue: DATE_TIME.test(value)
      ? { type: 'time', value: { time: `+${value}`, precision } }
      : { type: 'string', value },
  };
}

/** One result of a query, by its variables (see `docs/wikidata/`). Items, properties and statements are ids. */
type Row = Readonly<Partial<Record<string, string>>>;

const ENTITY_URL = /^https?:\/\/www\.wikidata\.org\/entity\/(?:statement\/)?/;
/** The query service appends a Java stack trace to a result that it could not finish in time. */
const TIMEOUT = 'TimeoutException';
const TIMED_OUT = 'the query service ran out of time before the end of this result; ask for fewer items at once';

/** Reads the results of a file. Those without an item are broken. */
function readResults(path: string, broken: BrokenCounter, onChunk: (chunk: Buffer) => void): AsyncGenerator<Row> {
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
