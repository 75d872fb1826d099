import { SaxesParser } from 'saxes';
import { OperatorError } from '../../errors.ts';
import { openDecoder, readBytes } from '../source-text.ts';

export type Attributes = Readonly<Partial<Record<string, string>>>;

/** What a reader of one kind of document wants to hear of. */
export interface XmlReader {
  open(name: string, attributes: Attributes): void;
  close(name: string, text: string): void;
}

export interface XmlOptions {
  /** The names that the outermost element may have. */
  roots: readonly string[];
  /** The element that stands for one entry, of which there are many. */
  entry: string;
  /** Told the bytes of the file as they come. */
  onChunk: (chunk: Buffer) => void;
}

/** What comes after so many letters no title and no name has: real ones have 500. */
export const LONGEST_TEXT = 10_000;

type Fail = (what: string, line?: number) => never;

/** The largest entry of the real lists has 90 KB; without a limit, one could fill the memory. */
const MOST_MEGABYTES_OF_AN_ENTRY = 4;

/** A reader that hears of some elements by name. */
export function toReader(
  opening: Record<string, (attributes: Attributes) => void>,
  closing: Record<string, (text: string) => void>,
): XmlReader {
  const [opens, closes] = [new Map(Object.entries(opening)), new Map(Object.entries(closing))];
  return {
    open: (name, attributes) => opens.get(name)?.(attributes),
    close: (name, text) => closes.get(name)?.(text),
  };
}

/**
 * Reads an XML file (or its .gz) piece by piece. The parser knows the five entities of XML itself and no others, and the
 * DOCTYPE is skipped: nothing is ever fetched, and nothing grows. What is not well-formed is told with file and line.
 */
export async function readXml(path: string, reader: XmlReader, options: XmlOptions): Promise<void> {
  const parser = new SaxesParser({ position: true });
  const fail: Fail = (what, line = parser.line) => {
    throw new OperatorError(`${path}:${line}: ${what}; nothing was imported`);
  };
  let bytes = 0;
  let isFirst = true;
  listen(parser, reader, options, fail, () => {
    bytes = 0;
  });
  const decode = openDecoder((what, linesBefore) => fail(what, parser.line + linesBefore));
  for await (const chunk of readBytes(path, options.onChunk, fail)) {
    const form = isFirst ? findForeignForm(chunk) : undefined;
    if (form) fail(form);
    isFirst = false;
    bytes += chunk.length;
    if (bytes > MOST_MEGABYTES_OF_AN_ENTRY * 1_000_000)
      fail(`${MOST_MEGABYTES_OF_AN_ENTRY} MB without a new <${options.entry}>, which no list has`);
    parser.write(decode(chunk));
  }
  parser.write(decode()).close();
}

function listen(
  parser: SaxesParser,
  reader: XmlReader,
  { roots, entry }: XmlOptions,
  fail: Fail,
  onEntry: () => void,
): void {
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
    depth++;
    text = '';
    if (name === entry) onEntry();
    reader.open(name, attributes as Attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    reader.close(name, text.slice(0, LONGEST_TEXT));
    text = '';
  });
}

/** What a file begins with that is no XML in UTF-8, as hexadecimal digits. */
const FORMS: [beginning: RegExp, what: string][] = [
  [/^(fffe|feff|3c00|003c)/, 'it is in UTF-16, and must be in UTF-8'],
  [/^1f8b/, 'it is compressed, and its name must end in .gz'],
];
const LONGEST_DECLARATION = 200;

/** Why the first bytes of a file cannot be those of XML in UTF-8, if so. */
function findForeignForm(bytes: Buffer): string | undefined {
  const beginning = bytes.toString('hex', 0, 4);
  const form = FORMS.find(([pattern]) => pattern.test(beginning))?.[1];
  const declaration = bytes.toString('latin1', 0, LONGEST_DECLARATION);
  const encoding = /^(?:\u00ef\u00bb\u00bf)?<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)["']/.exec(declaration)?.[1];
  if (form || encoding === undefined || /^(utf-?8|us-ascii)$/i.test(encoding)) return form;
  return `it is in ${encoding}, and must be in UTF-8`;
}
