import { StoreUnavailable } from '../../errors.ts';

/** Network errors of Node. */
const NETWORK =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EAI_AGAIN)$/;
/** TLS failed, or a certificate is invalid or has expired. */
const CERTIFICATE = /^(EPROTO|ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;
/** Messages of the driver about a lost connection or a timeout, which have no code. */
const ENDED =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered|was closed)|The server does not support SSL|There was an error establishing an SSL|SASL: |Cannot use a pool after)/;
/**
 * SQLSTATEs of the connection, the login, the database, resources, the operator and the system; of a transaction or session that
 * was terminated; of a server that has become a replica.
 */
const GONE = /^(08|28|3D|53|57P|58|25P0[34]|25006)/;
/** Statement timeout, lock timeout, serialization failure, deadlock. The connection still works. */
const BUSY = /^(57014|55P03|40001|40P01)$/;

/** Whether the database is unavailable or busy, so that a retry may succeed later. */
export function isUnavailable(error: unknown): boolean {
  return isConnectionLost(error) || BUSY.test(codeOf(error));
}

/** Whether the connection can no longer be used. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  return (
    NETWORK.test(code) ||
    isMissingSocket(error) ||
    CERTIFICATE.test(code) ||
    (GONE.test(code) && !isWrongBind(error)) ||
    ENDED.test(String((error as Error | null)?.message))
  );
}

/** ENOENT of any other system call is a missing file. */
function isMissingSocket(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect';
}

/** This bug of ours has the same code that PgBouncer uses for an unavailable database. */
function isWrongBind(error: unknown): boolean {
  return codeOf(error) === '08P01' && /^bind message /.test((error as Error).message);
}

/** Whether a retry on another connection may succeed. A timeout is not retried. */
export function isRetryable(error: unknown): boolean {
  return isConnectionLost(error) && !isTimeout(error);
}

export function isTimeout(error: unknown): boolean {
  return /time(d |-)?out/i.test(String((error as Error).message));
}

export function lacksTls(error: unknown): boolean {
  return /^The server does not support SSL/.test(String((error as Error).message));
}

/** Whether the server does not support TLS, or its configuration forbids it. */
export function refusesTls(error: unknown): boolean {
  return lacksTls(error) || codeOf(error) === '28000';
}

/** What a lost connection means for an import. */
export function describeLost(error: unknown): unknown {
  if (!isConnectionLost(error)) return error;
  return new StoreUnavailable(
    `The connection to the database was lost (${(error as Error).message}): the import is complete or has changed nothing; ` +
      'check that PostgreSQL runs, and try again',
  );
}

/** A unique key exists already. */
export function isConflict(error: unknown): boolean {
  return codeOf(error) === '23505';
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}
