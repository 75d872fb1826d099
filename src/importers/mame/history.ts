import { findTextProblem, toPlainText } from '../../bundle/plain-text.ts';
import { OperatorError } from '../../errors.ts';
import { readXml, type XmlReader } from '../xml.ts';
import { mameKey } from './keys.ts';

/** The descriptions of a `history.xml`. */
export interface History {
  version: string;
  /** By the key of an entry. */
  texts: ReadonlyMap<string, string>;
}

/** `- TECHNICAL -`, `- TRIVIA -` and others follow the description. */
const SECTION = /^- [A-Z][A-Z0-9 &/'.,-]* -\s*$/m;
/** `Arcade Video game published 37 years ago:` is wrong a year later. */
const HEADING = /^[^\n]*:$/;
/** `Hop (c) 1984 Acme.`, often with the title in other letters. */
const COPYRIGHT = /\((c|C)\)\s*[\d?]{4}|©\s*[\d?]{4}/;
/** Both are in sentences that only lead to another entry: `Please see the original release entry; "Hop".` */
const LEADS = /\b(see|visit|refer to)\b/i;
const TARGET = /\b(original|entry|more information)\b/i;
const SENTENCE_END = /(?<=[.!?])\s+(?=["A-Z])/;
/** Shorter texts name only the release: `Export version. Game developed in Japan.` */
const MIN_LENGTH = 80;
const LONGEST = 20_000;

/** Reads the descriptions of the entries that `isWanted`, from a `history.xml` or the .zip that it comes in. */
export async function readHistory(
  path: string,
  isWanted: (key: string) => boolean,
  onChunk: (chunk: Buffer) => void,
): Promise<History> {
  const texts = new Map<string, string>();
  let version = 'unknown';
  let entries = 0;
  let keys: string[] = [];
  const reader: XmlReader = {
    roots: ['history'],
    entry: 'entry',
    zipEntry: /(^|\/)history\.xml$/i,
    opening: {
      history: (attributes) => {
        version = attributes.version ?? version;
      },
      entry: () => {
        entries++;
        keys = [];
      },
      system: ({ name = '' }) => keys.push(mameKey('arcade', name), mameKey('dedicated', name)),
      item: ({ list = '', name = '' }) => keys.push(mameKey(list, name)),
    },
    closing: {
      text: (text) => {
        const wanted = keys.filter(isWanted);
        const description = wanted.length > 0 ? toDescription(text) : undefined;
        if (description !== undefined) for (const key of wanted) texts.set(key, description);
      },
    },
  };
  await readXml(path, reader, onChunk);
  if (entries === 0) throw new OperatorError(`${path} has no <entry>; name the history.xml of arcade-history.com`);
  return { version, texts };
}

/** The first section of an article, without its heading; undefined if it does not describe the game. */
export function toDescription(article: string): string | undefined {
  const [first = ''] = article.replaceAll(/\r\n?/g, '\n').split(SECTION, 1);
  const paragraphs = first
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  if (HEADING.test(paragraphs[0] ?? '')) paragraphs.shift();
  if (COPYRIGHT.test(paragraphs[0]?.split('\n', 1)[0] ?? '')) paragraphs.shift();
  const text = paragraphs
    .map((paragraph) => toLines(paragraph))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
  if (text.length < MIN_LENGTH) return undefined;
  // Two plain lines may look like HTML together.
  return (findTextProblem(text) ? text.replace(/[<>&]/g, ' ') : text).slice(0, LONGEST).trim();
}

function toLines(paragraph: string): string {
  const lines = paragraph.split('\n').map((line) => withoutPointers(toPlainText(line, LONGEST)));
  return lines.filter((line) => line !== '').join('\n');
}

function withoutPointers(line: string): string {
  const sentences = line.split(SENTENCE_END);
  return sentences.filter((sentence) => !LEADS.test(sentence) || !TARGET.test(sentence)).join(' ');
}
