import { SaxesParser } from 'saxes';
import { OperatorError } from '../errors.ts';
import { makeDecoder, readBytes } from './source-text.ts';

export type Attributes = Readonly<Partial<Record<string, string>>>;

/** Handlers for the elements of one kind of document. */
export interface XmlReader {
  /** The names that the root element may have. */
  roots: readonly string[];
  /** The element of one entry, for the message if there is none for long. */
  entry: string;
  /** The name of the file in a .zip. */
  zipEntry?: RegExp;
  opening: Record<string, (attributes: Attributes) => void>;
  /** Called with the text since the last tag, and the number of the line. */
  closing: Record<string, (text: string, line: number) => void>;
}

/** Longer texts are cut. Real ones have up to 500 characters. */
export const MAX_TEXT_LENGTH = 10_000;

type Fail = (what: string, line?: number) => never;

/** The largest real entry has 90 KB. Without a limit, one entry could fill the memory. */
const MAX_ENTRY_MEGABYTES = 4;

/**
 * Reads an XML file, also from a .gz or .zip, as a stream. The parser knows only the five entities of XML and skips the
 * DOCTYPE, so nothing is fetched or expanded. Throws with file and line if it is not well-formed.
 */
export async function readXml(path: string, reader: XmlReader, onChunk: (chunk: Buffer) => void): Promise<void> {
  // Maps, because an element may be called `constructor`.
  const [opening, closing] = [new Map(Object.entries(reader.opening)), new Map(Object.entries(reader.closing))];
  let text = '';
  const handlers: Handlers = {
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
  };
  for await (const _ of parseXml(path, reader, onChunk, handlers));
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
  document: Pick<XmlReader, 'roots' | 'entry'>,
  onChunk: (chunk: Buffer) => void,
  onRoot: (attributes: Attributes) => void,
): AsyncGenerator<XmlElement> {
  let whole: XmlElement[] = [];
  const open: XmlElement[] = [];
  const handlers: Handlers = {
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
  };
  for await (const _ of parseXml(path, document, onChunk, handlers)) {
    yield* whole;
    whole = [];
  }
}

interface Handlers {
  onText(text: string): void;
  onOpen(name: string, attributes: Attributes): void;
  onClose(name: string, line: number): void;
}

/** Yields after each chunk. */
async function* parseXml(
  path: string,
  document: Pick<XmlReader, 'roots' | 'entry' | 'zipEntry'>,
  onChunk: (chunk: Buffer) => void,
  handlers: Handlers,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: true });
  const fail: Fail = (what, line = parser.line) => {
    throw new OperatorError(`${path}:${line}: ${what}; nothing was imported`);
  };
  let bytes = 0;
  let isFirst = true;
  listen(parser, document.roots, handlers, fail, () => {
    bytes = 0;
  });
  const decode = makeDecoder((what, linesBefore) => fail(what, parser.line + linesBefore));
  for await (const chunk of readBytes(path, onChunk, fail, document.zipEntry)) {
    const problem = isFirst ? findEncodingProblem(chunk) : undefined;
    if (problem) fail(problem);
    isFirst = false;
    bytes += chunk.length;
    if (bytes > MAX_ENTRY_MEGABYTES * 1_000_000)
      fail(`${MAX_ENTRY_MEGABYTES} MB without a new <${document.entry}>, which no list has`);
    parser.write(decode(chunk));
    yield;
  }
  parser.write(decode()).close();
  yield;
}

function listen(
  parser: SaxesParser,
  roots: readonly string[],
  handlers: Handlers,
  fail: Fail,
  onEntry: () => void,
): void {
  let depth = 0;
  parser.on('error', (error) =>
    fail(`not well-formed XML: ${error.message.replace(/^(.*?\d+:\d+: )?/, '').replace(/\.$/, '')}`),
  );
  parser.on('text', handlers.onText);
  parser.on('cdata', handlers.onText);
  parser.on('opentag', ({ name, attributes }) => {
    if (depth === 0 && !roots.includes(name)) fail(`it begins with <${name}>, where <${roots[0]}> was expected`);
    if (depth === 1) onEntry();
    depth++;
    handlers.onOpen(name, attributes as Attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    handlers.onClose(name, parser.line);
  });
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
