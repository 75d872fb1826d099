import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

interface Cost {
  memoryKib: number;
  passes: number;
  lanes: number;
}

/** OWASP's first choice for argon2id on a shared machine. The test harness lowers it for all but the tests of this file. */
export const COST: Cost = { memoryKib: 19_456, passes: 2, lanes: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const SHORTEST = 10;
const LONGEST = 200;

export interface PasswordCheck {
  right: boolean;
  /** Whether it was hashed by older parameters, and should be hashed anew while the password is at hand. */
  stale: boolean;
}

/** What is wrong with a new password, as a sentence; undefined: nothing. */
export function findPasswordProblem(password: string, email: string): string | undefined {
  const length = [...password].length;
  if (length < SHORTEST) return `Use at least ${SHORTEST} characters; a short sentence is easy to remember.`;
  if (length > LONGEST) return `Use at most ${LONGEST} characters.`;
  if (new Set(password).size < 4) return 'Use more than three different characters.';
  if (password.toLowerCase().includes(email.toLowerCase()) && email !== '') return 'Leave your address out of it.';
  return undefined;
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return formatHash(salt, await derive(password, salt, COST));
}

/** Null stands for an account that is not there, or that has no password: it is never right. */
export async function checkPassword(stored: string | null, password: string): Promise<PasswordCheck> {
  const { cost, salt, tag } = parseHash(stored ?? dummyHash());
  const derived = await derive([...password].length > LONGEST ? '' : password, salt, cost);
  return {
    right: timingSafeEqual(derived, tag) && stored !== null,
    stale: stored !== null && !stored.startsWith(formatCost()),
  };
}

function formatCost(): string {
  return `$argon2id$v=19$m=${COST.memoryKib},t=${COST.passes},p=${COST.lanes}$`;
}

function formatHash(salt: Buffer, tag: Buffer): string {
  return `${formatCost()}${encode(salt)}$${encode(tag)}`;
}

/** Compared when there is no account or no password, so that an unknown account takes as long as a known one. */
function dummyHash(): string {
  return formatHash(Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));
}

function parseHash(stored: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]{43})$/.exec(stored);
  if (!found) throw new Error('a stored password is not what was written');
  const [, memoryKib, passes, lanes, salt = '', tag = ''] = found;
  return {
    cost: { memoryKib: Number(memoryKib), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function derive(password: string, nonce: Buffer, { memoryKib, passes, lanes }: Cost): Promise<Buffer> {
  // Keyboards differ in how they compose é: one spelling for the same letters.
  const message = password.normalize('NFC');
  const cost = { memory: memoryKib, passes, parallelism: lanes };
  return promisify(argon2)('argon2id', { message, nonce, tagLength: TAG_BYTES, ...cost });
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
