import { countLines, readText } from '../source-text.ts';
import { refuse } from '../unknowns.ts';

/** The tables of ZXDB that describe games. */
const TABLES = [
  'aliases',
  'authors',
  'entries',
  'genretypes',
  'labels',
  'labeltypes',
  'machinetypes',
  'publishers',
  'releases',
  'scores',
] as const;
export type Tables = Record<(typeof TABLES)[number], SqlRow[]>;

/** The rows of a table by a column. */
export function groupBy(rows: readonly SqlRow[], column: string): Map<string, SqlRow[]> {
  return Map.groupBy(rows, (row) => row[column] ?? '');
}

/** One column of a table by another: the texts of `genretypes` by id. */
export function lookUp(rows: readonly SqlRow[], column: string): Map<string, string> {
  return new Map(rows.map((row) => [row.id ?? '', row[column] ?? '']));
}

/** One row of a table, by column. */
export type SqlRow = Readonly<Partial<Record<string, string | null>>>;

/** A row that does not fit its table. */
type OnBroken = (what: string, line: number) => void;

/** Real statements have about 1 MB. Without a limit, an unclosed quote would fill the memory. */
const MAX_STATEMENT_MEGABYTES = 16;
/** A semicolon at the end of a line, which is that of a statement: no text contains a line break. */
const STATEMENT_END = /(?<=;)(?=\r?\n)/;
const INSERTION = /^\s*insert\s+into\s+`?(\w+)`?\s*\(([^)]*)\)\s*values\s*/i;
const COMMENTS = /^(?:\s*(?:--[^\n]*\n|\/\*[\s\S]*?\*\/|#[^\n]*\n))+/;
const VALUE = /\s*(?:'([^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*)'|(NULL)|([\w.+-]+))\s*([,)])/iy;
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', '0': '' };

/**
 * Reads the tables of a dump of MySQL or MariaDB into memory: about 60,000 entries, and a few rows for each. The rows are the values
 * that its statements insert. It writes a line break in a text as `\n`.
 */
export async function readTables(path: string, onBroken: OnBroken, onChunk: (chunk: Buffer) => void): Promise<Tables> {
  const tables = Object.fromEntries(TABLES.map((name): [string, SqlRow[]] => [name, []])) as Tables;
  let rest = '';
  let line = 1;
  for await (const chunk of readText(path, onChunk, /\.sql$/i)) {
    const statements = (rest + chunk).split(STATEMENT_END);
    rest = statements.pop() ?? '';
    for (const statement of statements) {
      readStatement(statement, line, tables, onBroken);
      line += countLines(statement);
    }
    if (rest.length > MAX_STATEMENT_MEGABYTES * 1e6)
      refuse(
        `${path}:${line}`,
        `a statement of more than ${MAX_STATEMENT_MEGABYTES} MB begins here, which no dump has`,
      );
  }
  if (rest.replace(COMMENTS, '').trim() !== '')
    refuse(`${path}:${line}`, 'the statement that begins here does not end');
  return tables;
}

function readStatement(text: string, line: number, tables: Tables, onBroken: OnBroken): void {
  const statement = text.replace(COMMENTS, '');
  const first = line + countLines(text.slice(0, text.length - statement.length));
  const [head, table = '', names = ''] = INSERTION.exec(statement) ?? [];
  if (head === undefined || !Object.hasOwn(tables, table)) return;
  const own = names.split(',').map((name) => name.replace(/[`\s]/g, ''));
  readRows(statement, head.length, (values, at) => {
    if (values.length === own.length)
      tables[table as keyof Tables].push(Object.fromEntries(own.map((name, i) => [name, values[i] ?? null])));
    else
      onBroken(
        `a row of "${table}" has ${values.length} values for ${own.length} columns`,
        first + countLines(statement.slice(0, at)),
      );
  });
}

/** `(1, 'Hop', NULL), (2, 'Skip', 3);` */
function readRows(text: string, start: number, onRow: (values: (string | null)[], at: number) => void): void {
  for (let at = text.indexOf('(', start); at !== -1; at = text.indexOf('(', VALUE.lastIndex || at + 1)) {
    const values: (string | null)[] = [];
    VALUE.lastIndex = at + 1;
    for (let found = VALUE.exec(text); found; found = found[4] === ',' ? VALUE.exec(text) : null) {
      values.push(found[2] ? null : (found[3] ?? toText(found[1] ?? '')));
      if (found[4] === ')') break;
    }
    onRow(values, at);
  }
}

function toText(text: string): string {
  return text.replaceAll(/\\([\s\S])|''/g, (whole, char?: string) =>
    whole === "''" ? "'" : (ESCAPES[char ?? ''] ?? char ?? ''),
  );
}
