import { SaxesParser } from 'saxes';
import { OperatorError } from '../errors.ts';
import { type BrokenCounter, BrokenEntry, makeBrokenCounter } from './broken-entries.ts';
import { countLines, makeDecoder, readBytes } from './source-text.ts';
import { makeUnknowns } from './unknowns.ts';

export type Attributes = Readonly<Partial<Record<string, string>>>;

/** An element with its texts and elements in order. */
export interface XmlElement {
  name: string;
  attributes: Attributes;
  children: (XmlElement | string)[];
}

/** An element below the root that is read as a whole. */
export interface XmlEntry extends XmlElement {
  /** The attributes of the element around it. */
  parent: Attributes;
  line: number;
}

export interface XmlReader {
  /** The names that the root element may have. */
  roots: readonly string[];
  /** The elements that are read, each with all that is in it. None of them contains another one. */
  entries: readonly string[];
  /** Entries that are skipped. They are not counted as good. */
  skipped?: readonly string[];
  /** The name of the file in a .zip. */
  zipEntry?: RegExp;
  /** It may throw `BrokenEntry`. */
  onEntry(entry: XmlEntry): void | Promise<void>;
  /** A comment between entries. */
  onComment?(text: string, parent: Attributes): void;
}

/** The largest real entry has 90 KB. Without a limit, one entry could fill the memory. */
const MAX_ENTRY_MEGABYTES = 4;
/** The error after the parser has closed an element that the text does not close. */
const CLOSED_BY_PARSER = 'unexpected close tag.';
const NOT_WELL_FORMED = 'not well-formed XML';
const NOT_CLOSED = `${NOT_WELL_FORMED}: the entry that begins here is not closed, or has an "&" that must be "&amp;"`;
/** Real lists have fewer than 10 nested elements. Each level is a call of a function. */
const MAX_DEPTH = 100;
/** An element takes up to 1 KB. */
const MAX_ELEMENTS = 100_000;

/**
 * Reads an XML file, also from a .gz or .zip, entry by entry. The parser knows only the five entities of XML and skips the
 * DOCTYPE, so nothing is fetched or expanded. An entry that is not well-formed is counted and skipped; if nobody counts, it
 * throws with file and line.
 */
export async function readXml(
  path: string,
  reader: XmlReader,
  onChunk: (chunk: Buffer) => void,
  broken = makeBrokenCounter(path, makeUnknowns(), { strict: '' }),
): Promise<void> {
  const split = makeSplitter([...reader.entries, ...(reader.skipped ?? [])]);
  let pending = '';
  let line = 1;
  const fail: Fail = (what, at = line + countLines(pending)) => {
    throw new OperatorError(`${path}:${at}: ${what}; nothing was imported`);
  };
  const parse = makePieceParser(reader, fail, broken);
  const read = async (text: string, isLast: boolean) => {
    for (const use of parse(text, line, isLast)) await use();
    line += countLines(text);
  };
  const decode = makeDecoder((what, linesBefore) => fail(what, line + countLines(pending) + linesBefore));
  let isFirst = true;
  for await (const chunk of readBytes(path, onChunk, fail, reader.zipEntry)) {
    const problem = isFirst ? findEncodingProblem(chunk) : undefined;
    if (problem) fail(problem);
    isFirst = false;
    pending += decode(chunk);
    const pieces = split(pending);
    pending = pieces.pop() ?? '';
    for (const piece of pieces) await read(piece, false);
    if (pending.length > MAX_ENTRY_MEGABYTES * 1_000_000)
      fail(`${MAX_ENTRY_MEGABYTES} MB without a new <${reader.entries[0]}>, which no list has`);
  }
  pending += decode();
  await read(pending, true);
  broken.check();
}

type Fail = (what: string, line?: number) => never;

const SECTION_ENDS: Attributes = { '<!--': '-->', '<![CDATA[': ']]>' };

/**
 * Splits a text before each start of an entry. A comment or a CDATA section may contain one. The next text begins with the
 * last piece.
 */
function makeSplitter(entries: readonly string[]) {
  const starts = entries.map((name) => `<${name}`);
  const marks = new RegExp(`<!--|<!\\[CDATA\\[|(?:${starts.join('|')})[\\s>]`, 'g');
  const longest = Math.max(...[...starts, '<![CDATA'].map((start) => start.length));
  let searched = 0;
  return (text: string): string[] => {
    const pieces: string[] = [];
    let begin = 0;
    marks.lastIndex = searched;
    let found = marks.exec(text);
    for (; found; found = marks.exec(text)) {
      const sectionEnd = SECTION_ENDS[found[0]];
      if (sectionEnd === undefined) {
        pieces.push(text.slice(begin, found.index));
        begin = found.index;
      } else {
        const end = text.indexOf(sectionEnd, marks.lastIndex);
        if (end < 0) break;
        marks.lastIndex = end + sectionEnd.length;
      }
      searched = marks.lastIndex;
    }
    // A mark may be cut in two.
    searched = (found?.index ?? Math.max(searched, text.length - longest)) - begin;
    return [...pieces, text.slice(begin)];
  };
}

/**
 * Parses pieces of a document, each from the start of an entry to that of the next one, and each with a new parser: after an
 * error, the old one could take everything up to the end for a part of the broken entry.
 */
function makePieceParser(reader: XmlReader, fail: Fail, broken: BrokenCounter) {
  /** The elements around the entries. */
  let around: XmlElement[] = [];
  const names = new Set([...reader.entries, ...(reader.skipped ?? [])]);

  /** What to do with the entries and comments of a piece, or with those before an error. */
  return (text: string, firstLine: number, isLast: boolean) => {
    const sax = new SaxesParser({ position: false });
    for (const { name } of around) sax.write(`<${name}>`);
    const line = () => firstLine + sax.line - 1;
    const open = [...around];
    const found: (() => void | Promise<void>)[] = [];
    let entry: XmlEntry | undefined;
    let elements = 0;
    let isClosing = false;
    let lastClosed: XmlElement | undefined;
    let lastEntry: XmlEntry | undefined;
    const onText = (piece: string) => {
      if (entry) open.at(-1)?.children.push(piece);
    };
    sax.on('error', ({ message }) => {
      if (message === CLOSED_BY_PARSER && lastClosed) {
        if (lastClosed === lastEntry) found.pop();
        if (open.length === 0) open.push(lastClosed);
      }
      throw new BrokenEntry(`${NOT_WELL_FORMED}: ${message.replace(/\.$/, '')}`, line());
    });
    sax.on('text', onText);
    sax.on('cdata', onText);
    sax.on('comment', (comment) => {
      const parent = open.at(-1)?.attributes ?? {};
      if (!entry) found.push(() => reader.onComment?.(comment, parent));
    });
    sax.on('opentag', (tag) => {
      const { name, attributes } = tag as { name: string; attributes: Attributes };
      const parent = open.at(-1);
      if (!parent && !reader.roots.includes(name))
        fail(`it begins with <${name}>, where <${reader.roots[0]}> was expected`, line());
      if (open.length >= MAX_DEPTH) throw new BrokenEntry(`more than ${MAX_DEPTH} nested elements`, line());
      if (entry && ++elements > MAX_ELEMENTS)
        throw new BrokenEntry(`an entry of more than ${MAX_ELEMENTS} elements`, entry.line);
      const element = { name, attributes, children: [], parent: parent?.attributes ?? {}, line: line() };
      if (entry) parent?.children.push(element);
      else if (parent && names.has(name)) entry = element;
      open.push(element);
    });
    sax.on('closetag', () => {
      lastClosed = open.pop();
      const closed = lastClosed === entry ? entry : undefined;
      if (!closed) return;
      lastEntry = closed;
      entry = undefined;
      found.push(() =>
        reader.skipped?.includes(closed.name) ? undefined : broken.attempt(() => reader.onEntry(closed)),
      );
    });
    try {
      sax.write(text);
      if (entry && !isLast) throw new BrokenEntry(NOT_CLOSED, entry.line);
      isClosing = isLast;
      if (isLast) sax.close();
      around = open;
      return found;
    } catch (error) {
      if (!(error instanceof BrokenEntry)) throw error;
      const { message: what } = error;
      const outside = entry ? open.slice(0, open.indexOf(entry)) : open;
      // Nothing may follow the root.
      if (outside.length === 0) fail(what, error.line);
      around = outside;
      if (isClosing) broken.addMissingEnd(what, error.line);
      else broken.add(what, error.line);
      if (isLast && !isClosing && !text.includes(`</${around[0]?.name}`))
        broken.addMissingEnd('the end of the file is missing', line());
      return found;
    }
  };
}

const UTF16 = /^(fffe|feff|3c00|003c)/;
const MAX_DECLARATION_LENGTH = 200;

/** Says why a file is not XML in UTF-8, by its first bytes. */
function findEncodingProblem(bytes: Buffer): string | undefined {
  if (UTF16.test(bytes.toString('hex', 0, 4))) return 'it is in UTF-16, and must be in UTF-8';
  const declaration = bytes.toString('latin1', 0, MAX_DECLARATION_LENGTH);
  const encoding = /^(?:\u00ef\u00bb\u00bf)?<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)["']/.exec(declaration)?.[1];
  const isUtf8 = encoding === undefined || /^(utf-?8|us-ascii)$/i.test(encoding);
  return isUtf8 ? undefined : `it is in ${encoding}, and must be in UTF-8`;
}

/** The elements with this name that are directly in another one. */
export function childrenOf(parent: XmlElement | undefined, name: string): XmlElement[] {
  return (parent?.children ?? []).filter((child) => typeof child !== 'string').filter((child) => child.name === name);
}

export function childOf(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return childrenOf(parent, name)[0];
}

/** Everything in an element, in order. */
export function* elementsIn(parent: XmlElement): Generator<XmlElement> {
  for (const child of parent.children) {
    if (typeof child === 'string') continue;
    yield child;
    yield* elementsIn(child);
  }
}

/** Longer texts are cut. Real ones have up to 500 characters. */
export const MAX_TEXT_LENGTH = 10_000;

export function textOf(element: XmlElement | undefined): string {
  const texts = (element?.children ?? []).map((child) => (typeof child === 'string' ? child : textOf(child)));
  return texts.join('').slice(0, MAX_TEXT_LENGTH);
}
