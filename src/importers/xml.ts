import { OperatorError } from '../errors.ts';
import type { BrokenCounter } from './broken-entries.ts';
import { makeDecoder, readBytes } from './source-text.ts';
import {
  type Attributes,
  type Fail,
  openEntryParser,
  openWholeParser,
  type XmlDocument,
  type XmlHandlers,
} from './xml-parser.ts';

/** Handlers for the elements of one kind of document. */
export interface XmlReader extends XmlDocument {
  opening: Record<string, (attributes: Attributes) => void>;
  /** Called with the text since the last tag, and the number of the line. */
  closing: Record<string, (text: string, line: number) => void>;
  comment?(text: string): void;
}

/** Longer texts are cut. Real ones have up to 500 characters. */
export const MAX_TEXT_LENGTH = 10_000;

/**
 * Reads an XML file, also from a .gz or .zip, as a stream. The parser knows only the five entities of XML and skips the
 * DOCTYPE, so nothing is fetched or expanded. An entry that is not well-formed is counted and skipped; if nobody counts, it
 * throws with file and line.
 */
export async function readXml(
  path: string,
  reader: XmlReader,
  onChunk: (chunk: Buffer) => void,
  broken?: BrokenCounter,
): Promise<void> {
  // Maps, because an element may be called `constructor`.
  const [opening, closing] = [new Map(Object.entries(reader.opening)), new Map(Object.entries(reader.closing))];
  let text = '';
  const handlers: XmlHandlers = {
    onText: (piece) => {
      text += piece;
    },
    onOpen: (name, attributes) => {
      text = '';
      opening.get(name)?.(attributes);
    },
    onClose: (name, line) => {
      closing.get(name)?.(text.slice(0, MAX_TEXT_LENGTH), line);
      text = '';
    },
    onComment: (comment) => reader.comment?.(comment),
    onSkip: () => {},
  };
  for await (const _ of parseXml(path, reader, onChunk, handlers, broken));
}

/** An element with its texts and elements in order. */
export interface XmlElement {
  name: string;
  attributes: Attributes;
  children: (XmlElement | string)[];
}

/** Reads the elements below the root one by one, each with all that is in it. `onRoot` gets the attributes of the root. */
export async function* readXmlElements(
  path: string,
  document: XmlDocument,
  onChunk: (chunk: Buffer) => void,
  onRoot: (attributes: Attributes) => void,
  broken?: BrokenCounter,
): AsyncGenerator<XmlElement> {
  let whole: XmlElement[] = [];
  const open: XmlElement[] = [];
  const handlers: XmlHandlers = {
    onText: (piece) => {
      if (open.length > 1) open.at(-1)?.children.push(piece);
    },
    onOpen: (name, attributes) => {
      const element = { name, attributes, children: [] };
      if (open.length === 0) onRoot(attributes);
      if (open.length > 1) open.at(-1)?.children.push(element);
      open.push(element);
    },
    onClose: () => {
      const element = open.pop();
      if (element && open.length === 1) whole.push(element);
    },
    onSkip: (depth) => {
      open.length = depth;
    },
  };
  for await (const _ of parseXml(path, document, onChunk, handlers, broken)) {
    yield* whole;
    whole = [];
  }
}

/** Yields after each chunk. */
async function* parseXml(
  path: string,
  document: XmlDocument,
  onChunk: (chunk: Buffer) => void,
  handlers: XmlHandlers,
  broken: BrokenCounter | undefined,
): AsyncGenerator<void> {
  const fail: Fail = (what, line = parser.line()) => {
    throw new OperatorError(`${path}:${line}: ${what}; nothing was imported`);
  };
  const parser = broken ? openEntryParser(document, handlers, fail, broken) : openWholeParser(document, handlers, fail);
  const decode = makeDecoder((what, linesBefore) => fail(what, parser.line() + linesBefore));
  let isFirst = true;
  for await (const chunk of readBytes(path, onChunk, fail, document.zipEntry)) {
    const problem = isFirst ? findEncodingProblem(chunk) : undefined;
    if (problem) fail(problem);
    isFirst = false;
    parser.write(decode(chunk));
    yield;
  }
  parser.write(decode());
  parser.close();
  broken?.check();
  yield;
}

/** Problems by the first bytes of a file, in hexadecimal. */
const PROBLEMS: [firstBytes: RegExp, what: string][] = [
  [/^(fffe|feff|3c00|003c)/, 'it is in UTF-16, and must be in UTF-8'],
  [/^1f8b/, 'it is compressed, and its name must end in .gz'],
];
const MAX_DECLARATION_LENGTH = 200;

/** Says why a file is not XML in UTF-8, by its first bytes. */
function findEncodingProblem(bytes: Buffer): string | undefined {
  const firstBytes = bytes.toString('hex', 0, 4);
  const problem = PROBLEMS.find(([pattern]) => pattern.test(firstBytes))?.[1];
  const declaration = bytes.toString('latin1', 0, MAX_DECLARATION_LENGTH);
  const encoding = /^(?:\u00ef\u00bb\u00bf)?<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)["']/.exec(declaration)?.[1];
  if (problem || encoding === undefined || /^(utf-?8|us-ascii)$/i.test(encoding)) return problem;
  return `it is in ${encoding}, and must be in UTF-8`;
}
