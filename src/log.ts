import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** A logger of pino, with the stream that it writes to. */
export type Log = Logger & { destination: DestinationStream };

const STDERR = 2;
/** Buffered, because one write per request would cost as much as the request. */
const BUFFERED_BYTES = 32 * 1024;
const FLUSH_MS = 200;
const REDACTED = '[redacted]';

/** JSON lines on stderr; stdout is for the output of commands. */
export function openLog(config: Pick<Config, 'log_level'>): Log {
  const destination = pino.destination({
    fd: STDERR,
    sync: false,
    minLength: BUFFERED_BYTES,
    maxWrite: 2 * BUFFERED_BYTES,
    periodicFlush: FLUSH_MS,
  });
  const options = { level: config.log_level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return Object.assign(pino(options, destination), { destination });
}

/** Resolves when every line has been written. */
export async function flushLog(log: Log): Promise<void> {
  // The lines of requests come at the end of their turn.
  await nextTurn();
  await new Promise<void>((resolve) => log.flush(() => resolve()));
}

/** A finished request, in the order of the fields of its line. */
export interface RequestLine {
  reqId: string;
  method: string;
  url: string;
  status: number;
  durationMs: number;
  bytes: number;
  keyId: number | undefined;
  address: string;
}

/**
 * Writes the lines of requests as `log.info` would, in a fraction of the time. Those of one turn of the event loop are written
 * together: the stream measures everything it has buffered at each write.
 */
export function openRequestLog(log: Log): (line: RequestLine) => void {
  if (!log.isLevelEnabled('info')) return () => undefined;
  let lines = '';
  const write = () => {
    log.destination.write(lines);
    lines = '';
  };
  return ({ reqId, method, url, status, durationMs, bytes, keyId, address }) => {
    if (lines === '') setImmediate(write);
    const key = keyId === undefined ? '' : `,"keyId":${keyId}`;
    lines +=
      `{"level":${INFO},"time":"${new Date().toISOString()}","reqId":"${reqId}","method":"${method}","url":${JSON.stringify(url)},` +
      `"status":${status},"durationMs":${durationMs},"bytes":${bytes}${key},"address":${JSON.stringify(address)}}\n`;
  };
}

const INFO = pino.levels.values.info;

/** Finds URLs that may contain a key, under any name or encoding. */
const MAY_CONTAIN_KEY = /key|token|secret|auth|pass|ludex|%|\/k\//i;
const SECRET_NAME = /key|token|secret|auth|pass/i;
const SECRET = /ludex_\w+/gi;
/** A key that is a part of the path. */
const PATH_KEY = /(?<=\/k\/)(?!\[redacted\])[^/?]+/g;

/** Removes everything that looks like a key, by the name of its parameter or by its prefix, however it is encoded. */
export function redactUrl(url: string): string {
  if (!MAY_CONTAIN_KEY.test(url)) return url;
  // A client that writes & instead of ? has its parameters in the path, so the whole URL is searched.
  return url
    .replace(PATH_KEY, REDACTED)
    .split(/([?&;])/)
    .map(redactPart)
    .join('');
}

function redactPart(part: string): string {
  const plain = decoded(part);
  // Where an encoded secret ends is unknown.
  if (plain !== part && (plain.search(SECRET) >= 0 || plain.search(PATH_KEY) >= 0 || ENCODED.test(plain)))
    return REDACTED;
  // One search of each: a regular expression for both takes a tenth of a second for a URL of `key` repeated.
  const isSecret = SECRET_NAME.test(plain.slice(0, Math.max(0, plain.lastIndexOf('='))));
  const shown = isSecret ? part.replace(/^([^=]*=)?.*/s, `$1${REDACTED}`) : part;
  return shown.replace(SECRET, REDACTED);
}

const ENCODED = /%[0-9a-f]{2}/i;
const MAX_ENCODINGS = 5;

/** Byte by byte, since the rest may be broken, and repeatedly: a secret that is encoded twice can be read, too. */
function decoded(text: string): string {
  let plain = text;
  for (let i = 0; i < MAX_ENCODINGS && ENCODED.test(plain); i++)
    plain = plain.replaceAll(/%([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
  return plain;
}
