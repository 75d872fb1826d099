import { VERSION } from '../../version.ts';
import { KEY_PARAMETER } from '../parameters.ts';
import { API_PREFIX } from '../route.ts';
import { ROUTES, TAGS } from '../routes.ts';
import { errorComponents, HEADERS } from './error-responses.ts';
import { EXAMPLE_URL } from './examples.ts';
import { pathItem, SHARED_PARAMETERS } from './operations.ts';
import { type DocumentFormat, type Json, usedSchemas } from './schemas.ts';

export interface DocumentOptions {
  publicUrl: string;
  /** URL or `mailto:` link of the operator. */
  contact?: string | undefined;
  /** Whether the server answers without a key. */
  isKeyOptional?: boolean;
  /** Which value of `format` the document describes. */
  format: DocumentFormat;
}

const KEY_NEEDED = 'Every request needs an API key and counts against the limits of that key';
const KEY_OPTIONAL =
  'Every request counts against the limits of its API key or, without a key, against those of its IP address';
const describe = (
  isKeyOptional = false,
) => `A read-only catalog of video games: genres, groups, platforms, games, releases and pictures.

${isKeyOptional ? KEY_OPTIONAL : KEY_NEEDED}; the \`RateLimit-…\` headers say what is left.
Every error has a \`Link\` to its description, and is a JSON object with \`code\`, \`error\` and \`message\`, or if \`Accept\` names
\`application/problem+json\` a problem of RFC 9457 with \`type\`, \`title\`, \`status\`, \`detail\` and \`code\`.
HEAD sends the headers of GET, and counts as a request;
OPTIONS answers a CORS preflight, without a key. Other methods than these, GET and, where it is described, POST get 405.

Fields, parameters and endpoints may be added within \`/v1\`; a client must ignore fields that it does not know. Any
property may be null where the schema says so, and any list may be empty.

The shape of a game depends on the parameter \`format\`, which OpenAPI cannot express. This document describes all formats.
\`openapi.json?format=normal\`, \`?format=brief\` and \`?format=id\` describe the API with that format alone, for clients that
are generated from it.`;

/** Alternatives. The first keeps the key out of logs. */
const SECURITY_SCHEMES = {
  apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The key in a header' },
  bearerToken: { type: 'http', scheme: 'bearer', description: 'The key as a bearer token' },
  basicAuth: { type: 'http', scheme: 'basic', description: 'The key as user name; the password may be empty' },
  apiKeyQuery: { type: 'apiKey', in: 'query', name: KEY_PARAMETER, description: 'The key in the query, URL-encoded' },
};

/** Generated from the tables and schemas that the code uses. */
export function openapiDocument(options: DocumentOptions): Json {
  const paths: Record<string, Json> = {};
  for (const route of ROUTES) paths[route.path] = { ...paths[route.path], ...pathItem(route, options.format) };
  const responses = errorComponents(ROUTES);
  const document = {
    openapi: '3.1.1',
    info: info(options),
    externalDocs: { description: 'Documentation', url: `${EXAMPLE_URL}/docs` },
    servers: [{ url: EXAMPLE_URL + API_PREFIX, description: 'This server' }],
    security: [
      ...(options.isKeyOptional ? [{}] : []),
      ...Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
    ],
    tags: TAGS,
    paths,
    components: {
      schemas: usedSchemas({ paths, responses }),
      responses,
      parameters: SHARED_PARAMETERS,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
  return JSON.parse(JSON.stringify(document).replaceAll(EXAMPLE_URL, options.publicUrl));
}

function info({ contact, isKeyOptional }: DocumentOptions): Json {
  return {
    title: 'Ludex',
    version: VERSION,
    summary: 'A read-only catalog of video games',
    description: describe(isKeyOptional),
    license: { name: 'MIT', identifier: 'MIT' },
    ...(contact && { contact: { name: 'Operator', ...contactField(contact) } }),
  };
}

function contactField(contact: string): Json {
  return contact.startsWith('mailto:') ? { email: contact.slice('mailto:'.length) } : { url: contact };
}
