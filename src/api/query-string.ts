/** By hand: the contract rejects what general parsers repair or ignore. */

import { AppError } from '../errors.ts';

/** The query of a URL: decoded values by decoded name, in the order sent. */
export type Query = Map<string, string[]>;

/** Bounds the work before authentication: a pair can have two bytes, and a broken one takes microseconds to decode. */
const MAX_PARAMETERS = 500;

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

/**
 * All values of one parameter, undefined for one that cannot be decoded, and the query without it. Ignores errors in the
 * rest of the query.
 */
export function takeValues(raw: string, wanted: string): { values: (string | undefined)[]; rest: string } {
  if (!raw.includes(wanted) && !raw.includes('%')) return { values: [], rest: raw };
  const parts = raw.split('&');
  const isWanted = parts.map((part, i) => i < MAX_PARAMETERS && decode(splitPart(part)[0]) === wanted);
  return {
    values: parts.filter((_, i) => isWanted[i]).map((part) => decode(splitPart(part)[1])),
    // A query with too many parameters is refused as it is.
    rest: parts.length > MAX_PARAMETERS ? raw : parts.filter((_, i) => !isWanted[i]).join('&'),
  };
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
