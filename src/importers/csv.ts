import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { type BrokenCounter, refuse } from './unknowns.ts';

/** Real rows are much shorter. Without a limit, an unclosed quote would fill the memory. */
const MAX_ROW_LENGTH = 1024 * 1024;

const ERRORS: Partial<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: 'a row of more than 1 MB, which no file of this source has',
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
};

interface CsvReader<T> {
  /** Quotes need not be escaped. */
  relaxQuotes?: boolean;
  /** Returns what makes a row of its cells, or says what is wrong with them. */
  onHeading(heading: string[], fail: (what: string) => never): (cells: readonly string[]) => T | string;
}

/** Reads the rows below the heading. Broken ones and empty lines are skipped. */
export async function* readCsv<T extends object>(
  path: string,
  text: AsyncIterable<string>,
  { relaxQuotes = false, onHeading }: CsvReader<T>,
  broken: BrokenCounter,
): AsyncGenerator<T> {
  const parser = parse({
    relax_quotes: relaxQuotes,
    bom: true,
    info: true,
    max_record_size: MAX_ROW_LENGTH,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let toRow: ReturnType<typeof onHeading> | undefined;
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      if (!toRow) {
        toRow = onHeading(record, (what) => refuse(`${path}:${info.lines}`, what));
        continue;
      }
      const row = toRow(record);
      if (typeof row === 'string') broken.add(row, info.lines);
      else {
        broken.countGood();
        yield row;
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { code, message, lines } = error;
    refuse(`${path}:${lines}`, ERRORS[code] ?? `not well-formed CSV: ${message}`);
  } finally {
    source.destroy();
  }
  if (!toRow) refuse(`${path}:1`, 'it is empty');
  broken.check();
}
