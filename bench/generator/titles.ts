import type { Random } from '../../src/catalog/search/random.ts';
import { distribution, draw, pick, zipf } from './random.ts';
import { ADJECTIVES, NOUNS, SCRIPTS, SYLLABLES } from './words.ts';

/** Length of a title, from measured titles. Slightly lowered, because words overshoot. */
const LENGTH = distribution({ 0: 3, 10: 7, 50: 15, 90: 34, 99: 50, 100: 60 });
const LONGEST = 65;

/** Shares of scripts, 3 % in total. All other titles are ASCII. */
const SCRIPT_SHARES = [
  { below: 0.009, write: (random: Random) => joined(random, SCRIPTS.japanese, '') },
  { below: 0.015, write: (random: Random) => joined(random, SCRIPTS.cyrillic, ' ') },
  { below: 0.017, write: (random: Random) => joined(random, SCRIPTS.greek, ' ') },
  { below: 0.029, write: (random: Random) => `${pick(random, SCRIPTS.accented)} ${asciiTitle(random)}`.slice(0, 65) },
];

const NUMERALS = ['2', 'II', '3', 'III', '4', 'IV', '64', '2000', '3D', 'DX', 'Deluxe', 'Plus', 'HD', 'Gold'];
const nounAt = zipf(NOUNS.length, 0.8, 5);
const adjectiveAt = zipf(ADJECTIVES.length, 0.8, 3);

/** A main title. */
export function writeTitle(random: Random): string {
  const share = random();
  const script = SCRIPT_SHARES.find(({ below }) => share < below);
  return (script?.write ?? asciiTitle)(random).trim();
}

export function japaneseTitle(random: Random): string {
  return joined(random, SCRIPTS.japanese, '');
}

/** A made-up name, probably unique, which makes titles as varied as real ones. */
export function inventName(random: Random, syllables: number): string {
  let name = '';
  for (let i = 0; i < syllables; i++) {
    name += pick(random, SYLLABLES.begin) + pick(random, SYLLABLES.middle) + pick(random, SYLLABLES.end);
  }
  return (name[0] as string).toUpperCase() + name.slice(1);
}

function joined(random: Random, words: readonly string[], separator: string): string {
  const count = 2 + Math.floor(random() * 3);
  return Array.from({ length: count }, () => pick(random, words)).join(separator);
}

function asciiTitle(random: Random): string {
  const length = draw(random, LENGTH);
  let title = firstWord(random, length);
  let subtitle = length < 24;
  while (title.length + 3 < length) {
    const left = length - title.length;
    const colon = !subtitle && title.length > length * 0.35;
    if (colon) subtitle = true;
    const joins = left > 12 && !colon && title !== 'The' && random() < 0.3;
    const word = joins ? `of the ${nextWord(random)}` : nextWord(random);
    const longer = `${title}${colon ? ':' : ''} ${word}`;
    if (longer.length > LONGEST) break;
    title = longer;
  }
  return length > 7 && random() < 0.12 && title.length < 58 ? `${title} ${pick(random, NUMERALS)}` : title;
}

/** Short titles are made-up names: words of the lists would soon repeat. */
function firstWord(random: Random, length: number): string {
  if (length < 14) return inventName(random, Math.max(1, Math.round(length / 3.5)));
  return random() < 0.12 ? 'The' : nextWord(random);
}

function nextWord(random: Random): string {
  const kind = random();
  if (kind < 0.35) return inventName(random, 1 + Math.floor(random() * 2.5));
  return (kind < 0.55 ? ADJECTIVES[adjectiveAt(random)] : NOUNS[nounAt(random)]) as string;
}
