import { OperatorError, StoreUnavailable } from '../../errors.ts';
import type { PostgresDatabase } from './database.ts';
import { isTimeout } from './errors.ts';
import type { PostgresAddress } from './url.ts';

type Where = Pick<PostgresAddress, 'setting' | 'database' | 'user' | 'connectMs'>;

/** What to do about a failure to connect, by its code or message. The first match counts. */
const ADVICE: readonly [what: RegExp, advice: (where: Where) => string][] = [
  [/^28P01/, ({ setting }) => `check the user in ${setting}, and the password there or in LUDEX_DATABASE_PASSWORD`],
  [/none is set/, () => 'set LUDEX_DATABASE_PASSWORD, or LUDEX_DATABASE_PASSWORD_FILE to a file with it'],
  [/valid client certificate/, ({ setting }) => `name one and its key in ${setting}, as sslcert=FILE&sslkey=FILE`],
  [/^28/, ({ user }) => `check that the role ${user} exists and may log in, and that pg_hba.conf admits it`],
  [
    /^3D000/,
    ({ setting, user, database }) =>
      `create it with CREATE DATABASE ${database} OWNER ${user}, or name another one in ${setting}`,
  ],
  [/^42501/, ({ user, database }) => `as its owner run GRANT CONNECT ON DATABASE ${database} TO ${user}`],
  [/^53300/, () => 'raise max_connections of PostgreSQL, or lower LUDEX_DATABASE_CONNECTIONS or LUDEX_THREADS'],
  [/^57P03/, () => 'try again when it has started'],
  [/^(ENOTFOUND|EAI_AGAIN)/, ({ setting }) => `check the name of the host in ${setting}`],
  [/^(ECONNREFUSED|ENOENT)/, ({ setting }) => `start PostgreSQL, or check the host and the port in ${setting}`],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH)|no answer within/,
    ({ setting }) => `check the host and the port in ${setting}, and that no firewall blocks it`,
  ],
  [/does not support SSL/, ({ setting }) => `turn on ssl in PostgreSQL, or set sslmode=prefer in ${setting}`],
  [
    /^ERR_TLS_CERT_ALTNAME/,
    ({ setting }) => `use the name of the certificate as the host in ${setting}, or sslmode=verify-ca`,
  ],
  [/^CERT_HAS_EXPIRED/, () => 'renew the certificate of PostgreSQL'],
  [
    /certificate/,
    ({ setting }) =>
      `name the file of the authority that signed it in ${setting}, as sslrootcert=/path/of/root.crt or sslrootcert=system`,
  ],
  [/is read-only|is not a standby/, ({ setting }) => `name another server in ${setting}`],
];

const OLDEST = 14;

/** Throws an error with one sentence if the server cannot be reached or is too old. */
export async function checkUsable(database: PostgresDatabase, address: PostgresAddress): Promise<void> {
  const [row] = await database.query<{ version: string }>({ text: 'SELECT version()' }).catch((error) => {
    throw describeUnusable(error, address);
  });
  // Compatible engines have other version numbers.
  const [, found] = /^PostgreSQL (\d+)[\d.]* /.exec(row?.version ?? '') ?? [];
  if (found !== undefined && Number(found) < OLDEST)
    throw new OperatorError(
      `The database ${address.shown} is PostgreSQL ${found}, which is too old: use PostgreSQL ${OLDEST} or newer`,
    );
}

/** One sentence: which database, why, and what to do. It never contains a password. */
function describeUnusable(error: unknown, address: PostgresAddress): StoreUnavailable {
  const reason = reasonOf(error, address);
  const code = String((error as { code?: unknown }).code ?? '');
  const advice = ADVICE.find(([what]) => what.test(code) || what.test(reason))?.[1];
  const fallback = ({ setting }: Where) => `check ${setting}, and that PostgreSQL runs there`;
  return new StoreUnavailable(
    `The database ${address.shown} cannot be used (${reason}): ${(advice ?? fallback)(address)}`,
  );
}

/** If a host has several addresses, Node reports an error for each. */
function reasonOf(error: unknown, { connectMs }: Where): string {
  const { message, code, errors } = error as { message: string; code?: string; errors?: Error[] };
  if (/client password must be/.test(message)) return 'it requires a password, but none is set';
  if (isTimeout(error)) return `no answer within ${connectMs / 1000} s`;
  // Removes the advice about Node's own options.
  return message.replace(/; if the root CA .*/, '') || errors?.map((one) => one.message).join(', ') || String(code);
}
