import { randomBytes } from 'node:crypto';

/** By it a key or a link is known in a log, and left out. */
const PREFIX = 'ludex_';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 32 characters of 62 are 190 random bits. */
const RANDOM_CHARACTERS = 32;

/** What nobody can guess: keys, sessions, links that work once. */
export function randomText(): string {
  let text = PREFIX;
  while (text.length < PREFIX.length + RANDOM_CHARACTERS) {
    for (const byte of randomBytes(RANDOM_CHARACTERS)) {
      // Bytes past the last whole multiple of the alphabet would make its first characters likelier.
      if (byte < 248 && text.length < PREFIX.length + RANDOM_CHARACTERS) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}
