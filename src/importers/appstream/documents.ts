import { OperatorError } from '../../errors.ts';
import { countLines, readText } from '../source-text.ts';

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
export async function* readDocuments(path: string, onChunk: (chunk: Buffer) => void): AsyncGenerator<DocumentText> {
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

export function failAt({ path, line }: Pick<DocumentText, 'path' | 'line'>, what: string): never {
  throw new OperatorError(`${path}:${line}: ${what}; nothing was imported`);
}

/** The start of the next document, or -1. */
function findMarker(text: string, from: number): number {
  MARKER.lastIndex = from;
  const found = MARKER.exec(text);
  return found ? found.index + 1 : -1;
}
