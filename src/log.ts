import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

const STDERR = 2;
const REDACTED = '[redacted]';

/** JSON lines on stderr; stdout stays for what the user asked to see. */
export function openLog(config: Pick<Config, 'log_level'>): Log {
  return pino(
    { level: config.log_level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: STDERR, sync: false }),
  );
}

/** The URL as it may be written down: whatever looks like a key, by its parameter's name or by itself, is left out. */
export function redactUrl(url: string): string {
  const [path, query] = splitOnce(url, '?');
  if (query === undefined) return redactKeys(path);
  return `${redactKeys(path)}?${query.split('&').map(redactParameter).join('&')}`;
}

function redactParameter(parameter: string): string {
  const [name, value] = splitOnce(parameter, '=');
  if (value === undefined) return redactKeys(parameter);
  return /key|token|secret|auth|pass/i.test(decoded(name)) ? `${name}=${REDACTED}` : redactKeys(parameter);
}

function redactKeys(text: string): string {
  return /ludex(_|%5f)/i.test(text) ? text.replace(/ludex(_|%5f)[\w%]+/gi, REDACTED) : text;
}

/** A name may be encoded in part (`api%5Fkey`), or wrongly; then it is looked at as it stands. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name.replaceAll('%', '');
  }
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
