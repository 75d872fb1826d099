/** The rules for new passwords. The browser runs the same code for the meter at the field: see `passwordRulesScript`. */

interface PasswordRating {
  /** From 0, refused, to 3, strong. */
  level: 0 | 1 | 2 | 3;
  /** What the meter says. For a refused password it says what to do. */
  advice: string;
}

const MIN_LENGTH = 10;
const MAX_LENGTH = 200;
/** Characters that do not follow from others. Fewer than this many are refused. */
const MIN_GUESSES = 6;
const GOOD_GUESSES = 10;
const STRONG_GUESSES = 14;
const RUN_LENGTH = 3;

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

/** Of the alphabet, the digits and keyboards. */
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
].flatMap((run) => [run, Array.from(run).reverse().join('')]);

/** Why a new password is not acceptable, as a sentence; undefined if it is. */
export function findPasswordProblem(password: string, email: string): string | undefined {
  const { level, advice } = ratePassword(password, email);
  return level === 0 ? advice : undefined;
}

export function ratePassword(password: string, email: string): PasswordRating {
  const problem = findSimpleProblem(password, email);
  if (problem !== undefined) return { level: 0, advice: problem };
  const text = password.toLowerCase();
  const words = findWords(text, [...COMMON_WORDS, ...listOwnWords(email)]);
  const guesses = countGuesses(text, words);
  if (guesses < MIN_GUESSES) {
    const [longest] = words.sort((a, b) => b.length - a.length);
    const why = longest ? `, because of “${text.slice(longest.at, longest.at + longest.length)}”` : '';
    return { level: 0, advice: `Too easy to guess${why}. Add two or three unrelated words.` };
  }
  if (guesses < GOOD_GUESSES) return { level: 1, advice: 'Fair. Another word makes it stronger.' };
  return guesses < STRONG_GUESSES ? { level: 2, advice: 'Good.' } : { level: 3, advice: 'Strong.' };
}

function findSimpleProblem(password: string, email: string): string | undefined {
  const length = Array.from(password).length;
  if (length < MIN_LENGTH) return `Use at least ${MIN_LENGTH} characters; a short sentence is easy to remember.`;
  if (length > MAX_LENGTH) return `Use at most ${MAX_LENGTH} characters.`;
  if (email !== '' && password.toLowerCase().includes(email.toLowerCase()))
    return 'Do not use your email address in the password.';
  return undefined;
}

function listOwnWords(email: string): string[] {
  const [name = '', host = ''] = email.toLowerCase().split('@');
  return [...name.split(/[^\p{L}\p{N}]+/u), host.split('.')[0] ?? ''].filter((word) => word.length >= RUN_LENGTH);
}

/** Where the text has one of these words, also if digits or signs stand for letters: `p4$$w0rd`. */
function findWords(text: string, words: readonly string[]): { at: number; length: number }[] {
  const letters: Record<string, string> = { '0': 'o', '3': 'e', '4': 'a', '@': 'a', '5': 's', $: 's', '7': 't' };
  const spell = (one: string) =>
    text.replace(/[013457@$!]/g, (sign) => (sign === '1' || sign === '!' ? one : (letters[sign] ?? sign)));
  const found: { at: number; length: number }[] = [];
  for (const spelling of [text, spell('i'), spell('l')])
    for (const word of words)
      for (let at = spelling.indexOf(word); at >= 0; at = spelling.indexOf(word, at + 1))
        found.push({ at, length: word.length });
  return found;
}

/** Counts the characters. Of a word and of a year only the first counts, and of a sequence and of what is repeated the first two. */
function countGuesses(text: string, words: readonly { at: number; length: number }[]): number {
  const years = Array.from(text.matchAll(/(?:19|20)\d\d/g), ({ index, 0: year }) => ({
    at: index,
    length: year.length,
  }));
  const isFirst = (i: number) => [...words, ...years].every(({ at, length }) => i <= at || i >= at + length);
  const isNew = (i: number) => {
    const last = text.slice(Math.max(0, i + 1 - RUN_LENGTH), i + 1);
    return (
      last.length < RUN_LENGTH || (text.indexOf(last) === i + 1 - RUN_LENGTH && !RUNS.some((run) => run.includes(last)))
    );
  };
  return text.split('').filter((_, i) => isFirst(i) && isNew(i)).length;
}

/** These rules as JavaScript: types are erased before a function becomes text. */
export function passwordRulesScript(): string {
  const constants = {
    MIN_LENGTH,
    MAX_LENGTH,
    MIN_GUESSES,
    GOOD_GUESSES,
    STRONG_GUESSES,
    RUN_LENGTH,
    COMMON_WORDS,
    RUNS,
  };
  const functions = [ratePassword, findSimpleProblem, listOwnWords, findWords, countGuesses];
  return [
    ...Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`),
    ...functions.map(String),
    '',
  ].join('\n');
}
