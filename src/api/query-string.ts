/** By hand: the contract rejects what general parsers repair or ignore. */

import { AppError } from '../errors.ts';

/** The query of a URL: decoded values by decoded name, in the order sent. */
export type Query = Map<string, string[]>;

/** Bounds the work before authentication: a pair can have two bytes, and a broken one takes microseconds to decode. */
const MAX_PARAMETERS = 500;

/** The query of a request target, undecoded and without the question mark. */
export function rawQuery(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

/** Decodes the whole query or rejects it: guessing a value could return the wrong games. */
export function parseQuery(raw: string): Query {
  const query: Query = new Map();
  const parts = raw.split('&', MAX_PARAMETERS + 1);
  if (parts.length > MAX_PARAMETERS) throw badType(`there may be at most ${MAX_PARAMETERS} parameters`);
  for (const part of parts) {
    if (part === '') continue;
    const [name, value] = splitPart(part).map(decode);
    if (name === undefined || value === undefined) {
      throw badType('the query must be valid percent-encoded UTF-8 without NUL');
    }
    const values = query.get(name);
    if (values) values.push(value);
    else query.set(name, [value]);
  }
  return query;
}

/** All values of one parameter, undefined for one that cannot be decoded. Ignores errors in the rest of the query. */
export function findValues(raw: string, wanted: string): (string | undefined)[] {
  const parts = raw.split('&', MAX_PARAMETERS).map(splitPart);
  return parts.filter(([name]) => decode(name) === wanted).map(([, value]) => decode(value));
}

/** The contract's error for a query that cannot be parsed. */
export function badType(problem: string): AppError {
  return new AppError('badParameters', `All parameter values must be of valid types: ${problem}.`);
}

function splitPart(part: string): [string, string] {
  const at = part.indexOf('=');
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
}

function decode(text: string): string | undefined {
  // Fast path: most names and values need no decoding.
  if (/^[\w.-]*$/.test(text)) return text;
  try {
    const decoded = decodeURIComponent(utf8(text.replaceAll('+', ' ')));
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Node passes unencoded bytes as Latin-1 characters; most clients that send them mean UTF-8. */
function utf8(text: string): string {
  return /[\x80-\xff]/.test(text) ? strictUtf8.decode(Buffer.from(text, 'latin1')) : text;
}
