import { ERRORS, type ErrorName } from '../../errors.ts';
import type { Route } from '../route.ts';
import { errorExamples } from './examples.ts';
import { type Json, refer } from './schemas.ts';

const text = (description: string, example?: string) => header('string', description, example);
const integer = (description: string, example?: number) => header('integer', description, example);

/** Every response header that is useful to clients. */
export const HEADERS = {
  'RateLimit-Limit': integer('Requests allowed per clock hour (UTC)', 360),
  'RateLimit-Remaining': integer('Requests left in this hour', 342),
  'RateLimit-Reset': integer('Seconds until the hour ends', 1260),
  'RateLimit-Policy': text(
    'All limits of the key: the name of each, its requests (q) and its seconds (w)',
    '"second";q=1;w=1, "hour";q=360;w=3600',
  ),
  RateLimit: text('The requests left (r) of a limit, and seconds until there are more (t)', '"hour";r=342;t=1260'),
  'Retry-After': integer('Seconds after which the next request is accepted', 1),
  ETag: text('Strong tag of the content, for `If-None-Match`', '"5VqOd9pKzT3mWcXy1aBf0g"'),
  'Cache-Control': text('How long the response may be reused', 'private, no-cache'),
  Vary: text('Request headers that the response depends on', 'Accept-Encoding'),
  Link: text(
    'URLs of the next and the previous page, without the key; of an error, its description (`rel="help"`)',
    '<https://games.example.org/v1/games?offset=100>; rel="next"',
  ),
  'Total-Count': integer('Number of elements on all pages', 130),
  'Ignored-Parameters': text('Names of query parameters that had no effect, percent-encoded', 'platfrom'),
  'Did-You-Mean': text('The parameters that were probably meant by those', 'platfrom=platform'),
  'X-Request-Id': text('Identifies the request in the log of the server', 'k3v9x2-1f'),
  Location: text('The same request for the game that replaced this one'),
  'WWW-Authenticate': text('Asks for a key', 'Bearer realm="Ludex"'),
};

export type HeaderName = keyof typeof HEADERS;

export const QUOTA_HEADERS = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const satisfies HeaderName[];

export function headerRefs(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function header(type: string, description: string, example?: unknown): Json {
  return { description, schema: { type }, ...(example !== undefined && { example }) };
}

const COMMON_ERRORS: readonly ErrorName[] = [
  'badParameters',
  'badRequest',
  'requestTimeout',
  'uriTooLong',
  'headersTooLarge',
  'unauthorized',
  'tooManyRequests',
  'internal',
  'unavailable',
];

/** Headers by status, where they differ from the quota headers. */
const ERROR_HEADERS: Partial<Record<number, readonly HeaderName[]>> = {
  301: [...QUOTA_HEADERS, 'Location'],
  401: ['WWW-Authenticate'],
  408: [],
  414: [],
  429: [...QUOTA_HEADERS, 'Retry-After'],
  431: [],
  503: [...QUOTA_HEADERS, 'Retry-After'],
};

/** Every error of the route. */
export function listErrors(route: Route): ErrorName[] {
  const parameters = Object.values(route.parameters);
  const errors = [...COMMON_ERRORS, ...(route.errors ?? [])];
  if (route.path.includes('{game_id}')) errors.push('moved', 'gameNotFound');
  if (parameters.length > 0) errors.push('invalidValue');
  if (parameters.some((parameter) => parameter.type === 'text' && !parameter.required)) errors.push('titleTooLong');
  return errors;
}

/** References to the components below, one per status. */
export function referErrors(names: readonly ErrorName[]): Json {
  const refs = byStatus(names).map(([status, kinds]) => {
    return [status, { $ref: `#/components/responses/${componentName(kinds)}` }];
  });
  return Object.fromEntries(refs);
}

export function errorComponents(routes: readonly Route[]): Json {
  const lists = routes.flatMap((route) => byStatus(listErrors(route)));
  return Object.fromEntries(lists.map(([status, kinds]) => [componentName(kinds), errorResponse(status, kinds)]));
}

function errorResponse(status: number, kinds: readonly ErrorName[]): Json {
  return {
    description: kinds.map((kind) => ERRORS[kind].error).join(', or '),
    headers: headerRefs([...(ERROR_HEADERS[status] ?? QUOTA_HEADERS), 'Cache-Control', 'Link', 'X-Request-Id']),
    content: { 'application/json': { schema: errorSchema(kinds), ...errorExamples(kinds) } },
  };
}

/** Lists the codes of a status that has several. */
function errorSchema(kinds: readonly ErrorName[]): Json {
  const variants = kinds.map((kind) => ({
    type: 'object',
    required: ['code', 'error'],
    properties: { code: { const: ERRORS[kind].code }, error: { const: ERRORS[kind].error } },
  }));
  return { allOf: [refer('ApiError'), variants.length === 1 ? variants[0] : { anyOf: variants }] };
}

function byStatus(names: readonly ErrorName[]): [status: number, kinds: ErrorName[]][] {
  return [...Map.groupBy(names, (name) => ERRORS[name].status)];
}

function componentName(kinds: readonly ErrorName[]): string {
  return kinds.map((kind) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`).join('Or');
}
