import { OperatorError } from '../../errors.ts';
import { countLines, readText } from '../source-text.ts';

/** The text of one document of a YAML stream. */
export interface DocumentText {
  path: string;
  /** The line of the file at which it begins. */
  line: number;
  text: string;
}

/** The longest document of Debian's catalogs has 120,000 characters; without a limit, one could fill the memory. */
const LONGEST = 4 * 1024 * 1024;
/** Nothing but the beginning of a document may stand at the beginning of a line like this, not even inside a text. */
const MARKER = /\n---(?=\s)/g;

/** The documents of a YAML file (or its .gz), one after the other: only one of them is in memory. */
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
    if (text.length > LONGEST) failAt({ path, line }, '4 MB without another document, which no catalog has');
    searched = Math.max(0, text.length - '\n---'.length);
  }
  yield cut(text.length);
}

export function failAt({ path, line }: Pick<DocumentText, 'path' | 'line'>, what: string): never {
  throw new OperatorError(`${path}:${line}: ${what}; nothing was imported`);
}

/** Where the next document begins, or -1. */
function findMarker(text: string, from: number): number {
  MARKER.lastIndex = from;
  const found = MARKER.exec(text);
  return found ? found.index + 1 : -1;
}
