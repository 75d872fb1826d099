import { getSystemErrorMessage } from 'node:util';

/** Every error and redirect of the API: HTTP status, code in the body, short title. */
export const ERRORS = {
  moved: { status: 301, code: 301, error: 'Moved permanently' },
  badParameters: { status: 400, code: 6, error: 'Error parsing parameters' },
  badRequest: { status: 400, code: 400, error: 'Bad request' },
  unauthorized: { status: 401, code: 401, error: 'Authorization required' },
  gameNotFound: { status: 404, code: 1, error: 'Game not found' },
  companyNotFound: { status: 404, code: 1, error: 'Company not found' },
  notFound: { status: 404, code: 404, error: 'Not found' },
  methodNotAllowed: { status: 405, code: 405, error: 'Method not allowed' },
  requestTimeout: { status: 408, code: 408, error: 'Request timeout' },
  gone: { status: 410, code: 410, error: 'Gone' },
  payloadTooLarge: { status: 413, code: 413, error: 'Payload too large' },
  uriTooLong: { status: 414, code: 414, error: 'URI too long' },
  titleTooLong: { status: 422, code: 9, error: 'Title too long' },
  invalidValue: { status: 422, code: 10, error: 'Invalid value' },
  tooManyRequests: { status: 429, code: 429, error: 'Too many requests' },
  headersTooLarge: { status: 431, code: 431, error: 'Request header fields too large' },
  internal: { status: 500, code: 500, error: 'Internal error' },
  unavailable: { status: 503, code: 503, error: 'Service unavailable' },
} as const;

export type ErrorName = keyof typeof ERRORS;

/** An error that is sent as a response. The message is one sentence that says what to do. */
export class AppError extends Error {
  override name = 'AppError';
  readonly kind: ErrorName;
  readonly headers: Readonly<Record<string, string>>;

  constructor(kind: ErrorName, message: string, headers: Record<string, string> = {}) {
    // Nobody reads its stack, which would take most of the time of a refused request.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.kind = kind;
    this.headers = headers;
  }
}

/** The body of every error response. */
export function errorBody(kind: ErrorName, message: string): { code: number; error: string; message: string } {
  return { code: ERRORS[kind].code, error: ERRORS[kind].error, message };
}

/** An error in a setting, a command or a file. The message is printed to stderr; the exit code is 1. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** Why a system call failed, in words: `no such file or directory` instead of ENOENT. */
export function failureOf(error: unknown): string {
  const { errno, syscall, message } = error as NodeJS.ErrnoException;
  // An error of zlib has an errno of its own.
  return errno === undefined || syscall === undefined ? message : getSystemErrorMessage(errno);
}

/** Whether a disk is full, or a limit of the user is reached: an error of a file, of SQLite or of PostgreSQL. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return DISK_FULL.has(String(code)) || (code === 'ERR_SQLITE_ERROR' && SQLITE_FULL.has(Number(errcode)));
}

/** FULL, and IOERR_SHMSIZE: the shared memory of the WAL cannot grow. */
const SQLITE_FULL = new Set([13, 4874]);
/** The last is PostgreSQL's `disk_full`. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);

/** Only one import at a time may change the catalog. */
export class ImportRunning extends OperatorError {
  constructor() {
    super('Another import is running; wait until it has finished and try again');
  }
}

/** The store is unavailable for now. A server retries. */
export class StoreUnavailable extends OperatorError {
  /** Unlike the class, this survives the transfer from another thread. */
  readonly code = 'STORE_UNAVAILABLE';
}
