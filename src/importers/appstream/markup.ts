import { SaxesParser } from 'saxes';
import { findTextProblem, toPlainText } from '../../bundle/plain-text.ts';

/** A paragraph or an item of a list. */
interface Block {
  text: string;
  isItem: boolean;
}

const BLOCKS = new Set(['p', 'ul', 'ol', 'li']);
/** Well below what a line of a bundle allows, and more than anybody reads. */
const LONGEST = 20_000;

/** One text of a summary and a description: paragraphs with blank lines between them, items of lists as lines. */
export function toDescription(title: string, summary: string, markup: string): string | undefined {
  const paragraphs = toBlocks(markup);
  const first = toPlainText(summary);
  const isSaid = first === '' || fold(first) === fold(title) || fold(paragraphs[0]?.text ?? '').startsWith(fold(first));
  const blocks = isSaid ? paragraphs : [{ text: toSentence(first), isItem: false }, ...paragraphs];
  const text = join(blocks);
  // Two paragraphs that are plain may look like HTML together: `a <b` and `c> d`.
  return (findTextProblem(text) ? text.replace(/[<>&]/g, ' ') : text).trim() || undefined;
}

/**
 * The markup is XML, with paragraphs, lists and emphasis. The parser decodes entities, and each once; it goes on after what
 * is not well-formed, and what is left of that is made plain with the rest of the text.
 */
function toBlocks(markup: string): Block[] {
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
  const parser = new SaxesParser({ fragment: true });
  parser.on('error', () => {});
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('opentag', ({ name }) => end(name, name === 'li'));
  parser.on('closetag', ({ name }) => end(name, false));
  parser.write(markup).close();
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
