import type { Random } from '../../src/catalog/search/random.ts';
import { distribution, drawCount, pick, zipf } from './random.ts';
import { PROSE } from './words.ts';

/** Length of a description: log-normal around 600 characters. */
const DESCRIPTION = distribution({ 0: 40, 10: 210, 50: 600, 90: 1700, 99: 4000, 100: 15_000 });
const CAPTION = distribution({ 0: 6, 10: 18, 50: 40, 90: 81, 99: 120, 100: 250 });
const PARAGRAPH = 700;

const wordAt = zipf(PROSE.length, 0.9, 4);

/** Paragraphs of plain text. */
export function writeDescription(random: Random): string {
  return writeSentences(random, drawCount(random, DESCRIPTION));
}

export function writeCaption(random: Random): string {
  return writeSentence(random, drawCount(random, CAPTION)).slice(0, -1);
}

export function writeSentences(random: Random, length: number): string {
  let text = '';
  let paragraph = 0;
  while (text.length < length) {
    const sentence = writeSentence(random, Math.min(length - text.length, 40 + random() * 120));
    const breaks = text.length - paragraph > PARAGRAPH;
    if (breaks) paragraph = text.length;
    text += text === '' ? sentence : `${breaks ? '\n' : ' '}${sentence}`;
  }
  return text;
}

function writeSentence(random: Random, length: number): string {
  const first = pick(random, PROSE);
  let text = (first[0] as string).toUpperCase() + first.slice(1);
  while (text.length + 4 < length) text += `${random() < 0.06 ? ',' : ''} ${PROSE[wordAt(random)]}`;
  return `${text}.`;
}
