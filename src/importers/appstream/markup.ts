import { findTextProblem, toPlainText } from '../../bundle/plain-text.ts';
import { isOriginal, type XmlElement } from '../xml.ts';

/** A paragraph or an item of a list. */
interface Block {
  text: string;
  isItem: boolean;
}

const BLOCKS = new Set(['p', 'ul', 'ol', 'li']);
/** Well below the limit of a bundle. */
const LONGEST = 20_000;

/** Joins a summary and a description: paragraphs with blank lines between them, items of lists as lines. */
export function toDescription(title: string, summary: string, markup: XmlElement | undefined): string | undefined {
  const paragraphs = markup ? toBlocks(markup) : [];
  const first = toPlainText(summary);
  const isRepeated =
    first === '' || fold(first) === fold(title) || fold(paragraphs[0]?.text ?? '').startsWith(fold(first));
  const blocks = isRepeated ? paragraphs : [{ text: toSentence(first), isItem: false }, ...paragraphs];
  const text = join(blocks);
  // Two plain paragraphs may look like HTML together: `a <b` and `c> d`.
  return (findTextProblem(text) ? text.replace(/[<>&]/g, ' ') : text).trim() || undefined;
}

/** Paragraphs and lists, without those in other languages. Emphasis is removed. */
function toBlocks(markup: XmlElement): Block[] {
  const blocks: Block[] = [];
  let text = '';
  let isItem = false;
  const end = (name: string, nextIsItem: boolean) => {
    if (!BLOCKS.has(name)) return;
    const plain = toPlainText(text, LONGEST);
    if (plain !== '') blocks.push({ text: plain, isItem });
    text = '';
    isItem = nextIsItem;
  };
  const read = (element: XmlElement) => {
    end(element.name, element.name === 'li');
    for (const child of element.children) {
      if (typeof child === 'string') text += child;
      else if (isOriginal(child)) read(child);
    }
    end(element.name, false);
  };
  read(markup);
  end('p', false);
  return blocks;
}

function join(blocks: readonly Block[]): string {
  let text = '';
  for (const [i, block] of blocks.entries()) {
    const line = block.isItem ? `- ${block.text}` : block.text;
    if (text.length + line.length > LONGEST) return text;
    text += (i === 0 ? '' : block.isItem && blocks[i - 1]?.isItem ? '\n' : '\n\n') + line;
  }
  return text;
}

function toSentence(text: string): string {
  return /[\p{Letter}\p{Number})"'”’]$/u.test(text) ? `${text}.` : text;
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}
