import { splitLines } from '../bundle/text-lines.ts';
import { OperatorError } from '../errors.ts';
import { type BrokenCounter, BrokenEntry } from './broken-entries.ts';
import { nameOf, readBytes } from './source-text.ts';

interface JsonReader {
  /** A quick check of the bytes of a line. Other lines are not parsed, only their braces are checked. */
  isWanted?(line: Buffer): boolean;
  /** The objects of a document. Undefined if it has none. */
  listObjects(document: object): unknown[] | undefined;
  /** It may throw `BrokenEntry`. */
  onObject(object: object, line: number): void | Promise<void>;
}

export interface ObjectsRead {
  /** How many there are, wanted or not. */
  count: number;
  /** Whether it was a list with both brackets. */
  isWhole: boolean;
}

/** The longest entity of Wikidata has about 5 MB. The limit protects the memory. */
export const MAX_BYTES = 64 * 1024 * 1024;
/** The start of a document: an answer of Wikidata, or any with line breaks. */
const DOCUMENT_HEAD = /^\{\s*($|"entities"\s*:)/;
const NOT_AN_OBJECT = 'not a JSON object, or truncated: each line must be one';
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const LINE_END = Buffer.from('\n');
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
  let state = 'new' as 'new' | 'bare' | 'list' | 'closed';
  const document: Buffer[] = [];
  /** The first line is either that of a document or a truncated object. */
  let isUnclear = false;
  const dropDocument = (line: number) => {
    document.length = 0;
    state = 'bare';
    broken.add(NOT_AN_OBJECT, line);
  };
  const startDocument = (line: Buffer): boolean => {
    const head = line.toString('latin1', 0, 40);
    const isHead = DOCUMENT_HEAD.test(head);
    isUnclear = !isHead && /^\{\s*"/.test(head) && !isObjectLine(line);
    return isHead || isUnclear;
  };
  const fail = (what: string, line = number): never => {
    throw new OperatorError(`${nameOf(path)}:${line}: ${what}; nothing was imported`);
  };
  const readLine = (line: Buffer): Promise<void> | undefined => {
    if (state === 'closed') fail('unexpected text after the closing bracket');
    const before = state;
    if (state === 'new') state = isOnly(line, '[') ? 'list' : 'bare';
    else if (state === 'list' && isOnly(line, ']')) state = 'closed';
    if (state !== before && state !== 'bare') return undefined;
    const object = withoutComma(line);
    if (!isObjectLine(line)) {
      broken.add(NOT_AN_OBJECT, number);
      return undefined;
    }
    count++;
    return isWanted(object) ? broken.attempt(() => onObject(parse(object, number), number)) : undefined;
  };
  const onTooLong = (line: number) => fail('a line of more than 64 MB', line);
  for await (const lines of splitLines(readBytes(path, onChunk, fail), MAX_BYTES, onTooLong)) {
    for (const bytes of lines) {
      number++;
      const line = trim(number === 1 ? withoutByteOrderMark(bytes) : bytes);
      if (isUnclear && line.length > 0) {
        if (isObjectLine(line) && isValid(line)) dropDocument(number - 1);
        isUnclear = false;
      }
      if (document.length > 0 || (state === 'new' && startDocument(line))) {
        document.push(line, LINE_END);
        documentBytes += line.length + 1;
        if (documentBytes > MAX_BYTES) fail('more than 64 MB in one document: use lines with one object each');
      } else if (line.length > 0) {
        const work = readLine(line);
        if (work) await work;
      }
    }
  }
  if (isUnclear) dropDocument(number);
  if (document.length > 0) {
    const parsed = orFail(() => parse(Buffer.concat(document), 1), fail);
    const objects = listObjects(parsed) ?? fail('the document has no entities', 1);
    count = objects.length;
    for (const object of objects) await broken.attempt(() => onObject(toObject(object, 1), 1));
  } else if (state === 'new') fail('it is empty', 1);
  if (state === 'list') broken.addMissingEnd('the closing bracket is missing: the file is truncated', number);
  broken.check();
  return { count, isWhole: state === 'closed' };
}

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
function orFail<T>(work: () => T, fail: (what: string, line: number) => never): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BrokenEntry)) throw error;
    return fail(error.message, error.line);
  }
}

const [COMMA, OPEN, CLOSE] = [0x2c, 0x7b, 0x7d];

function withoutComma(line: Buffer): Buffer {
  return line.at(-1) === COMMA ? trim(line.subarray(0, -1)) : line;
}

/** Whether a line has the braces of an object. */
function isObjectLine(line: Buffer): boolean {
  return line[0] === OPEN && withoutComma(line).at(-1) === CLOSE;
}

function isValid(line: Buffer): boolean {
  try {
    return parse(withoutComma(line), 0) !== undefined;
  } catch {
    return false;
  }
}

function isOnly(line: Buffer, bracket: string): boolean {
  return line.length === 1 && line[0] === bracket.charCodeAt(0);
}

function withoutByteOrderMark(line: Buffer): Buffer {
  const hasMark = line.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return hasMark ? line.subarray(BYTE_ORDER_MARK.length) : line;
}

/** Space, tab, carriage return. */
const BLANKS = [0x20, 0x09, 0x0d];

/** Removes whitespace at both ends. */
function trim(line: Buffer): Buffer {
  let [start, end] = [0, line.length];
  while (start < end && BLANKS.includes(line[start] as number)) start++;
  while (end > start && BLANKS.includes(line[end - 1] as number)) end--;
  return line.subarray(start, end);
}
