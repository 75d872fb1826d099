import { OperatorError } from '../../errors.ts';
import { BrokenEntry } from '../broken-entries.ts';
import { readText } from '../source-text.ts';

/** A block of a DAT file in ClrMamePro's format: `game ( name "Hop" rom ( crc 12345678 ) )`. */
export interface Block {
  name: string;
  values: [name: string, value: string][];
  blocks: Block[];
}

/** Real blocks have a few hundred words. Without a limit, one block could fill the memory. */
const MAX_WORDS = 100_000;
const MAX_DEPTH = 10;
const MAX_LINE_LENGTH = 1024 * 1024;
/** Real files now and then have no space after a closing quote or a parenthesis. */
const WORD = /\s*(?:"([^"]*)"|([()]|[^\s"()][^\s"]*(?=\s|$)))/y;

/** The first line of a block that is in no other: real files indent everything else. */
const FIRST_LINE = /^[a-z]+ *\(\s*$/;

type OnBroken = (what: string, line: number) => void;

/** Reads a DAT file, or its .gz, and passes on each block. After a broken block it goes on with the next. */
export async function readDat(
  path: string,
  onBlock: (block: Block) => void,
  onChunk: (chunk: Buffer) => void,
  onBroken: OnBroken = (what, line) => {
    throw new OperatorError(`${path}:${line}: ${what}; nothing was imported`);
  },
): Promise<void> {
  let line = 0;
  let rest = '';
  let isSkipping = false;
  const fail = (what: string, at = line): never => {
    throw new BrokenEntry(what, at);
  };
  const parser = makeParser(onBlock, fail);
  const orSkip = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof BrokenEntry)) throw error;
      onBroken(error.message, error.line);
      parser.reset();
      isSkipping = true;
    }
  };
  const readLine = (text: string) => {
    line++;
    const isFirst = FIRST_LINE.test(text);
    if (isFirst) orSkip(parser.end);
    if (isSkipping && !isFirst) return;
    isSkipping = false;
    orSkip(() => {
      for (const { word, isQuoted } of wordsOf(text, fail)) parser.take(word, isQuoted, line);
    });
  };
  for await (const text of readText(path, onChunk)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const one of lines) readLine(one);
    if (rest.length > MAX_LINE_LENGTH)
      throw new OperatorError(`${path}:${line + 1}: a line of more than 1 MB; nothing was imported`);
  }
  readLine(rest);
  orSkip(parser.end);
}

/** White space separates words. Quoted words may contain white space, but no quote and no line break. */
function* wordsOf(text: string, fail: (what: string) => never): Generator<{ word: string; isQuoted: boolean }> {
  WORD.lastIndex = 0;
  let end = 0;
  for (let match = WORD.exec(text); match; match = WORD.exec(text)) {
    end = WORD.lastIndex;
    const [, quoted, plain = ''] = match;
    yield { word: quoted ?? plain, isQuoted: quoted !== undefined };
    WORD.lastIndex = end;
  }
  const rest = text.slice(end).trim();
  if (rest !== '') fail(`a quote is not closed, or is inside a word: ${rest.slice(0, 60)}`);
}

function makeParser(onBlock: (block: Block) => void, fail: (what: string, line?: number) => never) {
  const open: { block: Block; line: number }[] = [];
  let name: string | undefined;
  let words = 0;

  const takeBracket = (bracket: string, line: number) => {
    const isOpening = bracket === '(';
    if (isOpening && name === undefined) return fail('"(" without a name before it');
    if (isOpening && open.length === MAX_DEPTH) return fail(`blocks are nested more than ${MAX_DEPTH} deep`);
    if (isOpening) open.push({ block: { name: name as string, values: [], blocks: [] }, line });
    else if (name !== undefined) fail(`"${name.slice(0, 60)}" has no value`);
    else {
      const { block } = open.pop() ?? fail('")" closes nothing');
      const outer = open.at(-1);
      if (outer) outer.block.blocks.push(block);
      else onBlock(block);
    }
    name = undefined;
  };
  return {
    reset: (): void => {
      open.length = 0;
      name = undefined;
      words = 0;
    },
    take: (word: string, isQuoted: boolean, line: number): void => {
      words = open.length === 0 ? 0 : words + 1;
      if (words > MAX_WORDS) fail(`a block of more than ${MAX_WORDS} words`);
      const inside = open.at(-1)?.block;
      if (!isQuoted && (word === '(' || word === ')')) takeBracket(word, line);
      else if (name === undefined) name = word;
      else if (!inside) fail(`"(" was expected after "${name.slice(0, 60)}"`);
      else {
        inside.values.push([name, word]);
        name = undefined;
      }
    },
    end: (): void => {
      const unclosed = open.at(-1);
      if (unclosed) fail(`the block "${unclosed.block.name}" that begins here is not closed`, unclosed.line);
      if (name !== undefined) fail(`"(" was expected after "${name.slice(0, 60)}"`);
    },
  };
}
