import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../errors.ts';
import { makeQueue } from '../queue.ts';

interface Cost {
  memoryKib: number;
  passes: number;
  lanes: number;
}

/** OWASP's recommendation for argon2id. The test harness lowers it except for the tests of this file. */
export const COST: Cost = { memoryKib: 19_456, passes: 2, lanes: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const MIN_LENGTH = 10;
/** Longer input is not hashed. */
const MAX_LENGTH = 200;
/** Fewer different characters are too easy to guess. */
const MIN_DIFFERENT = 5;

/** What people choose most, without digits and signs. */
const COMMON = new Set(
  `password passwort passphrase iloveyou letmein welcome changeme qwerty qwertyuiop qwertz qwertzuiop azerty azertyuiop
asdfgh asdfghjkl zxcvbnm yxcvbnm qazwsx qazwsxe qazwsxedc abcdef abcdefg abcdefgh abcdefghij admin administrator root login
secret trustno football baseball basketball superman batman princess sunshine dragon monkey master michael jordan charlie
pokemon nintendo playstation minecraft mario zelda sonic spring summer autumn winter ludex`.split(/\s+/),
);

/** Why a new password is not acceptable, as a sentence; undefined if it is. */
export function findPasswordProblem(password: string, email: string): string | undefined {
  const length = Array.from(password).length;
  if (length < MIN_LENGTH) return `Use at least ${MIN_LENGTH} characters; a short sentence is easy to remember.`;
  if (length > MAX_LENGTH) return `Use at most ${MAX_LENGTH} characters.`;
  const [text, address] = [password.toLowerCase(), email.toLowerCase()];
  if (address !== '' && text.includes(address)) return 'Do not use your email address in the password.';
  const trimmed = text.replace(/[^\p{L}]+$/u, '');
  const words = [trimmed, trimmed.replaceAll(/[0134$@]/g, (sign) => SIGNS[sign] as string)].map(plainWord);
  const isEasy =
    new Set(text).size < MIN_DIFFERENT ||
    words.some((word) => word === '' || COMMON.has(word) || address.split(/[^\p{L}]+/u).includes(word));
  return isEasy ? 'Too easy to guess. Add two or three unrelated words.' : undefined;
}

/** Letters that people replace: `p4$$w0rd`. */
const SIGNS: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', $: 's', '@': 'a' };

/** The letters without what repeats them: of `passwordpassword12` one `password`. */
function plainWord(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '').replace(/^(.+?)\1+$/u, '$1');
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return formatHash(salt, await derive(password, salt, COST));
}

/** `stored` is null if there is no account or no password; then no password is correct. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  const { cost, salt, tag } = parseHash(stored ?? dummyHash());
  const derived = await derive([...password].length > MAX_LENGTH ? '' : password, salt, cost);
  return timingSafeEqual(derived, tag) && stored !== null;
}

function formatCost(): string {
  return `$argon2id$v=19$m=${COST.memoryKib},t=${COST.passes},p=${COST.lanes}$`;
}

function formatHash(salt: Buffer, tag: Buffer): string {
  return `${formatCost()}${encode(salt)}$${encode(tag)}`;
}

/** Checked when there is no stored hash, so that an unknown account takes as long as a known one. */
function dummyHash(): string {
  return formatHash(Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));
}

function parseHash(stored: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]{43})$/.exec(stored);
  if (!found) throw new Error('invalid password hash in the store');
  const [, memoryKib, passes, lanes, salt = '', tag = ''] = found;
  return {
    cost: { memoryKib: Number(memoryKib), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** Hashes at the same time in a thread: more would take the CPU from everything else. */
const MAX_HASHING = 1;
/** Hashes that may wait: about a second. */
const MAX_WAITING = 32;
const queue = makeQueue(MAX_HASHING);

async function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  if (queue.waiting >= MAX_WAITING)
    throw new AppError('unavailable', 'Many people are signing in. Please try again in a few seconds.', {
      'retry-after': '2',
    });
  return queue.run(() => hash(password, nonce, cost));
}

function hash(password: string, nonce: Buffer, { memoryKib, passes, lanes }: Cost): Promise<Buffer> {
  // Systems compose letters such as é differently.
  const message = password.normalize('NFC');
  const cost = { memory: memoryKib, passes, parallelism: lanes };
  return promisify(argon2)('argon2id', { message, nonce, tagLength: TAG_BYTES, ...cost });
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
