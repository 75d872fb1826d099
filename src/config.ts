import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { OperatorError } from './errors.ts';
import {
  baseUrl,
  boolean,
  contactAddress,
  databaseUrl,
  integer,
  limit,
  listenAddress,
  mailFrom,
  oneOf,
  optional,
  proxies,
  secretText,
  smtpUrl,
} from './setting-values.ts';

interface Setting<T> {
  /** The value when nothing is set, as the user would write it; empty means "not set". */
  fallback: string;
  /** What may be written, for --help and the docs. */
  values: string;
  help: string;
  secret?: true;
  parse(text: string): T;
}

/** Every setting: the environment variable is LUDEX_ and the name in capitals, the flag is the name with dashes. */
export const SETTINGS = {
  host: setting('127.0.0.1', 'address', 'Address to listen on, such as ::1; 0.0.0.0 or :: for all', listenAddress),
  port: setting('8080', '0–65535', 'Port to listen on; 0 picks a free one', integer(0, 65535)),
  data: setting('./data', 'folder', 'Folder of the database, the pictures and the secret; made when missing', (text) =>
    resolve(text),
  ),
  database_url: {
    ...setting(
      '',
      'URL',
      'PostgreSQL that several nodes share, such as postgres://ludex@db.example.org/ludex; without it everything is in the data folder',
      databaseUrl,
    ),
    secret: true as const,
  },
  database_read_url: {
    ...setting('', 'URL', 'Replicas of that PostgreSQL, from which games are read first', databaseUrl),
    secret: true as const,
  },
  database_password: {
    ...setting(
      '',
      'text',
      'Password for PostgreSQL, if the URLs hold none',
      optional((text) => text),
    ),
    secret: true as const,
  },
  database_connections: setting('5', '1–100', 'Most connections of each serving thread to PostgreSQL', integer(1, 100)),
  public_url: setting(
    '',
    'URL',
    'Address that clients see, for links in answers; default http://localhost:PORT, or HOST if that is a single address',
    baseUrl,
  ),
  media_url: setting(
    '',
    'URL',
    'Address of the folder of pictures, where a CDN or a bucket serves it; default PUBLIC_URL/media',
    baseUrl,
  ),
  generated_covers: setting(
    'true',
    'true, false',
    'Whether the API gives drawn covers of games that have none',
    boolean,
  ),
  threads: setting('', '1–64', 'Serving threads; default one per core, at most 8', optional(integer(1, 64))),
  secret: {
    ...setting(
      '',
      'text',
      'Seals the keys in the store, at least 32 characters; default a random one kept in the data folder',
      secretText,
    ),
    secret: true as const,
  },
  log_level: setting(
    'info',
    'level',
    `Least level of log lines: trace, debug, info, warn, error or silent`,
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  ),
  cache_mb: setting(
    '128',
    '1–65536',
    'Memory for rendered games and pages, over all threads, in MB',
    integer(1, 65536),
  ),
  starter: setting('true', 'true, false', 'Load the starter catalog into an empty store', boolean),
  original_fields: setting(
    'false',
    'true, false',
    'Answers have what programs of the original API need: moby_url and moby_score, a country for every cover, pictures in PNG or JPEG',
    boolean,
  ),
  title_match: setting(
    'contract',
    'contract, wide',
    'Titles that the title filter of the API finds: contract is any part of the main title; wide is also any part of an alternate title, whatever the punctuation and spaces',
    oneOf('contract', 'wide'),
  ),
  free_per_hour: setting('360', 'number, none', 'Requests per clock hour of a key on the free plan', limit),
  free_per_second: setting('1', 'number, none', 'Requests per second of a key on the free plan', limit),
  commercial_per_hour: setting(
    '36000',
    'number, none',
    'Requests per clock hour of a key on the commercial plan',
    limit,
  ),
  commercial_per_second: setting('10', 'number, none', 'Requests per second of a key on the commercial plan', limit),
  quota_fail: setting(
    'closed',
    'closed, open',
    'Requests that cannot be counted because the database is away: closed refuses them, open lets each thread count for itself',
    oneOf('closed', 'open'),
  ),
  sign_up: setting(
    'open',
    'open, invite, closed',
    'Who may sign up on the site: anybody, who has an invitation, nobody',
    oneOf('open', 'invite', 'closed'),
  ),
  session_days: setting('30', '1–365', 'Days without a visit after which somebody is signed out', integer(1, 365)),
  smtp_url: {
    ...setting(
      '',
      'URL',
      'Mail server, such as smtps://user:password@mail.example.org; without it no mail is sent',
      smtpUrl,
    ),
    secret: true as const,
  },
  contact: setting(
    '',
    'e-mail, URL',
    'Where people reach the operator; at the foot of every page and in openapi.json',
    contactAddress,
  ),
  mail_from: setting('', 'e-mail', 'Sender of mails; needed with the mail server', mailFrom),
  show_errors: setting(
    'false',
    'true, false',
    'Show the stack trace of an internal error on the page; for development, on a loopback address only',
    boolean,
  ),
  trusted_proxies: setting(
    'loopback',
    'addresses, none',
    'Proxies whose word about the address of a client is taken: addresses or networks with commas between, loopback, uniquelocal',
    proxies,
  ),
};

export type SettingName = keyof typeof SETTINGS;

type Settings = { [K in SettingName]: ReturnType<(typeof SETTINGS)[K]['parse']> };

export type Config = Omit<Settings, 'threads'> & { threads: number };

export function envName(name: SettingName): string {
  return `LUDEX_${name.toUpperCase()}`;
}

export function flagName(name: SettingName): string {
  return name.replaceAll('_', '-');
}

/** Where the pictures lie. */
export function mediaFolder({ data }: Pick<Config, 'data'>): string {
  return join(data, 'media');
}

/** Where drawn covers are kept: not with the pictures, because what lies there may go at any time. */
export function coversFolder({ data }: Pick<Config, 'data'>): string {
  return join(data, 'covers');
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];
/** Addresses that are reached as localhost: the loopback of IPv4, and all addresses of the machine. */
const REACHED_AS_LOCALHOST = ['localhost', '127.0.0.1', '0.0.0.0', '::'];

/** Where clients find the server. `port` is the one that it listens on when the setting is 0. */
export function publicUrlOf({ public_url, host, port }: Pick<Config, 'public_url' | 'host' | 'port'>): string {
  if (public_url !== undefined) return public_url;
  // A URL cannot hold the zone of a link-local address (fe80::1%eth0).
  const name = REACHED_AS_LOCALHOST.includes(host) || host.includes('%') ? 'localhost' : host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}

/** Whether `npm` or `npx` started this program, with a shell in between. */
export function isRunByNpm(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.npm_command !== undefined;
}

export type Flags = Partial<Record<string, string>>;

/** Reads flags first, then the environment, then the defaults; anything wrong is an OperatorError that names it. */
export function readConfig(flags: Flags = {}, env: NodeJS.ProcessEnv = process.env): Config {
  refuseUnknown(env);
  const names = Object.keys(SETTINGS) as SettingName[];
  const settings = Object.fromEntries(names.map((name) => [name, readSetting(name, env, flags)])) as Settings;
  if (settings.smtp_url && !settings.mail_from) throw new OperatorError('LUDEX_SMTP_URL needs LUDEX_MAIL_FROM as well');
  if (settings.database_read_url && !settings.database_url)
    throw new OperatorError('LUDEX_DATABASE_READ_URL needs LUDEX_DATABASE_URL as well');
  if (settings.show_errors && (settings.public_url !== undefined || !LOOPBACK.includes(settings.host)))
    throw new OperatorError(
      'LUDEX_SHOW_ERRORS is for development: use it with LUDEX_HOST 127.0.0.1 and without LUDEX_PUBLIC_URL',
    );
  return { ...settings, threads: settings.threads ?? Math.min(8, availableParallelism()) };
}

function readSetting(name: SettingName, env: NodeJS.ProcessEnv, flags: Flags): unknown {
  const { text, from } = findText(name, env, flags);
  try {
    return SETTINGS[name].parse(text);
  } catch (error) {
    throw new OperatorError(`${from} ${(error as Error).message}`);
  }
}

function findText(name: SettingName, env: NodeJS.ProcessEnv, flags: Flags): { text: string; from: string } {
  const flag = flags[flagName(name)];
  if (flag !== undefined) return { text: flag, from: `--${flagName(name)}` };
  const variable = envName(name);
  const file = isSecret(name) ? env[`${variable}_FILE`] : undefined;
  const direct = env[variable];
  if (file && direct) throw new OperatorError(`${variable} and ${variable}_FILE are both set; keep one of them`);
  if (file) return { text: readSecretFile(`${variable}_FILE`, file), from: `${variable}_FILE` };
  return { text: direct || SETTINGS[name].fallback, from: variable };
}

export function isSecret(name: SettingName): boolean {
  return 'secret' in SETTINGS[name];
}

function readSecretFile(variable: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
  } catch (error) {
    throw new OperatorError(`${variable} names ${path}, which cannot be read: ${(error as Error).message}`);
  }
  if (text.trim() === '') throw new OperatorError(`${variable} names ${path}, which is empty`);
  return text;
}

/** A misspelt variable would otherwise be silently without effect. LUDEX_TEST_… belongs to the tests. */
function refuseUnknown(env: NodeJS.ProcessEnv): void {
  const names = Object.keys(SETTINGS) as SettingName[];
  const known = new Set(names.flatMap((name) => [envName(name), ...(isSecret(name) ? [`${envName(name)}_FILE`] : [])]));
  for (const variable of Object.keys(env)) {
    if (variable.startsWith('LUDEX_') && !variable.startsWith('LUDEX_TEST_') && !known.has(variable)) {
      throw new OperatorError(`${variable} is not a setting; "ludex config" lists them all`);
    }
  }
}

function setting<T>(fallback: string, values: string, help: string, parse: (text: string) => T): Setting<T> {
  return { fallback, values, help, parse };
}
