import { SaxesParser } from 'saxes';
import { readText } from './source-text.ts';
import { type BrokenCounter, refuse } from './unknowns.ts';

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
  /** The name of the file in a .zip. */
  zipEntry?: RegExp;
  /** It may throw `BrokenEntry`. */
  onEntry(entry: XmlEntry): void;
  /** A comment between entries. */
  onComment?(text: string, parent: Attributes): void;
}

/** The largest real entry has 90 KB. Without a limit, one entry could fill the memory. */
const MAX_ENTRY_MEGABYTES = 4;
/** An element takes up to 1 KB. */
const MAX_ELEMENTS = 100_000;
/** Real lists have fewer than 10 nested elements. Each level is a call of a function. */
const MAX_DEPTH = 100;
/**
 * Reads an XML file, also from a .gz or .zip, entry by entry. The parser knows only the five entities of XML and skips the
 * DOCTYPE, so nothing is fetched or expanded. A file that is not well-formed is refused: programs write these files, so it was
 * damaged on its way.
 */
export async function readXml(
  path: string,
  reader: XmlReader,
  onChunk: (chunk: Buffer) => void,
  broken?: BrokenCounter,
): Promise<void> {
  const parser = makeParser(path, reader, broken);
  for await (const text of readText(path, onChunk, reader.zipEntry)) parser.write(text);
  parser.close();
  broken?.check();
}

function makeParser(
  path: string,
  { roots, entries, onEntry, onComment }: XmlReader,
  broken: BrokenCounter | undefined,
) {
  const sax = new SaxesParser({ position: false });
  const open: XmlElement[] = [];
  let entry: XmlEntry | undefined;
  let [elements, characters] = [0, 0];
  const fail = (what: string): never => {
    const where = entry ? `, in the entry that begins in line ${entry.line}` : '';
    return refuse(`${path}:${sax.line}`, `${what}${where}`);
  };
  const onText = (text: string) => {
    if (entry) open.at(-1)?.children.push(text);
  };
  // The name of an entity ends with a semicolon, which may be far away.
  sax.on('error', ({ message }) =>
    fail(`not well-formed XML: ${message.replace(/\.$/, '').replace(/entity.*/, '$& (an "&" must be "&amp;")')}`),
  );
  sax.on('text', onText);
  sax.on('cdata', onText);
  sax.on('comment', (text) => {
    const parent = open.at(-1)?.attributes ?? {};
    if (entry || !onComment) return;
    characters = 0;
    onComment(text, parent);
  });
  sax.on('opentag', ({ name, attributes }) => {
    const parent = open.at(-1);
    if (!parent && !roots.includes(name)) fail(`it begins with <${name}>, where <${roots[0]}> was expected`);
    if (open.length >= MAX_DEPTH) fail(`more than ${MAX_DEPTH} nested elements`);
    if (entry && ++elements > MAX_ELEMENTS) fail(`more than ${MAX_ELEMENTS} elements`);
    const element = { name, attributes: attributes as Attributes, children: [] };
    const around = { parent: parent?.attributes ?? {}, line: sax.line };
    open.push(element);
    if (entry) parent?.children.push(element);
    else [elements, characters] = [0, 0];
    if (!entry && parent && entries.includes(name)) entry = Object.assign(element, around);
  });
  sax.on('closetag', () => {
    if (open.pop() !== entry || !entry) return;
    const closed = entry;
    entry = undefined;
    if (broken) broken.attempt(() => onEntry(closed));
    else onEntry(closed);
  });
  return {
    write: (text: string) => {
      characters += text.length;
      sax.write(text);
      if (characters > MAX_ENTRY_MEGABYTES * 1_000_000)
        fail(`${MAX_ENTRY_MEGABYTES} MB without a new <${entries[0]}>, which no list has`);
    },
    close: () => sax.close(),
  };
}

/** The elements with this name that are directly in another one. */
export function childrenOf(parent: XmlElement | undefined, name: string): XmlElement[] {
  return (parent?.children ?? []).filter((child) => typeof child !== 'string').filter((child) => child.name === name);
}

export function childOf(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return childrenOf(parent, name)[0];
}

/** Not a translation. */
export function isOriginal({ attributes }: XmlElement): boolean {
  return attributes['xml:lang'] === undefined;
}

/** The element with this name that is not a translation. */
export function original(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return childrenOf(parent, name).find(isOriginal);
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
