import { StoreUnavailable } from '../../errors.ts';

/** A server that is there, and not the one that is wanted: a replica where changes are to be made, or the other way. */
export class WrongServer extends Error {
  readonly code = 'WRONG_SERVER';
}

/** One who did not answer in the time that there was. */
class TooSlow extends Error {
  readonly code = 'TOO_SLOW';
}

/** Waits no longer for it; how it ends is then nobody's concern. */
export async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TooSlow(`no answer within ${milliseconds} ms`)), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What the system says when nobody answers. */
const NETWORK =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EAI_AGAIN|WRONG_SERVER)$/;
/** TLS failed, or a certificate is not, or no longer, good. */
const CERTIFICATE = /^(EPROTO|ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;
/** What the driver says of a connection that has ended or does not answer; it gives these no code. */
const ENDED =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered|was closed)|The server does not support SSL|There was an error establishing an SSL|SASL: |Cannot use a pool after)/;
/**
 * By SQLSTATE: the connection, the login, the database, resources, the operator or the system; a transaction or session that
 * was ended; a server that has become a replica.
 */
const GONE = /^(08|28|3D|53|57P|58|25P0[34]|25006)/;
/** Cancelled after its time, a lock not had in time, two that waited for each other: the connection is as good as before. */
const BUSY = /^(57014|55P03|40001|40P01|TOO_SLOW)$/;

/** Whether the database is away or busy, so that the same may work in a while. */
export function isUnavailable(error: unknown): boolean {
  return isBroken(error) || BUSY.test(codeOf(error));
}

/** Whether the connection is of no more use. */
export function isBroken(error: unknown): boolean {
  const code = codeOf(error);
  return (
    NETWORK.test(code) ||
    isMissingSocket(error) ||
    CERTIFICATE.test(code) ||
    (GONE.test(code) && !isWrongBind(error)) ||
    ENDED.test(String((error as Error | null)?.message))
  );
}

/** Any other file that is missing is not the database's. */
function isMissingSocket(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect';
}

/** A bug of ours has the same code as everything that PgBouncer says of a database that is away. */
function isWrongBind(error: unknown): boolean {
  return codeOf(error) === '08P01' && /^bind message /.test((error as Error).message);
}

/** Whether the connection had been cut, so that another one may do; what took too long is not tried again. */
export function isCut(error: unknown): boolean {
  return isBroken(error) && !isTimeout(error);
}

export function isTimeout(error: unknown): boolean {
  return /time(d |-)?out/i.test(String((error as Error).message));
}

/** Whether a server will not, or may not, be talked to in an encrypted way. */
export function refusesTls(error: Error): boolean {
  return /^The server does not support SSL/.test(error.message) || codeOf(error) === '28000';
}

/** For who writes at length: what came of it when the database was lost. */
export function describeLost(error: unknown): unknown {
  if (!isBroken(error)) return error;
  return new StoreUnavailable(
    `The database was lost (${(error as Error).message}): what was being written is there as a whole or not at all; ` +
      'see that it runs, and try again',
  );
}

/** Two wanted the same name at once, and the other was first. */
export function isConflict(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** Two got in each other's way: what one pointed to was removed, or both waited for the other. */
export function isCrossed(error: unknown): boolean {
  return /^(23503|40P01)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}
