import { randomBytes } from 'node:crypto';

/** Lets `redactUrl` recognize keys and tokens. */
const PREFIX = 'ludex_';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 32 characters of 62 are 190 random bits. */
const RANDOM_CHARACTERS = 32;

/** An unguessable text for keys, sessions and one-time links. */
export function randomText(): string {
  let text = PREFIX;
  while (text.length < PREFIX.length + RANDOM_CHARACTERS) {
    for (const byte of randomBytes(RANDOM_CHARACTERS)) {
      // 248 is a multiple of 62: larger bytes would bias the result towards the first characters.
      if (byte < 248 && text.length < PREFIX.length + RANDOM_CHARACTERS) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}
