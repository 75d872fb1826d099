import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

const STDERR = 2;
/** Buffered, because one write per request would cost as much as the request. */
const BUFFERED_BYTES = 4096;
const FLUSH_MS = 200;
const REDACTED = '[redacted]';

/** JSON lines on stderr; stdout is for the output of commands. */
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

/** Removes everything that looks like a key, by the name of its parameter or by its prefix. */
export function redactUrl(url: string): string {
  // A client that writes & instead of ? has its parameters in the path, so the whole URL is searched.
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

/** Decodes names such as `api%5Fkey`. With broken encoding only the % signs are removed. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name.replaceAll('%', '');
  }
}
