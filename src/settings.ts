import { isIP } from 'node:net';
import { resolve } from 'node:path';

interface Setting<T> {
  /** The default, as the user would write it; empty means "not set". */
  fallback: string;
  /** Allowed values, for --help and the docs. */
  values: string;
  help: string;
  secret?: true;
  parse(text: string): T;
}

/** Every setting. The environment variable is LUDEX_ and the name in capitals; the flag is the name with dashes. */
export const SETTINGS = {
  host: setting('127.0.0.1', 'address', 'Address to listen on, such as ::1; 0.0.0.0 or :: for all', listenAddress),
  port: setting('8080', '0–65535', 'Port to listen on; 0 picks a free one', integer(0, 65535)),
  data: setting('./data', 'folder', 'Data folder: database, pictures and secret; created if missing', (text) =>
    resolve(text),
  ),
  database_url: secretSetting(
    'URL',
    'PostgreSQL database, such as postgres://ludex@db.example.org/ludex, which several nodes can share; default SQLite in the data folder',
    databaseUrl,
  ),
  database_password: secretSetting('text', 'Password for PostgreSQL, if the URL contains none', (text) => text),
  database_connections: setting(
    '5',
    '1–100',
    'Maximum number of PostgreSQL connections per serving thread',
    integer(1, 100),
  ),
  public_url: setting(
    '',
    'URL',
    'Public base URL, used for links; default http://HOST:PORT, with localhost for 127.0.0.1, 0.0.0.0 and ::',
    optional(baseUrl),
  ),
  media_url: setting(
    '',
    'URL',
    'Base URL of the pictures, if a CDN or a bucket serves them; default PUBLIC_URL/media',
    optional(baseUrl),
  ),
  generated_covers: setting(
    'true',
    'true, false',
    'Whether the API returns generated covers for games that have none',
    boolean,
  ),
  threads: setting('', '1–64', 'Serving threads; default one per core, at most 8', optional(integer(1, 64))),
  secret: secretSetting(
    'text',
    'Secret that encrypts API keys in the store, at least 32 characters; default a random one in the data folder',
    secretText,
  ),
  log_level: setting(
    'info',
    'trace, debug, info, warn, error, silent',
    'Minimum level of log lines',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  ),
  cache_mb: setting(
    '128',
    '1–65536',
    'Memory for cached responses and pictures in MB, for all threads together',
    integer(1, 65536),
  ),
  dumps: setting(
    'off',
    'off, daily, weekly',
    'How often the server makes a data dump, which everybody can download at /data; "ludex dump" makes one at any time',
    oneOf('off', 'daily', 'weekly'),
  ),
  follow: setting(
    '',
    'URL',
    'Address of another Ludex server whose catalog this one mirrors: its data dump, then its changes',
    optional(baseUrl),
  ),
  follow_key: secretSetting('key', 'API key of the server that is followed, if it needs one', (text) => text.trim()),
  follow_pictures: setting(
    'links',
    'links, copies',
    'Whether a mirror links to the pictures of the server that it follows, or copies them',
    oneOf('links', 'copies'),
  ),
  imports: setting(
    '',
    'folder',
    'Folder whose files and folders operators may import in the browser; if not set, they upload files',
    optional((text) => resolve(text)),
  ),
  starter: setting('true', 'true, false', 'Load the starter catalog into an empty store', boolean),
  original_fields: setting(
    'false',
    'true, false',
    'Compatibility with clients of the original API, whose fields begin with moby_: adds moby_url and moby_score, a date for every platform, a country for every cover, and pictures in PNG or JPEG',
    boolean,
  ),
  title_match: setting(
    '',
    'contract, wide',
    'What the title filter of the API searches: contract (as in the original API) matches any part of the main title; wide also matches alternate titles and ignores punctuation and spaces; default wide with LUDEX_ORIGINAL_FIELDS, else contract',
    optional(oneOf('contract', 'wide')),
  ),
  free_per_hour: setting(
    '360',
    'number, none',
    'Requests per clock hour of an account on the free plan, all its keys together; 0 for none',
    callLimit,
  ),
  free_per_second: setting(
    '1',
    'number, none',
    'Requests per second of an account on the free plan, all its keys together',
    callLimit,
  ),
  commercial_per_hour: setting(
    '36000',
    'number, none',
    'Requests per clock hour of a key on the commercial plan; 0 for none',
    callLimit,
  ),
  commercial_per_second: setting(
    '10',
    'number, none',
    'Requests per second of a key on the commercial plan',
    callLimit,
  ),
  anonymous: setting(
    'off',
    'off, limits, none',
    'Whether the API answers without a key: off; limits of each IP address such as 60/hour,1/s, or one of the two; or none, without limits. An IPv6 network of 64 bits counts as one address',
    anonymous,
  ),
  sign_up: setting(
    'open',
    'open, invite, closed',
    'Who may sign up: everyone, people with an invitation, or nobody',
    oneOf('open', 'invite', 'closed'),
  ),
  sign_ups_per_day: setting(
    '10',
    'number, none',
    'Sign-ups per day from one IP address; an IPv6 network of 64 bits counts as one address',
    limit,
  ),
  session_days: setting('30', '1–365', 'Days of inactivity after which a user is signed out', integer(1, 365)),
  smtp_url: secretSetting(
    'URL',
    'Mail server, such as smtps://user:password@mail.example.org; if not set, no email is sent',
    smtpUrl,
  ),
  contact: setting(
    '',
    'email, URL',
    'Contact of the operator, shown in the footer of every page, in openapi.json and in security.txt',
    optional(contactAddress),
  ),
  mail_from: setting('', 'email', 'Sender address of emails; required with LUDEX_SMTP_URL', optional(mailFrom)),
  site_queue: setting(
    '100',
    '1–10000',
    'Pages, pictures and requests without a valid key from one IP address that may wait in each thread; more get 503 with Retry-After',
    integer(1, 10_000),
  ),
  site_per_second: setting(
    '100',
    'number, none',
    'Pace of pages, pictures and requests without a valid key from one IP address, after a burst of ten seconds; more wait',
    limit,
  ),
  connections_per_address: setting(
    '1000',
    'number, none',
    'Connections from one IP address in each thread, without those of trusted proxies; more get 503 and are closed',
    limit,
  ),
  max_delay_ms: setting(
    '100',
    'number, none',
    'Milliseconds that the API requests in work in a thread may take together; more get 503 with Retry-After',
    limit,
  ),
  metrics: setting(
    'local',
    'off, local, public',
    'Who may read /metrics: nobody; programs on this machine that connect directly, not through a proxy; everybody',
    oneOf('off', 'local', 'public'),
  ),
  trusted_proxies: setting(
    'loopback',
    'addresses, none',
    'Proxies whose X-Forwarded-For is trusted: a comma-separated list of addresses or networks, loopback, uniquelocal',
    proxies,
  ),
};

export type SettingName = keyof typeof SETTINGS;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export function envName(name: SettingName): string {
  return `LUDEX_${name.toUpperCase()}`;
}

export function flagName(name: SettingName): string {
  return name.replaceAll('_', '-');
}

export function isSecret(name: SettingName): boolean {
  return 'secret' in SETTINGS[name];
}

function setting<T>(fallback: string, values: string, help: string, parse: (text: string) => T): Setting<T> {
  return { fallback, values, help, parse };
}

/** A secret has no default, and no flag: other users of the machine can read those. */
function secretSetting(
  values: string,
  help: string,
  parse: (text: string) => string,
): Setting<string | undefined> & { secret: true } {
  return { ...setting('', values, help, optional(parse)), secret: true };
}

/** Parsers for settings: each returns the value, or throws an error whose message follows the name of the setting. */

function nonEmpty(text: string): string {
  if (!text.trim()) throw new Error('must not be empty');
  return text.trim();
}

/** Accepts an IPv6 address with the brackets of a URL. */
function listenAddress(text: string): string {
  return nonEmpty(text).replace(/^\[(.*)\]$/, '$1');
}

function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new Error(`must be a whole number from ${min} to ${max}, not "${text}"`);
    return value;
  };
}

function optional<T>(parse: (text: string) => T): (text: string) => T | undefined {
  return (text) => (text === '' ? undefined : parse(text));
}

function boolean(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new Error(`must be true or false, not "${text}"`);
}

function limit(text: string, min = 1): number | null {
  if (text === 'none') return null;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (value < min) throw new Error(`must be a whole number from ${min} to 999999999, or none, not "${text}"`);
  return value;
}

/** Of calls of the API. With 0, all are refused. */
function callLimit(text: string): number | null {
  return limit(text, 0);
}

/** Of a client without a key. Undefined if it is refused. */
export function anonymousLimits(text: string): Record<'perHour' | 'perSecond', number | null> | undefined {
  if (text === 'off') return undefined;
  const limits: Record<'perHour' | 'perSecond', number | null> = { perHour: null, perSecond: null };
  for (const part of text === 'none' ? [] : text.split(',')) {
    const [, count = '0', unit] = /^\s*(\d{1,9})\/(hour|s)\s*$/.exec(part) ?? [];
    const name = unit === 'hour' ? 'perHour' : 'perSecond';
    if (Number(count) < 1 || limits[name] !== null)
      throw new Error(`must be off, none, or limits such as 60/hour,1/s, not "${text}"`);
    limits[name] = Number(count);
  }
  return limits;
}

/** A text, so that it can be shown. */
function anonymous(text: string): string {
  anonymousLimits(text);
  return text;
}

function baseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new Error(`must be an http or https URL such as https://games.example.org, not "${text}"`);
  }
  return url.href.replace(/\/+$/, '');
}

function secretText(text: string): string {
  if (text.length < 32) throw new Error('must have at least 32 characters');
  return text;
}

function oneOf<T extends string>(...names: readonly T[]): (text: string) => T {
  return (text) => {
    const found = names.find((name) => name === text);
    if (!found) throw new Error(`must be one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}, not "${text}"`);
    return found;
  };
}

/** The store parses the rest. The message does not repeat the value, which may contain a password. */
function databaseUrl(text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('must be a URL such as postgres://user@host:5432/database');
  return text;
}

/** The message does not repeat the value, which may contain a password. */
function smtpUrl(text: string): string {
  if (!URL.canParse(text) || !/^smtps?:$/.test(new URL(text).protocol)) {
    throw new Error('must be a URL such as smtps://user:password@mail.example.org');
  }
  return text;
}

function mailFrom(text: string): string {
  if (!/^[^\r\n<>]*(<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text)) {
    throw new Error(`must be an email address such as ludex@example.org, not "${text}"`);
  }
  return text;
}

/** Returns the href of a link. */
function contactAddress(text: string): string {
  if (/^[^\s@<>?&]+@[^\s@<>?&]+$/.test(text)) return `mailto:${text}`;
  if (/^https?:\/\/\S+$/.test(text) && URL.canParse(text)) return text;
  throw new Error(`must be an email address or a URL such as https://example.org/contact, not "${text}"`);
}

function proxies(text: string): string[] {
  if (text === 'none') return [];
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    const [address = '', bits] = name.split('/');
    const known = ['loopback', 'linklocal', 'uniquelocal'].includes(name) || isIP(address) > 0;
    if (
      !known ||
      (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)))
    ) {
      throw new Error(`must be addresses or networks such as 10.0.0.0/8, loopback or none, not "${name}"`);
    }
  }
  return names;
}
