import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { API_PREFIX } from '../api/route.ts';
import type { Config } from '../config.ts';
import { ERRORS, errorBody } from '../errors.ts';
import type { Log } from '../log.ts';
import { isStoreUnavailable } from '../store/open.ts';
import { closeServer, listenAlone } from './listeners.ts';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;

/**
 * Retries while the store is unavailable and logs each failure. A wrong password is retried too: while it is being rotated, the
 * database and our settings differ for a moment. Rejects when the signal is aborted.
 */
export async function retryWhileUnavailable<T>(
  config: Config,
  log: Log,
  attempt: () => Promise<T>,
  { onUnavailable, signal }: { onUnavailable?: () => Promise<void>; signal?: AbortSignal } = {},
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isStoreUnavailable(config, error)) throw error;
      const retryMs = backoffMs(failures, Math.random());
      log.error({ retryMs }, (error as Error).message);
      await onUnavailable?.();
      await pause(retryMs, undefined, { signal });
    }
  }
}

/** Exponential backoff with jitter, so that the nodes of a fleet do not all reconnect at once. */
export function backoffMs(failures: number, random: number): number {
  const most = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return Math.round(most * (0.5 + random / 2));
}

export interface PlaceholderServer {
  port: number;
  close(): Promise<void>;
}

const RETRY_AFTER_SECONDS = 5;
const REQUEST_MS = 10_000;
const MESSAGE = 'The catalog is not available yet; please try again in a few seconds.';
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}">
<title>Not available yet · Ludex</title>
<h1>Not available yet</h1>
<p>${MESSAGE}</p>
</html>
`;
const HEADERS = {
  'retry-after': String(RETRY_AFTER_SECONDS),
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  // A client with an open connection would never reach the real server.
  connection: 'close',
};
const JSON_TYPE = 'application/json; charset=utf-8';

/** Listens until the store is available: /healthz answers 200, everything else 503. */
export async function openPlaceholderServer(address: { host: string; port: number }): Promise<PlaceholderServer> {
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, answer);
  const port = await listenAlone(server, { ...address, exclusive: true }, address);
  const close = () => {
    const closed = closeServer(server);
    server.closeAllConnections();
    return closed;
  };
  return { port, close };
}

function answer({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  const path = url.split('?', 1)[0] as string;
  const { status, type, body } = find(path);
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...HEADERS, 'content-type': type, 'content-length': length }).end(body);
}

function find(path: string): { status: number; type: string; body: string } {
  const { status } = ERRORS.unavailable;
  if (path === '/healthz') return { status: 200, type: JSON_TYPE, body: JSON.stringify({ status: 'ok' }) };
  if (path === '/readyz') return { status, type: JSON_TYPE, body: JSON.stringify({ status: 'store unavailable' }) };
  if (path.startsWith(`${API_PREFIX}/`))
    return { status, type: JSON_TYPE, body: JSON.stringify(errorBody('unavailable', MESSAGE)) };
  return { status, type: 'text/html; charset=utf-8', body: PAGE };
}
