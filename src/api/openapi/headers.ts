import type { Json } from './schemas.ts';

const text = (description: string, example?: string) => header('string', description, example);
const integer = (description: string, example?: number) => header('integer', description, example);

/** Every response header that is useful to clients. */
export const HEADERS = {
  'RateLimit-Limit': integer('Requests allowed per clock hour (UTC)', 360),
  'RateLimit-Remaining': integer('Requests left in this hour', 342),
  'RateLimit-Reset': integer('Seconds until the hour ends', 1260),
  'RateLimit-Policy': text('All limits of the key: requests;w=seconds', '1;w=1, 360;w=3600'),
  'Retry-After': integer('Seconds after which the next request is accepted', 1),
  ETag: text('Strong tag of the content, for `If-None-Match`', '"5VqOd9pKzT3mWcXy1aBf0g"'),
  'Cache-Control': text('How long the response may be reused', 'private, no-cache'),
  Vary: text('Request headers that the response depends on', 'Accept-Encoding'),
  Link: text(
    'URLs of the next and the previous page, without the key',
    '<https://games.example.org/v1/games?offset=100>; rel="next"',
  ),
  'Total-Count': integer('Number of elements on all pages', 130),
  'Ignored-Parameters': text('Names of query parameters that had no effect, percent-encoded', 'platfrom'),
  'X-Request-Id': text('Identifies the request in the log of the server', 'k3v9x2-1f'),
  Location: text('The same request for the game that replaced this one'),
  'WWW-Authenticate': text('Asks for a key', 'Bearer realm="Ludex"'),
  'Access-Control-Allow-Methods': text('Methods that a browser may use', 'GET, HEAD, OPTIONS'),
  'Access-Control-Allow-Headers': text('Request headers that a browser may send'),
  'Access-Control-Max-Age': integer('Seconds that a browser may cache this', 86_400),
};

export type HeaderName = keyof typeof HEADERS;

export const QUOTA_HEADERS = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
] as const satisfies HeaderName[];

export function headerRefs(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function header(type: string, description: string, example?: unknown): Json {
  return { description, schema: { type }, ...(example !== undefined && { example }) };
}
