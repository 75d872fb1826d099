import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { API_PREFIX } from '../api/route.ts';
import { ERRORS, errorBody } from '../errors.ts';
import { describeListenError } from './listeners.ts';

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
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', (error) => reject(describeListenError(error, address)));
  server.listen({ ...address, exclusive: true }, resolve);
  await listening;
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound ? bound.port : address.port,
    close: () => close(server),
  };
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

async function close(server: Server): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // The callback also runs if the server is already closed.
  server.close(() => resolve());
  server.closeAllConnections();
  await closed;
}
