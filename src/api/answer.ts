import { withOwnMemory } from '../encoding.ts';
import { AppError, ERRORS, type ErrorName, errorBody } from '../errors.ts';

/** A complete HTTP response. The server only adds the headers of the connection. */
export interface Answer {
  status: number;
  /** Names and values in turn, as `writeHead` takes them. */
  headers: readonly string[];
  /** A string has one character per byte: `node:http` sends it together with the head, which a buffer is not. */
  body: Buffer | string | undefined;
  /** What was wrong with a refused request, for the owner of the key. */
  problem?: string | undefined;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Any origin may call, because every request needs a key. */
export const CORS: readonly string[] = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'ETag, Ignored-Parameters, Link, RateLimit-Limit, RateLimit-Policy, RateLimit-Remaining, RateLimit-Reset, ' +
    'Retry-After, Total-Count, X-Request-Id',
];

/** Bodies of up to this size are sent as strings: larger ones take longer to copy than a second part takes to send. */
const MAX_STRING_BYTES = 16 * 1024;

/** The body in the form that is sent fastest. */
export function sendableBody(body: Buffer): Buffer | string {
  return body.length <= MAX_STRING_BYTES ? body.toString('latin1') : body;
}

/** A body to keep: in memory of its own. */
export function keptBody(body: Buffer | string): Buffer | string {
  return typeof body === 'string' ? body : withOwnMemory(body);
}

export function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** Appends the headers as names and values in turn. */
export function pushHeaders(list: string[], headers: Readonly<Record<string, string>>): string[] {
  for (const name in headers) list.push(name, headers[name] as string);
  return list;
}

export function errorAnswer({ kind, message, headers }: Pick<AppError, 'kind' | 'message' | 'headers'>): Answer {
  const body = json(errorBody(kind, message));
  return {
    status: ERRORS[kind].status,
    headers: pushHeaders(
      [...CORS, 'content-type', JSON_TYPE, 'content-length', String(body.length), 'cache-control', 'no-store'],
      headers,
    ),
    body: sendableBody(body),
    problem: message || ERRORS[kind].error,
  };
}

/** Errors that the same request would get again from the same snapshot. Not `moved`: its URL may have the key of the client. */
const LASTING: ReadonlySet<ErrorName> = new Set([
  'badParameters',
  'gameNotFound',
  'companyNotFound',
  'notFound',
  'titleTooLong',
  'invalidValue',
]);

export function isLasting(error: unknown): error is AppError {
  return error instanceof AppError && LASTING.has(error.kind);
}
