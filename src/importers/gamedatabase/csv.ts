import { Readable } from 'node:stream';
import { type CsvError, type Info, parse } from 'csv-parse';
import { OperatorError } from '../../errors.ts';
import { readText } from '../source-text.ts';

/** A row with the line on which it ends. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** No real row comes near it; without a limit, a quote that nobody closes could fill the memory. */
const LONGEST_ROW = 1024 * 1024;

const FAULTS: Partial<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: 'a row of more than 1 MB, which no file of this source has',
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'a row has more or fewer cells than the head',
};

/** The rows of a CSV file (or its .gz), the head among them. */
export async function* readCsv(path: string, onChunk: (chunk: Buffer) => void): AsyncGenerator<CsvRow> {
  const parser = parse({
    info: true,
    max_record_size: LONGEST_ROW,
    // Titles hold quotes of their own, which the source does not double.
    relax_quotes: true,
    skip_empty_lines: true,
  });
  const texts = Readable.from(readText(path, onChunk));
  texts.on('error', (error) => parser.destroy(error));
  texts.pipe(parser);
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>)
      yield { line: info.lines, cells: record };
  } catch (error) {
    if (!isCsvError(error)) throw error;
    const what = FAULTS[error.code] ?? `not well-formed CSV: ${error.message}`;
    throw new OperatorError(`${path}:${error.lines}: ${what}; nothing was imported`);
  } finally {
    texts.destroy();
  }
}

function isCsvError(error: unknown): error is CsvError {
  return String((error as { code?: unknown }).code).startsWith('CSV_');
}
