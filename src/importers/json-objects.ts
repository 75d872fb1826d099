import { splitLines } from '../bundle/text-lines.ts';
import { readBytes } from './source-text.ts';
import { type BrokenCounter, BrokenEntry, refuse } from './unknowns.ts';

interface JsonReader {
  /** A quick check of the bytes of a line. Other lines are not parsed. */
  isWanted?(line: Buffer): boolean;
  /** The objects of a document. Undefined if it has none. */
  listObjects(document: object): unknown[] | undefined;
  /** It may throw `BrokenEntry`. */
  onObject(object: object, line: number): void;
}

export interface ObjectsRead {
  /** How many there are, wanted or not. */
  count: number;
  /** Whether it was a list with both brackets. */
  isWhole: boolean;
}

/** The longest entity of Wikidata has about 5 MB. The limit protects the memory. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The start of a document: an answer of Wikidata, or an object that goes on in the next line. */
const DOCUMENT = /^\{(?:\s*"entities"\s*:|.*[^}]$|$)/s;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a file of JSON objects: one per line, also as a list with brackets and commas as in dumps of Wikidata, or one document
 * over several lines, such as an answer of an API.
 */
export async function readJsonObjects(
  path: string,
  { isWanted = () => true, listObjects, onObject }: JsonReader,
  onChunk: (chunk: Buffer) => void,
  broken: BrokenCounter,
): Promise<ObjectsRead> {
  let [number, count, documentBytes] = [0, 0, 0];
  let form: 'lines' | 'list' | 'closed list' | 'document' | undefined;
  const document: Buffer[] = [];
  const fail = (what: string, line = number): never => refuse(`${path}:${line}`, what);
  const readLine = (line: Buffer) => {
    if (form === 'closed list') fail('unexpected text after the closing bracket');
    if (form === 'list' && line.equals(LIST_END)) {
      form = 'closed list';
      return;
    }
    count++;
    if (isWanted(line)) broken.attempt(() => onObject(parse(line, number), number));
  };
  for await (const lines of splitLines(readBytes(path, onChunk), MAX_BYTES, (line) => fail(TOO_LONG, line))) {
    for (const bytes of lines) {
      number++;
      const line = trim(bytes);
      if (form === undefined && DOCUMENT.test(line.toString('latin1'))) form = 'document';
      if (form === 'document') {
        document.push(bytes, LINE_END);
        documentBytes += bytes.length + 1;
        if (documentBytes > MAX_BYTES) fail('more than 64 MB in one document: use lines with one object each');
      } else if (form === undefined && line.equals(LIST_START)) form = 'list';
      else if (line.length > 0) {
        form ??= 'lines';
        readLine(line);
      }
    }
  }
  if (form === undefined) fail('it is empty', 1);
  if (form === 'document') {
    const objects =
      listObjects(parseDocument(Buffer.concat(document), fail)) ?? fail('the document has no entities', 1);
    count = objects.length;
    for (const object of objects) broken.attempt(() => onObject(toObject(object, 1), 1));
  }
  if (form === 'list') broken.addMissingEnd('the closing bracket is missing: the file is truncated', number);
  broken.check();
  return { count, isWhole: form === 'closed list' };
}

const TOO_LONG = 'a line of more than 64 MB';
const [LIST_START, LIST_END, LINE_END] = ['[', ']', '\n'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

function parse(bytes: Buffer, line: number): object {
  try {
    return toObject(JSON.parse(strictUtf8.decode(bytes)), line);
  } catch (error) {
    if (error instanceof BrokenEntry) throw error;
    if (!(error instanceof SyntaxError)) throw new BrokenEntry('not valid UTF-8', line);
    // V8 counts lines only if there are several.
    const [, inner = '1'] = /\(line (\d+) column/.exec(error.message) ?? [];
    throw new BrokenEntry(`not valid JSON: ${error.message.slice(0, 200)}`, line + Number(inner) - 1);
  }
}

function toObject(value: unknown, line: number): object {
  if (value !== null && typeof value === 'object') return value;
  throw new BrokenEntry('not a JSON object', line);
}

/** Without a document there is nothing to import. */
function parseDocument(bytes: Buffer, fail: (what: string, line: number) => never): object {
  try {
    return parse(bytes, 1);
  } catch (error) {
    if (!(error instanceof BrokenEntry)) throw error;
    return fail(error.message, error.line);
  }
}

/** Nothing for what is no object. PHP writes an empty object as an empty list. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
}

/** Space, tab, carriage return. */
const BLANKS = [0x20, 0x09, 0x0d];
const COMMA = 0x2c;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Without whitespace at both ends, a byte order mark and the comma of a list. */
function trim(line: Buffer): Buffer {
  let [start, end] = [BYTE_ORDER_MARK.every((byte, i) => line[i] === byte) ? 3 : 0, line.length];
  while (start < end && BLANKS.includes(line[start] as number)) start++;
  while (end > start && (BLANKS.includes(line[end - 1] as number) || line[end - 1] === COMMA)) end--;
  return line.subarray(start, end);
}
