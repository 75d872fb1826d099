import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's first choice for argon2id on a shared machine: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PARAMETERS = `m=${MEMORY_KIB},t=${PASSES},p=${LANES}`;

const SHORTEST = 10;
const LONGEST = 200;

/** What is compared when there is nothing to compare with, so that an unknown account takes as long as a known one. */
const NOBODY = `$argon2id$v=19$${PARAMETERS}$${encode(Buffer.alloc(SALT_BYTES))}$${encode(Buffer.alloc(TAG_BYTES))}`;

export interface Checked {
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
  const tag = await derive(password, salt, { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES });
  return `$argon2id$v=19$${PARAMETERS}$${encode(salt)}$${encode(tag)}`;
}

/** Null stands for an account that is not there, or that has no password: it is never right. */
export async function checkPassword(stored: string | null, password: string): Promise<Checked> {
  const { parameters, salt, tag } = parseHash(stored ?? NOBODY);
  const derived = await derive([...password].length > LONGEST ? '' : password, salt, parameters);
  return {
    right: timingSafeEqual(derived, tag) && stored !== null,
    stale: stored !== null && !stored.startsWith(`$argon2id$v=19$${PARAMETERS}$`),
  };
}

interface Parameters {
  memory: number;
  passes: number;
  parallelism: number;
}

function parseHash(stored: string): { parameters: Parameters; salt: Buffer; tag: Buffer } {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]{43})$/.exec(stored);
  if (!found) throw new Error('a stored password is not what was written');
  const [, memory, passes, parallelism, salt = '', tag = ''] = found;
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function derive(password: string, nonce: Buffer, parameters: Parameters): Promise<Buffer> {
  // Keyboards differ in how they compose é: one spelling for the same letters.
  const message = password.normalize('NFC');
  return promisify(argon2)('argon2id', { message, nonce, tagLength: TAG_BYTES, ...parameters });
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
