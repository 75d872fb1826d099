import { OperatorError } from '../../errors.ts';
import { countLines, readText } from '../source-text.ts';

/** A block of a DAT file in ClrMamePro's format: `game ( name "Hop" rom ( crc 12345678 ) )`. */
export interface Block {
  name: string;
  values: [name: string, value: string][];
  blocks: Block[];
}

/** Real files have up to 10 MB. */
const MAX_MEGABYTES = 200;
const MAX_DEPTH = 10;
/** Where a block begins that is in no other: real files indent everything else. */
const START = /^(?=[a-z]+ *\()/m;
/** Real files now and then have no space after a closing quote or a parenthesis. */
const WORD = /\s*(?:"([^"\n]*)"|([()])|([^\s"()][^\s"]*)(?=\s|$))/y;

/** Reads a DAT file, or its .gz, and passes on each block. After a broken block it goes on with the next. */
export async function readDat(
  path: string,
  onBlock: (block: Block) => void,
  onChunk: (chunk: Buffer) => void,
  onBroken: (what: string, line: number) => void,
): Promise<void> {
  const chunks: string[] = [];
  let length = 0;
  for await (const chunk of readText(path, onChunk)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_MEGABYTES * 1e6)
      throw new OperatorError(`${path} has more than ${MAX_MEGABYTES} MB; nothing was imported`);
  }
  let line = 1;
  for (const text of chunks.join('').split(START)) {
    const { block, problem = '', at } = parseBlock(text);
    if (block) onBlock(block);
    else if (text.trim() !== '') onBroken(problem, line + countLines(text.slice(0, at)));
    line += countLines(text);
  }
}

/** The block that the text is, or what is wrong at a place of it. */
function parseBlock(text: string): { block?: Block; problem?: string; at: number } {
  const root: Block = { name: '', values: [], blocks: [] };
  const open = [root];
  let name: string | undefined;
  let at = 0;
  const end = text.trimEnd().length;
  const fail = (problem: string) => ({ problem, at: at + text.slice(at).search(/\S/) });
  while (at < end) {
    WORD.lastIndex = at;
    const [word, quoted, bracket, plain = ''] = WORD.exec(text) ?? [];
    if (word === undefined)
      return fail(`a quote is not closed, or is inside a word: ${/\S.{0,59}/.exec(text.slice(at))}`);
    const block = open.at(-1) as Block;
    if (bracket === '(') {
      if (name === undefined) return fail('"(" without a name before it');
      if (open.length > MAX_DEPTH) return fail(`blocks are nested more than ${MAX_DEPTH} deep`);
      const inner: Block = { name, values: [], blocks: [] };
      block.blocks.push(inner);
      open.push(inner);
      name = undefined;
    } else if (bracket === ')') {
      if (name !== undefined) return fail(`"${name.slice(0, 60)}" has no value`);
      if (open.length === 1) return fail('")" closes nothing');
      open.pop();
    } else if (name === undefined) name = quoted ?? plain;
    else if (open.length === 1) return fail(`"(" was expected after "${name.slice(0, 60)}"`);
    else {
      block.values.push([name, quoted ?? plain]);
      name = undefined;
    }
    at = WORD.lastIndex;
  }
  const [block, ...others] = root.blocks;
  if (open.length > 1) return { problem: `the block "${open[1]?.name}" that begins here is not closed`, at: 0 };
  if (name !== undefined || !block || others.length > 0) return { problem: 'text outside of blocks', at: 0 };
  return { block, at };
}
