import { OperatorError } from '../../errors.ts';

/** An element of an XML text, by its places there. */
interface Element {
  name: string;
  start: number;
  end: number;
  /** Between its tags. */
  from: number;
  to: number;
  children: Element[];
}

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![A-Z][^>]*>|<(\/?)([^\s<>/!?]+)((?:"[^"]*"|'[^']*'|[^"'<>])*)>/g;

/**
 * The elements of a text, below one that has no name. Not by the parser of imports: programs that play games write several roots
 * and unescaped ampersands, and the text around an edit must stay as it is.
 */
function parseMarkup(text: string): Element {
  const open: Element[] = [{ name: '', start: 0, end: text.length, from: 0, to: text.length, children: [] }];
  const fail = (what: string): never => {
    throw new OperatorError(`is damaged: ${what}`);
  };
  let at = 0;
  for (const { index, 0: token, 1: slash, 2: name, 3: rest } of text.matchAll(TOKEN)) {
    const parent = open.at(-1) as Element;
    if (text.slice(at, index).includes('<')) fail(`a "<" at character ${text.indexOf('<', at) + 1} begins no element`);
    at = index + token.length;
    if (name === undefined) continue;
    if (slash === '/') {
      if (open.length === 1 || parent.name !== name) fail(`</${name}> where </${parent.name}> was expected`);
      Object.assign(parent, { to: index, end: at });
      open.pop();
      continue;
    }
    const element: Element = { name, start: index, end: at, from: at, to: at, children: [] };
    parent.children.push(element);
    if (!rest?.endsWith('/')) open.push(element);
  }
  if (text.indexOf('<', at) !== -1) fail('it ends within a tag');
  if (open.length > 1) fail(`it ends before </${open.at(-1)?.name}>`);
  return open[0] as Element;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text in an element. */
function textIn(text: string, { from, to }: Element): string {
  const inner = text.slice(from, to).replace(/<!--[\s\S]*?-->/g, '');
  return inner.replace(
    /<!\[CDATA\[([\s\S]*?)\]\]>|&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, cdata, hex, number, name) => {
      if (cdata !== undefined) return cdata;
      if (name !== undefined) return ENTITIES[name] ?? whole;
      const code = hex === undefined ? Number(number) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** What XML cannot have, or should not. */
const CONTROLS = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

function escapeXml(text: string): string {
  const plain = text.toWellFormed().replace(CONTROLS, '');
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');
}

export interface XmlList {
  root: string;
  entry: string;
  /** The element with the path of a file. */
  path: string;
}

/** A game of a list: its values by the names of their elements. Empty ones are not written. */
export interface ListEntry {
  /** As the list has it. */
  path: string;
  fields: readonly (readonly [name: string, value: string])[];
}

export interface MergeOptions {
  /** Replaces values that differ, too. */
  overwrite: boolean;
  /** Makes paths comparable. */
  keyOf(path: string): string;
}

/** A list with new games and values, and which games are new or have new values. */
export interface Merged {
  text: string;
  added: number;
  changed: number;
}

/**
 * Adds games and missing values to a list. Nothing else is changed: a value that is there stays, unless `overwrite`, as do other
 * elements, entries, comments and spaces. An error says what is wrong with the text.
 */
export function mergeXml(
  text: string,
  list: XmlList,
  entries: readonly ListEntry[],
  { overwrite, keyOf }: MergeOptions,
): Merged {
  const whole = text.trim() === '' ? `<?xml version="1.0"?>\n<${list.root}>\n</${list.root}>\n` : text;
  const base = whole.replace(new RegExp(`<${list.root}(\\s[^<>]*?)?/>`), `<${list.root}$1>\n</${list.root}>`);
  const root = parseMarkup(base).children.find(({ name }) => name === list.root);
  if (!root) throw new OperatorError(`has no <${list.root}>`);
  const known = new Map<string, Element>();
  for (const element of root.children) {
    const own = element.children.find(({ name }) => name === list.path);
    if (element.name === list.entry && own) known.set(keyOf(textIn(base, own)), element);
  }
  const newline = base.includes('\r\n') ? '\r\n' : '\n';
  const edits: Edit[] = [];
  const added: string[] = [];
  let changed = 0;
  for (const entry of entries) {
    const element = known.get(keyOf(entry.path));
    const fields = entry.fields.filter(([, value]) => value !== '');
    if (!element) {
      const lines = [[list.path, entry.path] as const, ...fields].map((field) => `\t\t${tagOf(...field)}`);
      added.push([`\t<${list.entry}>`, ...lines, `\t</${list.entry}>`].join(newline));
      continue;
    }
    const own = fields.flatMap((field) => editField(base, element, field, overwrite, newline));
    edits.push(...own);
    if (own.length > 0) changed++;
  }
  if (added.length > 0) {
    const last = root.children.at(-1)?.end ?? root.from;
    edits.push({ start: last, end: last, text: added.map((one) => newline + one).join('') });
  }
  return { text: edits.length > 0 ? applyEdits(base, edits) : text, added: added.length, changed };
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

function editField(
  text: string,
  element: Element,
  [name, value]: readonly [string, string],
  overwrite: boolean,
  newline: string,
): Edit[] {
  const own = element.children.find((child) => child.name === name);
  const before = own ? textIn(text, own).trim() : '';
  if (own && (before === value.trim() || (before !== '' && !overwrite))) return [];
  if (own) return [{ start: own.start, end: own.end, text: tagOf(name, value) }];
  const last = element.children.at(-1) as Element;
  const indent = /[ \t]*$/.exec(text.slice(0, last.start))?.[0] ?? '';
  return [{ start: last.end, end: last.end, text: `${newline}${indent}${tagOf(name, value)}` }];
}

function tagOf(name: string, value: string): string {
  return `<${name}>${escapeXml(value)}</${name}>`;
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  let [done, at] = ['', 0];
  // The order of those at the same place stays.
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    done += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return done + text.slice(at);
}
