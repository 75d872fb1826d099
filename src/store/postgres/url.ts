import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { type ConnectionOptions, getCACertificates } from 'node:tls';
import { failureOf, OperatorError } from '../../errors.ts';

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

/** Whether a connection keeps its session, or a pooler such as PgBouncer gives every transaction another one. */
const POOL_MODES = ['session', 'transaction'] as const;

/** A parsed database URL. */
export interface PostgresAddress {
  /** Or the folder of a Unix socket. */
  host: string;
  port: number;
  database: string;
  user: string;
  password: string | undefined;
  sslMode: SslMode;
  tls: ConnectionOptions;
  poolMode: (typeof POOL_MODES)[number];
  connectMs: number;
  applicationName: string;
  /** The name of the setting, for error messages. */
  setting: string;
  /** The URL without secrets. */
  shown: string;
}

const DEFAULT_PORT = 5432;
const CONNECT_SECONDS = 2;
const PARAMETERS = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'pool_mode',
  'connect_timeout',
  'application_name',
  'host',
];

/**
 * Parses a URL as libpq does. The parser of `pg` understands its `sslmode` otherwise, and ignores wrong parameters. Error messages
 * never contain the URL itself: it may contain a password.
 */
export function parsePostgresUrl(setting: string, text: string, password: string | undefined): PostgresAddress {
  const wrong = (what: string) => new OperatorError(`${setting} ${what}`);
  const parts = /^postgres(?:ql)?:\/\/(?:([^@/?]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(text);
  if (!parts) throw wrong('must be an address such as postgres://user@host:5432/database');
  const [, login = '', place = '', path = '', query = ''] = parts;
  // The message shows none of it: what precedes the @ is part of a password.
  if ([place, path, query].some((part) => part.includes('@')))
    throw wrong('has an @ after the host; write @, / and ? in a password as %40, %2F and %3F');
  const parameters = new URLSearchParams(query);
  const unknown = [...parameters.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown) throw wrong(`has the parameter ${unknown}; known are ${PARAMETERS.join(', ')}`);
  const [user = '', own] = login.split(/:(.*)/s, 2).map((part) => decode(part, wrong));
  if (user === '') throw wrong('names no user; write postgres://user@host/database');
  const { host, port } = parsePlace(parameters.get('host') ?? place, wrong);
  const database = decode(path, wrong) || user;
  const sslMode = choose('sslmode', SSL_MODES, parameters.get('sslmode') ?? 'prefer', wrong);
  return {
    host,
    port,
    database,
    user,
    password: own || password,
    sslMode,
    tls: readTls(sslMode, parameters, wrong),
    poolMode: choose('pool_mode', POOL_MODES, parameters.get('pool_mode') ?? 'session', wrong),
    connectMs: 1000 * positive('connect_timeout', parameters.get('connect_timeout') ?? String(CONNECT_SECONDS), wrong),
    applicationName: parameters.get('application_name') ?? 'ludex',
    setting: setting.replace(/^The/, 'the'),
    shown: `postgres://${isIPv6(host) ? `[${host}]` : host}:${port}/${database}`,
  };
}

type Wrong = (what: string) => OperatorError;

function parsePlace(text: string, wrong: Wrong): Pick<PostgresAddress, 'host' | 'port'> {
  if (text === '') throw wrong('names no host; write postgres://user@host/database');
  // A folder contains the Unix socket of the server. IPv6 addresses are in brackets.
  const [, bracketed, plain, port = String(DEFAULT_PORT)] =
    /^(?:\[([^\]]+)\]|(\/.*?|[^:,]+))(?::(\d+))?$/.exec(decode(text, wrong)) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) > 65535) throw wrong(`has a host that cannot be read: ${text}`);
  return { host, port: Number(port) };
}

function readTls(mode: SslMode, parameters: URLSearchParams, wrong: Wrong): ConnectionOptions {
  const file = (name: string) => {
    const path = parameters.get(name);
    if (path === null) return undefined;
    if (path === 'system') return getCACertificates('system');
    try {
      return readFileSync(path);
    } catch (error) {
      throw wrong(`names ${path} as ${name}, which cannot be read (${failureOf(error)})`);
    }
  };
  const [ca, cert, key] = ['sslrootcert', 'sslcert', 'sslkey'].map(file);
  const checked = mode.startsWith('verify') || (mode === 'require' && ca !== undefined);
  return {
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
    rejectUnauthorized: checked,
    // Only verify-full checks the name in the certificate.
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
}

function choose<T extends string>(name: string, known: readonly T[], text: string, wrong: Wrong): T {
  const found = known.find((one) => one === text);
  if (!found) throw wrong(`has the ${name} "${text}"; known are ${known.join(', ')}`);
  return found;
}

function positive(name: string, text: string, wrong: Wrong): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw wrong(`has the ${name} "${text}", which must be a number of seconds`);
  return Number(text);
}

function decode(text: string, wrong: Wrong): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('is not encoded correctly: write % as %25');
  }
}
