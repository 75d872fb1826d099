import { KEY_PREFIX } from './caller.ts';
import { HASHEOUS } from './hasheous/endpoints.ts';
import { MCP_ENDPOINTS } from './mcp/protocol.ts';
import { PLAYMATCH } from './playmatch.ts';
import { API_PREFIX, type Endpoint } from './route.ts';
import { ROUTES } from './routes.ts';

/**
 * The APIs by their prefixes: all have the same keys, limits, errors and caches. Only /v1 is described by the OpenAPI document;
 * docs/programs.md describes the others.
 */
const APIS: Readonly<Record<string, readonly Endpoint[]>> = {
  [API_PREFIX]: ROUTES,
  '/hasheous/api/v1': HASHEOUS,
  '/playmatch/api/v2': PLAYMATCH,
  '/mcp': MCP_ENDPOINTS,
};

const PREFIXES = Object.keys(APIS);

/** Every endpoint with its label in /metrics: its path with the prefix. */
export const ENDPOINTS = Object.entries(APIS).flatMap(([prefix, endpoints]) =>
  endpoints.map((endpoint) => ({ label: prefix + endpoint.path, endpoint })),
);

const API_URL = new RegExp(`^(?:${KEY_PREFIX}|(?:${PREFIXES.join('|')})(?![^/?]))`);

/** Whether a path, with a query or without, belongs to one of the APIs. */
export function isApiUrl(url: string): boolean {
  return API_URL.test(url);
}
