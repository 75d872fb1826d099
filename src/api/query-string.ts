import { AppError } from '../errors.ts';

/** The query of a URL: decoded values by decoded name, in the order sent. */
export type Query = Map<string, string[]>;

/** A pair can be as short as two bytes, and a broken one takes some microseconds: all of them are paid for before the key is known. */
const MAX_PARAMETERS = 500;

/** The query part of a request's target, undecoded and without the question mark. */
export function rawQuery(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

/** Decodes the whole query, or refuses it: a value that was guessed at would answer another question. */
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

/** All values of one parameter; undefined stands for one that cannot be decoded. The rest of the query may be broken. */
export function findValues(raw: string, wanted: string): (string | undefined)[] {
  const parts = raw.split('&', MAX_PARAMETERS).map(splitPart);
  return parts.filter(([name]) => decode(name) === wanted).map(([, value]) => decode(value));
}

/** A query that cannot be processed, in the contract's words. */
export function badType(problem: string): AppError {
  return new AppError('badParameters', `All parameter values must be of valid types: ${problem}.`);
}

function splitPart(part: string): [string, string] {
  const at = part.indexOf('=');
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
}

function decode(text: string): string | undefined {
  // Most names and values are nothing but letters and digits.
  if (/^[\w.-]*$/.test(text)) return text;
  try {
    const decoded = decodeURIComponent(utf8(text.replaceAll('+', ' ')));
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Node hands over bytes that a client left unencoded as one character each; most such clients mean UTF-8. */
function utf8(text: string): string {
  return /[\x80-\xff]/.test(text) ? strictUtf8.decode(Buffer.from(text, 'latin1')) : text;
}
