import { parseDocument } from 'yaml';
import { OperatorError } from '../../errors.ts';
import { BrokenEntry } from '../broken-entries.ts';
import { countLines, readText } from '../source-text.ts';

/** The content of a document. All scalars are strings: version 1.10 is not the number 1.1, and a game may be called 2048. */
export type Yaml = string | Yaml[] | YamlMap;
export type YamlMap = { readonly [name: string]: Yaml };

const OPTIONS = { schema: 'failsafe', stringKeys: true, prettyErrors: false, logLevel: 'silent' } as const;
/** Catalogs have few or no aliases. The limit stops alias bombs. */
const MAX_ALIASES = 100;

/** Parses one document. Throws `BrokenEntry`. */
export function parseYaml(document: DocumentText): Yaml {
  const parsed = parseDocument(document.text, OPTIONS);
  const [error] = parsed.errors;
  if (error) {
    const line = document.line + countLines(document.text.slice(0, error.pos[0]));
    throw new BrokenEntry(`not valid YAML: ${error.message}`, line);
  }
  try {
    return parsed.toJS({ maxAliasCount: MAX_ALIASES }) ?? '';
  } catch (error) {
    throw new BrokenEntry(`unsupported YAML: ${(error as Error).message}`, document.line);
  }
}

/** The trimmed text of a field. Undefined if it is empty or not a text. */
export function textAt(map: YamlMap, name: string): string | undefined {
  const value = map[name];
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

export function mapAt(map: YamlMap, name: string): YamlMap {
  return toMap(map[name]);
}

/** The maps of a list; `textsAt` returns the texts. Other items are ignored. */
export function mapsAt(map: YamlMap, name: string): YamlMap[] {
  return toList(map[name]).filter((item) => typeof item === 'object' && !Array.isArray(item)) as YamlMap[];
}

export function textsAt(map: YamlMap, name: string): string[] {
  return toList(map[name]).filter((item) => typeof item === 'string');
}

/** The original text among its translations. */
export function untranslated(map: YamlMap): string | undefined {
  return textAt(map, 'C') ?? textAt(map, 'en');
}

export function toMap(value: Yaml | undefined): YamlMap {
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

function toList(value: Yaml | undefined): Yaml[] {
  return Array.isArray(value) ? value : [];
}

/** The text of one document of a YAML stream. */
export interface DocumentText {
  path: string;
  /** Its first line in the file. */
  line: number;
  text: string;
}

/** The longest document of Debian's catalogs has 120,000 characters. The limit protects the memory. */
const LONGEST_DOCUMENT = 4 * 1024 * 1024;
/** YAML reserves this at the start of a line, even inside of a text. */
const MARKER = /\n---(?=\s)/g;

/** Streams the documents of a YAML file (or its .gz). Only one of them is in memory. */
async function* readDocuments(path: string, onChunk: (chunk: Buffer) => void): AsyncGenerator<DocumentText> {
  let text = '';
  let line = 1;
  let searched = 0;
  const cut = (end: number): DocumentText => {
    const document = { path, line, text: text.slice(0, end) };
    line += countLines(document.text);
    text = text.slice(end);
    searched = 0;
    return document;
  };
  for await (const piece of readText(path, onChunk)) {
    text += piece;
    for (let end = findMarker(text, searched); end >= 0; end = findMarker(text, searched)) yield cut(end);
    if (text.length > LONGEST_DOCUMENT) failAt({ path, line }, '4 MB without the start of another document');
    searched = Math.max(0, text.length - '\n---'.length);
  }
  yield cut(text.length);
}

function failAt({ path, line }: Pick<DocumentText, 'path' | 'line'>, what: string): never {
  throw new OperatorError(`${path}:${line}: ${what}; nothing was imported`);
}

/** The start of the next document, or -1. */
function findMarker(text: string, from: number): number {
  MARKER.lastIndex = from;
  const found = MARKER.exec(text);
  return found ? found.index + 1 : -1;
}

/** The first document of a catalog. */
export interface CatalogHead {
  /** The archive, such as `debian-bookworm-main`. */
  origin: string;
  time: string | undefined;
  /** The base of relative picture URLs. */
  mediaBase: string | undefined;
}

/** Reads a DEP-11 catalog. The components are not parsed yet, because that is slow and few of them are games. */
export async function readCatalog(
  path: string,
  onChunk: (chunk: Buffer) => void,
  onComponent: (document: DocumentText, head: CatalogHead) => Promise<void>,
): Promise<CatalogHead> {
  let head: CatalogHead | undefined;
  for await (const document of readDocuments(path, onChunk)) {
    if (isEmpty(document)) continue;
    if (head) await onComponent(document, head);
    else head = parseHead(document);
  }
  return head ?? failAt({ path, line: 1 }, 'it is empty');
}

function parseHead(document: DocumentText): CatalogHead {
  const head = parseFirst(document);
  if (textAt(head, 'File') !== 'DEP-11')
    failAt(document, 'it is not a DEP-11 catalog: its first document lacks "File: DEP-11"');
  return {
    origin: textAt(head, 'Origin') ?? 'unknown',
    time: textAt(head, 'Time'),
    mediaBase: textAt(head, 'MediaBaseUrl'),
  };
}

/** Without the first document, the others have no meaning. */
function parseFirst(document: DocumentText): YamlMap {
  try {
    return toMap(parseYaml(document));
  } catch (error) {
    if (!(error instanceof BrokenEntry)) throw error;
    return failAt({ path: document.path, line: error.line }, error.message);
  }
}

/** A stream may start with directives and comments. */
function isEmpty({ text }: DocumentText): boolean {
  return text.replace(/^(?:[%#].*|---)$/gm, '').trim() === '';
}
