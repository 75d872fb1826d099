import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';

export interface CsvRow {
  cells: string[];
  line: number;
}

/** Real rows are much shorter. Without a limit, an unclosed quote would fill the memory. */
const MAX_ROW_LENGTH = 1024 * 1024;

const ERRORS: Partial<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: 'a row of more than 1 MB, which no file of this source has',
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
};

/** Parses CSV. Rows may differ in their number of cells, and empty lines are skipped. */
export async function* parseCsv(
  text: AsyncIterable<string>,
  /** `relax_quotes` allows quotes that are not escaped. */
  options: { relax_quotes?: boolean },
  fail: (what: string, line: number) => never,
): AsyncGenerator<CsvRow> {
  const parser = parse({
    ...options,
    bom: true,
    info: true,
    max_record_size: MAX_ROW_LENGTH,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>)
      yield { cells: record, line: info.lines };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { code, message, lines } = error;
    fail(ERRORS[code] ?? `not well-formed CSV: ${message}`, Number(lines));
  } finally {
    source.destroy();
  }
}
