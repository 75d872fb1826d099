import { AppError } from '../errors.ts';
import { findSimilar } from '../folding.ts';
import { getOrInsert } from '../get-or-insert.ts';

/** The type of a query parameter. The same tables parse requests and write the OpenAPI document. */
export type Parameter =
  | { type: 'integer'; min: number; max?: number; fallback: number; help: string }
  | { type: 'optional integer'; min: number; max: number; help: string }
  /** `listedAt` is the endpoint that lists these ids. */
  | { type: 'integers'; min: number; maxCount: number; listedAt?: string; help: string }
  /** Given without a value, it is as if it were not given, unless it must not be empty. */
  | { type: 'text'; maxLength: number; required?: true; nonEmpty?: true; example?: string; help: string }
  /** Texts of a form, which `form` describes. */
  | { type: 'texts'; maxLength: number; maxCount: number; pattern?: RegExp; form?: string; help: string }
  | { type: 'choice'; values: readonly string[]; fallback: string; help: string }
  /** In hexadecimal, in capitals or not. Its value is in lowercase. */
  | { type: 'hash'; digits: number; help: string }
  /** An opaque position that an earlier response gave. */
  | { type: 'cursor'; help: string }
  /** A comma list of known names, which may be repeated. */
  | { type: 'names'; values: readonly string[]; help: string };

export type Parameters = Readonly<Record<string, Parameter>>;

type Value<P extends Parameter> = P extends { type: 'integer' }
  ? number
  : P extends { type: 'optional integer' }
    ? number | undefined
    : P extends { type: 'integers' }
      ? number[]
      : P extends { type: 'texts' }
        ? string[]
        : P extends { type: 'names'; values: readonly (infer V)[] }
          ? V[]
          : P extends { type: 'choice'; values: readonly (infer V)[] }
            ? V
            : P extends { type: 'cursor' | 'hash' }
              ? string | undefined
              : string;

export type Values<P extends Parameters> = { [K in keyof P]: Value<P[K]> };

/** Every endpoint has this parameter. It is read before all others. */
export const KEY_PARAMETER = 'api_key';

/** Parses the parameters named in the table. Wrong types are reported before wrong values. */
export function parseParameters<P extends Parameters>(parameters: P, query: Query): Values<P> {
  const values: Record<string, unknown> = { ...getOrInsert(fallbacksByTable, parameters, listFallbacks) };
  // A required parameter has no fallback.
  const names = Object.keys(parameters).filter((name) => query.has(name) || !Object.hasOwn(values, name));
  for (const name of names) values[name] = parseOne(name, parameters[name] as Parameter, query.get(name) ?? []);
  for (const name of names) checkOne(name, parameters[name] as Parameter, values[name]);
  return values as Values<P>;
}

/** The values of parameters that a request does not have. Most requests have few of many. */
const fallbacksByTable = new WeakMap<Parameters, Record<string, unknown>>();

function listFallbacks(parameters: Parameters): Record<string, unknown> {
  const optional = Object.entries(parameters).filter(([, parameter]) => !('required' in parameter));
  return Object.fromEntries(optional.map(([name, parameter]) => [name, Object.freeze(parseOne(name, parameter, []))]));
}

/** Names of unknown parameters, in the order sent. */
export function listIgnored(parameters: Parameters | undefined, query: Query): string[] {
  return [...query.keys()].filter((name) => name !== KEY_PARAMETER && parameters && !Object.hasOwn(parameters, name));
}

/** Names that other APIs use. The first one of a row that an endpoint has is meant. */
const SYNONYMS = [
  ['q', 'title', 'name', 'query', 'search', 'text'],
  ['platform', 'console', 'system'],
  ['sort', 'order', 'order_by', 'sort_by'],
  ['limit', 'count', 'page_size', 'per_page'],
  ['offset', 'page', 'skip', 'start'],
];

/** The parameter that is meant by an unknown name, if there is one. */
export function findMeant(parameters: Parameters, name: string): string | undefined {
  if (Object.hasOwn(parameters, name)) return undefined;
  const synonyms = SYNONYMS.find((row) => row.includes(name)) ?? [];
  return synonyms.find((one) => Object.hasOwn(parameters, one)) ?? findSimilar(name, Object.keys(parameters));
}

/** An id in the path. */
export function pathId(name: string, path: Record<string, string>): number {
  return parseInteger(name, path[name] ?? '');
}

/** Accepts only ASCII digits with an optional leading minus. */
function parseInteger(name: string, text: string, listedAt?: string): number {
  if (!/^-?\d+$/.test(text))
    throw badType(`${name} must be an integer${listedAt === undefined ? '' : `; ${listedAt} lists the ids`}`);
  return Number(text);
}

function parseOne(name: string, parameter: Parameter, texts: readonly string[]): unknown {
  const { type } = parameter;
  if (type === 'integers') return texts.map((text) => parseInteger(name, text, parameter.listedAt));
  if (type === 'texts') return texts.map((text) => nonEmpty(name, text));
  if (type === 'names') return parseNames(name, parameter.values, texts);
  if (texts.length > 1) throw badType(`${name} may be given only once`);
  const text = texts[0];
  if (text === undefined) {
    if ('required' in parameter) throw badType(`${name} is required`);
    return 'fallback' in parameter ? parameter.fallback : type === 'text' ? '' : undefined;
  }
  if (type === 'integer' || type === 'optional integer') return parseInteger(name, text);
  if (type === 'text' && !parameter.required && !parameter.nonEmpty) return text;
  const given = nonEmpty(name, 'required' in parameter ? text.trim() : text);
  return type === 'hash' ? given.toLowerCase() : given;
}

/** Distinct and in the order of the table, so that equal sets have equal cache keys. */
function parseNames(name: string, known: readonly string[], texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => text.split(',')).map((text) => nonEmpty(name, text));
  return [...new Set(names)].toSorted((a, b) => known.indexOf(a) - known.indexOf(b));
}

function nonEmpty(name: string, text: string): string {
  if (text === '') throw badType(`${name} must not be empty`);
  return text;
}

function checkOne(name: string, parameter: Parameter, value: unknown): void {
  const values = [value].flat().filter((one) => one !== undefined);
  if ('maxCount' in parameter && values.length > parameter.maxCount)
    throw invalid(`${name} may be given at most ${parameter.maxCount} times.`);
  for (const one of values) {
    if ('min' in parameter) checkInteger(name, parameter, one as number);
    if ('maxLength' in parameter) checkText(name, parameter, one as string);
    if (parameter.type === 'hash') checkHash(name, parameter.digits, one as string);
    if ('values' in parameter && !parameter.values.includes(one as string)) {
      const form = parameter.type === 'names' ? 'a comma list' : 'one';
      throw invalid(`${name} must be ${form} of ${parameter.values.join(', ')}.`);
    }
  }
}

function checkInteger(name: string, { min, max }: { min: number; max?: number }, value: number): void {
  if (value >= min && value <= (max ?? Number.POSITIVE_INFINITY)) return;
  throw invalid(max === undefined ? `${name} must be at least ${min}.` : `${name} must be from ${min} to ${max}.`);
}

function checkText(
  name: string,
  { maxLength, pattern, form }: { maxLength: number; pattern?: RegExp; form?: string },
  value: string,
): void {
  if (Array.from(value).length > maxLength) {
    if (name !== 'title') throw invalid(`${name} must be at most ${maxLength} characters.`);
    throw new AppError('titleTooLong', `The ${name} filter must be at most ${maxLength} characters.`);
  }
  if (pattern && !pattern.test(value)) throw invalid(`${name} must ${form}.`);
}

export function checkHash(name: string, digits: number, value: string): void {
  if (value.length === digits && /^[0-9a-f]+$/.test(value)) return;
  throw invalid(`${name} must be ${digits} hexadecimal digits.`);
}

/** An object of JSON. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function invalid(message: string): AppError {
  return new AppError('invalidValue', message);
}

/* The query string. By hand: the contract rejects what general parsers repair or ignore. */

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
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
}
