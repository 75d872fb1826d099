import { OperatorError } from '../../errors.ts';
import { type BrokenCounter, BrokenEntry } from '../broken-entries.ts';
import { nameOf, readBytes } from './input.ts';
import { type Fail, openJsonList } from './json-list.ts';
import { MAX_BYTES, splitLines, trimBytes } from './raw-lines.ts';

export interface EntityReader {
  /** A quick check of the bytes of a line. Other lines are not parsed. */
  isWanted(line: Buffer): boolean;
  /** Called for every wanted entity, and for all entities of a document. */
  onEntity(entity: unknown, fail: Fail): Promise<void> | void;
  /** Undefined if a file is read again, and its broken entities are known. */
  broken?: BrokenCounter;
  onChunk(bytes: number): void;
}

export interface EntitiesRead {
  entities: number;
  /** Whether it was a complete dump with both brackets. */
  isWhole: boolean;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const LINE_END = Buffer.from('\n');
/** The start of a response of Special:EntityData, on one line or on several. */
const DOCUMENT_HEAD = /^\{\s*($|"entities"\s*:)/;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the entities of a dump, one per line, or of one document `{"entities":{…}}`. Of a line that is not wanted only the
 * braces are checked.
 */
export async function readEntities(path: string, reader: EntityReader): Promise<EntitiesRead> {
  let number = 0;
  let entities = 0;
  const fail: Fail = (what, line = number) => {
    throw new OperatorError(`${nameOf(path)}:${line}: ${what}; nothing was imported`);
  };
  const failEntry: Fail = (what, line = number) => {
    throw new BrokenEntry(what, line);
  };
  const read = (work: () => Promise<void>) => readOrSkip(work, reader.broken);
  const onTooLong = () => fail('a line of more than 64 MB, which is not an entity', number + 1);
  const list = openJsonList(fail, failEntry);
  const document = openDocument(fail);
  for await (const lines of splitLines(readBytes(path, reader.onChunk), onTooLong)) {
    for (const bytes of lines) {
      number++;
      if (document.take(bytes, entities === 0)) continue;
      await read(async () => {
        const entity = list.unwrap(trimBytes(number === 1 ? withoutByteOrderMark(bytes) : bytes));
        if (!entity) return;
        entities++;
        if (!reader.isWanted(entity)) return;
        await reader.onEntity(parse(entity, failEntry), failEntry);
        reader.broken?.countGood();
      });
    }
  }
  const listed = document.list();
  for (const entity of listed ?? [])
    await read(async () => {
      await reader.onEntity(entity, failEntry);
      reader.broken?.countGood();
    });
  const isWhole = listed === undefined && list.close((what) => reader.broken?.addMissingEnd(what, number));
  reader.broken?.check();
  return { entities: listed?.length ?? entities, isWhole };
}

async function readOrSkip(work: () => Promise<void>, broken: BrokenCounter | undefined): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof BrokenEntry)) throw error;
    broken?.add(error.message, error.line);
  }
}

/** Collects the lines of a document. It has at most fifty entities, the limit of the API. */
function openDocument(fail: Fail) {
  const lines: Buffer[] = [];
  let bytes = 0;
  return {
    take: (line: Buffer, mayStart: boolean): boolean => {
      if (lines.length === 0 && !(mayStart && isHead(line))) return false;
      lines.push(line, LINE_END);
      bytes += line.length + 1;
      if (bytes > MAX_BYTES) fail('more than 64 MB in one document: use lines with one entity each');
      return true;
    },
    list: (): unknown[] | undefined => {
      if (lines.length === 0) return undefined;
      const { entities } = parse(Buffer.concat(lines), fail) as { entities?: unknown };
      return isObject(entities) ? Object.values(entities) : fail('the document has no entities', 1);
    },
  };
}

function isHead(line: Buffer): boolean {
  return DOCUMENT_HEAD.test(withoutByteOrderMark(line).toString('latin1', 0, 40).trim());
}

function parse(bytes: Buffer, fail: Fail): unknown {
  try {
    return JSON.parse(strictUtf8.decode(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError)) return fail('not valid UTF-8');
    // V8 reports a line number only if there are several lines.
    const [, line] = /\(line (\d+) column/.exec(error.message) ?? [];
    return fail(
      `not valid JSON: ${error.message.slice(0, 200)}`,
      bytes.includes(LINE_END) ? Number(line) || undefined : undefined,
    );
  }
}

function withoutByteOrderMark(line: Buffer): Buffer {
  return line.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? line.subarray(BYTE_ORDER_MARK.length)
    : line;
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object';
}
