import { OperatorError } from '../../errors.ts';
import type { BrokenCounter } from '../broken-entries.ts';
import { readText } from '../source-text.ts';

/** An answer for 20 articles has about 60 KB. The limit protects the memory. */
const LONGEST_ANSWER = 16 * 1024 * 1024;

/** Reads the answers of a file: one JSON document, or one on each line. */
export async function* readAnswers(
  path: string,
  onChunk: (chunk: Buffer) => void,
  broken: BrokenCounter,
): AsyncGenerator<{ answer: object; line: number }> {
  const fail = (what: string, line: number): never => {
    throw new OperatorError(`${path}:${line}: ${what}; nothing was imported`);
  };
  /** Lines before the first that is an answer by itself: parts of a document, or broken. */
  const head: string[] = [];
  let headLength = 0;
  let hasAnswers = false;
  let line = 0;
  for await (const text of splitLines(readText(path, onChunk), () => fail('an answer of more than 16 MB', line + 1))) {
    line++;
    const answer = parseObject(text);
    if (answer && !hasAnswers) for (const [i, one] of head.entries()) addBroken(one, i + 1);
    hasAnswers ||= answer !== undefined;
    if (answer) yield { answer, line };
    else if (hasAnswers) addBroken(text, line);
    else head.push(text);
    headLength += hasAnswers ? 0 : text.length;
    if (headLength > LONGEST_ANSWER) fail('an answer of more than 16 MB', 1);
  }
  if (hasAnswers) return;
  const answer = parseObject(head.join('\n'));
  yield { answer: answer ?? fail('not an answer in JSON; download it again', 1), line: 1 };

  function addBroken(text: string, number: number): void {
    if (text.trim() !== '') broken.add('not an answer in JSON', number);
  }
}

async function* splitLines(pieces: AsyncIterable<string>, onTooLong: () => never): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > LONGEST_ANSWER) onTooLong();
  }
  yield rest;
}

/** Undefined for everything but an object with fields. */
function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return value !== null && typeof value === 'object' && Object.keys(value).length > 0 ? value : undefined;
  } catch {
    return undefined;
  }
}
