/** The rules for new passwords. The browser runs the same code for the meter at the field: see `passwordRulesScript`. */

interface PasswordRating {
  /** From 0, refused, to 3, strong. */
  level: 0 | 1 | 2 | 3;
  /** What the meter says. For a refused password it says what to do. */
  advice: string;
}

interface Part {
  text: string;
  /** Why the part is guessed as a whole; undefined for a single character. */
  reason?: string;
}

const MIN_LENGTH = 10;
const MAX_LENGTH = 200;
const MIN_DIFFERENT = 4;
/** A guessable part counts as one character. Fewer than this many are refused. */
const MIN_GUESSES = 6;
const GOOD_GUESSES = 10;
const STRONG_GUESSES = 14;
const MIN_RUN = 3;

/** Words that people use most, and that are therefore tried first. */
const COMMON_WORDS =
  `password passwort passphrase passcode passw pass secret login welcome letmein open access admin administrator root user
guest test testing default changeme change master manager system server computer internet google facebook samsung apple
iphone windows microsoft linux android hello hallo bonjour hola love iloveyou loveme lovely baby babygirl sweet sunshine
princess prince angel flower butterfly freedom whatever trustno nothing forever friend friends family mother father
daddy mommy sister brother dragon monkey tiger lion eagle wolf bear horse dolphin chicken kitty bunny puppy charlie
michael jordan daniel thomas robert george andrew joshua matthew jessica ashley jennifer michelle amanda nicole hannah
maria anna alex david james john peter martin stefan football soccer baseball basketball hockey golf liverpool arsenal
chelsea barcelona madrid yankees rangers ferrari mercedes porsche mustang corvette harley yamaha spring summer autumn
winter monday friday january march april june july august september october november december orange banana cheese
cookie chocolate pepper ginger coffee pizza red blue green black white purple silver golden diamond crystal shadow
killer hunter ranger ninja samurai warrior wizard magic merlin matrix batman superman spider starwars pokemon pikachu
nintendo playstation xbox sega atari amiga commodore mario luigi supermario zelda sonic tetris minecraft fortnite gamer
games game player ludex`.split(/\s+/);

const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '!@#$%^&*()',
];

/** Why a new password is not acceptable, as a sentence; undefined if it is. */
export function findPasswordProblem(password: string, email: string): string | undefined {
  const { level, advice } = ratePassword(password, email);
  return level === 0 ? advice : undefined;
}

export function ratePassword(password: string, email: string): PasswordRating {
  const problem = findSimpleProblem(password, email);
  if (problem !== undefined) return { level: 0, advice: problem };
  const parts = splitPassword(password.toLowerCase(), listOwnWords(email));
  const guesses = parts.length;
  const guessable = parts.find(({ reason }) => reason);
  if (guesses < MIN_GUESSES) {
    const why = guessable ? `“${guessable.text}” ${guessable.reason}` : 'it repeats itself';
    return { level: 0, advice: `Too easy to guess: ${why}. Add two or three unrelated words.` };
  }
  if (guesses < GOOD_GUESSES) return { level: 1, advice: 'Fair. Another word makes it stronger.' };
  return guesses < STRONG_GUESSES ? { level: 2, advice: 'Good.' } : { level: 3, advice: 'Strong.' };
}

function findSimpleProblem(password: string, email: string): string | undefined {
  const length = Array.from(password).length;
  if (length < MIN_LENGTH) return `Use at least ${MIN_LENGTH} characters; a short sentence is easy to remember.`;
  if (length > MAX_LENGTH) return `Use at most ${MAX_LENGTH} characters.`;
  if (new Set(password).size < MIN_DIFFERENT) return 'Use more than three different characters.';
  if (email !== '' && password.toLowerCase().includes(email.toLowerCase()))
    return 'Do not use your email address in the password.';
  return undefined;
}

function listOwnWords(email: string): string[] {
  const [name = '', host = ''] = email.toLowerCase().split('@');
  return [...name.split(/[^\p{L}\p{N}]+/u), host.split('.')[0] ?? ''].filter((word) => word.length >= MIN_RUN);
}

/** What has to be guessed, each part once: known words, sequences and years as a whole, everything else by character. */
function splitPassword(text: string, ownWords: readonly string[]): Part[] {
  const repeated = /^(.+?)\1+$/su.exec(text)?.[1];
  if (repeated !== undefined) return splitPassword(repeated, ownWords);
  const parts: Part[] = [];
  const seen = new Set<string>();
  for (let at = 0; at < text.length; ) {
    const part = findGuessable(text.slice(at), ownWords) ?? { text: text[at] ?? '' };
    if (!part.reason || !seen.has(part.text)) parts.push(part);
    seen.add(part.text);
    at += part.text.length;
  }
  return parts;
}

function findGuessable(text: string, ownWords: readonly string[]): Part | undefined {
  const found: Part[] = [
    { text: findWord(text, ownWords), reason: 'is part of your email address' },
    { text: findWord(text, COMMON_WORDS), reason: 'is a common word in passwords' },
    { text: findRun(text), reason: 'is a sequence' },
    { text: /^(.)\1{2,}/su.exec(text)?.[0] ?? '', reason: 'repeats a character' },
    { text: /^(?:19|20)\d\d/.exec(text)?.[0] ?? '', reason: 'is a year' },
  ];
  const [longest] = found.sort((a, b) => b.text.length - a.text.length);
  return longest?.text ? longest : undefined;
}

/** The longest word that the text starts with, also if digits or signs stand for letters: `p4$$w0rd`. */
function findWord(text: string, words: readonly string[]): string {
  const letters: Record<string, string> = { '0': 'o', '3': 'e', '4': 'a', '@': 'a', '5': 's', $: 's', '7': 't' };
  const spell = (one: string) =>
    text.replace(/[013457@$!]/g, (sign) => (sign === '1' || sign === '!' ? one : (letters[sign] ?? sign)));
  const spellings = [text, spell('i'), spell('l')];
  const found = words.filter((word) => spellings.some((spelling) => spelling.startsWith(word)));
  const length = Math.max(0, ...found.map((word) => word.length));
  return text.slice(0, length);
}

/** The longest start of the text that is a sequence of the alphabet, the digits or the keyboard, in either direction. */
function findRun(text: string): string {
  let length = 0;
  for (const run of RUNS) {
    for (const line of [run, Array.from(run).reverse().join('')]) {
      let own = MIN_RUN;
      while (own <= text.length && line.includes(text.slice(0, own))) own++;
      length = Math.max(length, own - 1);
    }
  }
  return length < MIN_RUN ? '' : text.slice(0, length);
}

/** These rules as JavaScript: types are erased before a function becomes text. */
export function passwordRulesScript(): string {
  const constants = {
    MIN_LENGTH,
    MAX_LENGTH,
    MIN_DIFFERENT,
    MIN_GUESSES,
    GOOD_GUESSES,
    STRONG_GUESSES,
    MIN_RUN,
    COMMON_WORDS,
    RUNS,
  };
  const functions = [ratePassword, findSimpleProblem, listOwnWords, splitPassword, findGuessable, findWord, findRun];
  return [
    ...Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`),
    ...functions.map(String),
    '',
  ].join('\n');
}
