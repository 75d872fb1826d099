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
 * Reads an XML file, also from a .gz or .zip, as a stream. The parser knows only the five entities of XML and skips the DOCTYPE, so
 * nothing is fetched or expanded. Throws with file and line if it is not well-formed.
 */
export async function readXml(path: string, reader: XmlReader, onChunk: (chunk: Buffer) => void): Promise<void> {
  const parser = new SaxesParser({ position: true });
  const fail: Fail = (what, line = parser.line) => {
    throw new OperatorError(`${path}:${line}: ${what}; nothing was imported`);
  };
  let bytes = 0;
  let isFirst = true;
  listen(parser, reader, fail, () => {
    bytes = 0;
  });
  const decode = makeDecoder((what, linesBefore) => fail(what, parser.line + linesBefore));
  for await (const chunk of readBytes(path, onChunk, fail, reader.zipEntry)) {
    const problem = isFirst ? findEncodingProblem(chunk) : undefined;
    if (problem) fail(problem);
    isFirst = false;
    bytes += chunk.length;
    if (bytes > MAX_ENTRY_MEGABYTES * 1_000_000)
      fail(`${MAX_ENTRY_MEGABYTES} MB without a new <${reader.entry}>, which no list has`);
    parser.write(decode(chunk));
  }
  parser.write(decode()).close();
}

function listen(parser: SaxesParser, reader: XmlReader, fail: Fail, onEntry: () => void): void {
  const { roots } = reader;
  // Maps, because an element may be called `constructor`.
  const [opening, closing] = [new Map(Object.entries(reader.opening)), new Map(Object.entries(reader.closing))];
  let text = '';
  let depth = 0;
  parser.on('error', (error) =>
    fail(`not well-formed XML: ${error.message.replace(/^(.*?\d+:\d+: )?/, '').replace(/\.$/, '')}`),
  );
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('cdata', (piece) => {
    text += piece;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (depth === 0 && !roots.includes(name)) fail(`it begins with <${name}>, where <${roots[0]}> was expected`);
    if (depth === 1) onEntry();
    depth++;
    text = '';
    opening.get(name)?.(attributes as Attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    closing.get(name)?.(text.slice(0, MAX_TEXT_LENGTH), parser.line);
    text = '';
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
