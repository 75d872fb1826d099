import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

const STDERR = 2;
/** Lines are written together: a write for each request would cost as much as the request. */
const BUFFERED_BYTES = 4096;
const FLUSH_MS = 200;
const REDACTED = '[redacted]';

/** JSON lines on stderr; stdout stays for what the user asked to see. */
export function openLog(config: Pick<Config, 'log_level'>): Log {
  return pino(
    { level: config.log_level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: STDERR, sync: false, minLength: BUFFERED_BYTES, periodicFlush: FLUSH_MS }),
  );
}

/** Resolves when every line has been written. */
export function flushLog(log: Log): Promise<void> {
  return new Promise((resolve) => log.flush(() => resolve()));
}

/** The URL as it may be written down: whatever looks like a key, by its parameter's name or by itself, is left out. */
export function redactUrl(url: string): string {
  // A client that writes & for ? has its parameters in the path: so the whole address is looked at alike.
  return url
    .split(/([?&;])/)
    .map(redactPart)
    .join('');
}

function redactPart(part: string): string {
  const at = part.indexOf('=');
  const name = at < 0 ? '' : part.slice(0, at);
  if (/key|token|secret|auth|pass/i.test(decoded(name))) return `${name}=${REDACTED}`;
  return part.replace(/ludex(_|%5f)[\w%]+/gi, REDACTED);
}

/** A name may be encoded in part (`api%5Fkey`), or wrongly; then it is looked at as it stands. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name.replaceAll('%', '');
  }
}
