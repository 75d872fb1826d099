import { isIP } from 'node:net';

/** Parsers for settings: each returns the value, or throws an error whose message follows the name of the setting. */

function nonEmpty(text: string): string {
  if (!text.trim()) throw new Error('must not be empty');
  return text.trim();
}

/** Accepts an IPv6 address with the brackets of a URL. */
export function listenAddress(text: string): string {
  return nonEmpty(text).replace(/^\[(.*)\]$/, '$1');
}

export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new Error(`must be a whole number from ${min} to ${max}, not "${text}"`);
    return value;
  };
}

export function optional<T>(parse: (text: string) => T): (text: string) => T | undefined {
  return (text) => (text === '' ? undefined : parse(text));
}

export function boolean(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new Error(`must be true or false, not "${text}"`);
}

export function limit(text: string): number | null {
  if (text === 'none') return null;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new Error(`must be a whole number from 1 to 999999999, or none, not "${text}"`);
  return value;
}

export function baseUrl(text: string): string | undefined {
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new Error(`must be an http or https URL such as https://games.example.org, not "${text}"`);
  }
  return url.href.replace(/\/+$/, '');
}

export function secretText(text: string): string | undefined {
  if (text === '') return undefined;
  if (text.length < 32) throw new Error('must have at least 32 characters');
  return text;
}

export function oneOf<T extends string>(...names: readonly T[]): (text: string) => T {
  return (text) => {
    const found = names.find((name) => name === text);
    if (!found) throw new Error(`must be one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}, not "${text}"`);
    return found;
  };
}

/** The store parses the rest. The message does not repeat the value, which may contain a password. */
export function databaseUrl(text: string): string | undefined {
  if (text === '') return undefined;
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('must be a URL such as postgres://user@host:5432/database');
  return text;
}

/** The message does not repeat the value, which may contain a password. */
export function smtpUrl(text: string): string | undefined {
  if (text === '') return undefined;
  if (!URL.canParse(text) || !/^smtps?:$/.test(new URL(text).protocol)) {
    throw new Error('must be a URL such as smtps://user:password@mail.example.org');
  }
  return text;
}

export function mailFrom(text: string): string | undefined {
  if (text === '') return undefined;
  if (!/^[^\r\n<>]*(<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text)) {
    throw new Error(`must be an email address such as ludex@example.org, not "${text}"`);
  }
  return text;
}

/** Returns the href of a link. */
export function contactAddress(text: string): string | undefined {
  if (text === '') return undefined;
  if (/^[^\s@<>?&]+@[^\s@<>?&]+$/.test(text)) return `mailto:${text}`;
  if (/^https?:\/\/\S+$/.test(text) && URL.canParse(text)) return text;
  throw new Error(`must be an email address or a URL such as https://example.org/contact, not "${text}"`);
}

export function proxies(text: string): string[] {
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
