import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { createFolder } from '../create-folder.ts';
import { OperatorError } from '../errors.ts';
import type { AccountStore } from '../store/accounts.ts';

export type Secret = ReturnType<typeof deriveSecret>;

/** A store that has this value has a secret. */
export const SECRET_CHECK = 'secret_check';
const CHECKED_TEXT = 'ludex';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Opens the secret and checks that the keys in the store were encrypted with it. */
export async function openSecret(config: Config, accounts: AccountStore): Promise<Secret> {
  const path = join(config.data, 'secret');
  const known = await accounts.findValue(SECRET_CHECK);
  const secret = deriveSecret(config.secret ?? (known === undefined ? readOrMakeSecret(path) : readSecret(path)));
  const check = secret.digest(CHECKED_TEXT).toString('hex');
  if ((known ?? (await accounts.setValueOnce(SECRET_CHECK, check))) !== check) {
    throw new OperatorError(
      `LUDEX_SECRET, or else the file ${path}, is not the secret that the keys in this store were encrypted with: ` +
        'set the old secret again. All nodes need the same one',
    );
  }
  return secret;
}

/** Opens the secret of a store that has one. */
export async function openExistingSecret(config: Config, accounts: AccountStore): Promise<Secret | undefined> {
  return (await accounts.findValue(SECRET_CHECK)) === undefined ? undefined : openSecret(config, accounts);
}

/** Finds and encrypts API keys, with two keys derived from the one secret. */
function deriveSecret(text: string) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', text, 'ludex', purpose, 32));
  const digestKey = derive('find keys');
  // Other texts would give other keys, which could not read what is stored.
  const encryptionKey = derive('seal keys');
  const digest = (text: string): Buffer => createHmac('sha256', digestKey).update(text).digest();
  const sign = (purpose: string, name: string) => `${name}.${digest(`${purpose} ${name}`).toString('base64url')}`;
  return {
    /** The HMAC under which a key is stored and found. */
    digest,
    /** A text for a cookie or a form that nobody else can make. */
    sign,
    /** Whether `sign` made the text for this purpose. */
    isSigned: (purpose: string, text: string): boolean => {
      const [given, own] = [Buffer.from(text), Buffer.from(sign(purpose, text.split('.', 1)[0] as string))];
      return given.length === own.length && timingSafeEqual(given, own);
    },
    encrypt: (key: string): Buffer => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv);
      const body = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    decrypt: (encrypted: Buffer): string => {
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, encrypted.subarray(0, IV_BYTES));
      decipher.setAuthTag(encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const body = encrypted.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}

/** Atomic, and never overwrites: of two processes that start at once, the first wins. */
function readOrMakeSecret(path: string): string {
  const draft = `${path}.${process.pid}`;
  try {
    createFolder(dirname(path), 0o700);
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(path, error);
  } finally {
    rmSync(draft, { force: true });
  }
  return readSecret(path);
}

function readSecret(path: string): string {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text.length < 32) throw new Error('it has fewer than 32 characters');
    return text;
  } catch (error) {
    throw unusable(path, error);
  }
}

function unusable(path: string, error: unknown): OperatorError {
  return new OperatorError(
    `The secret file ${path}, which encrypts the keys, cannot be used (${(error as Error).message}): ` +
      'restore it, or set LUDEX_SECRET. All nodes need the same one',
  );
}

/** Lets `redactUrl` recognize keys and tokens. */
const PREFIX = 'ludex_';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 32 characters of 62 are 190 random bits. */
const RANDOM_CHARACTERS = 32;

/** An unguessable text for keys, sessions and one-time links. */
export function randomText(): string {
  const characters = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return PREFIX + characters.join('');
}
