import Type, { type TSchema } from 'typebox';
import * as resources from '../catalog/resources.ts';
import { ERRORS, type ErrorName } from '../errors.ts';
import { VERSION } from '../version.ts';
import { KEY_PARAMETER, type Parameter } from './parameters.ts';
import { API_PREFIX, type Route } from './route.ts';
import { ROUTES } from './routes.ts';

type Json = Record<string, unknown>;

/** What any endpoint may answer instead of what was asked for. */
const COMMON_ERRORS: readonly ErrorName[] = [
  'badParameters',
  'unauthorized',
  'methodNotAllowed',
  'uriTooLong',
  'tooManyRequests',
  'headersTooLarge',
  'internal',
  'unavailable',
];

const ApiError = Type.Object(
  { code: Type.Integer(), error: Type.String(), message: Type.String() },
  { additionalProperties: false },
);

/** The resources by name, and by object, so that a schema inside another becomes a reference. */
const COMPONENTS: Record<string, TSchema> = {
  Genre: resources.Genre,
  GenreReference: resources.GenreReference,
  Group: resources.Group,
  Platform: resources.Platform,
  GameBrief: resources.GameBrief,
  Game: resources.Game,
  AlternateTitle: resources.AlternateTitle,
  GamePlatform: resources.GamePlatform,
  SampleCover: resources.SampleCover,
  Screenshot: resources.Screenshot,
  PlatformDetails: resources.PlatformDetails,
  Attribute: resources.Attribute,
  Release: resources.Release,
  Company: resources.Company,
  ProductCode: resources.ProductCode,
  Patch: resources.Patch,
  Rating: resources.Rating,
  CoverGroup: resources.CoverGroup,
  Cover: resources.Cover,
  Error: ApiError,
};

/** The contract for machines, from the same tables and schemas that the code runs on. */
export function openapiDocument(publicUrl: string): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Ludex',
      version: VERSION,
      description: 'A read-only catalog of video games: genres, groups, platforms, games, releases and pictures.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl + API_PREFIX }],
    security: [{ query: [] }, { bearer: [] }, { basic: [] }, { header: [] }],
    paths: Object.fromEntries(ROUTES.map((route) => [route.path, { get: operation(route) }])),
    components: {
      schemas: Object.fromEntries(Object.entries(COMPONENTS).map(([name, schema]) => [name, expand(schema)])),
      securitySchemes: {
        query: { type: 'apiKey', in: 'query', name: KEY_PARAMETER },
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic', description: 'The key is the user name; the password may be empty' },
        header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
    },
  };
}

function operation(route: Route): Json {
  return {
    operationId: route.operation,
    summary: route.summary,
    parameters: [...pathParameters(route), ...queryParameters(route)],
    responses: {
      200: success(route),
      304: {
        description: 'The client holds this content already (`If-None-Match`)',
        headers: { ETag: TEXT, ...QUOTA_HEADERS },
      },
      ...errorResponses(listErrors(route)),
    },
  };
}

function listErrors(route: Route): ErrorName[] {
  const parameters = Object.values(route.parameters);
  const errors = [...COMMON_ERRORS];
  if (route.path.includes('{')) errors.push('moved', 'gameNotFound');
  if (parameters.length > 0) errors.push('invalidValue');
  if (parameters.some(({ type }) => type === 'text')) errors.push('titleTooLong');
  return errors;
}

function pathParameters(route: Route): Json[] {
  const names = route.path.match(/(?<=\{)\w+/g) ?? [];
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'integer' } }));
}

function queryParameters(route: Route): Json[] {
  return Object.entries(route.parameters).map(([name, parameter]) => ({
    name,
    in: 'query',
    description: parameter.help,
    schema: parameterSchema(parameter),
    ...(parameter.type === 'integers' && { explode: true, style: 'form' }),
  }));
}

function parameterSchema(parameter: Parameter): Json {
  switch (parameter.type) {
    case 'integer':
      return { type: 'integer', minimum: parameter.min, maximum: parameter.max, default: parameter.fallback };
    case 'integers':
      return { type: 'array', items: { type: 'integer', minimum: parameter.min }, maxItems: parameter.maxCount };
    case 'text':
      return { type: 'string', maxLength: parameter.maxLength };
    case 'choice':
      return { type: 'string', enum: parameter.values, default: parameter.fallback };
  }
}

const INTEGER = { schema: { type: 'integer' } };
const TEXT = { schema: { type: 'string' } };
const QUOTA_HEADERS = {
  'RateLimit-Limit': INTEGER,
  'RateLimit-Remaining': INTEGER,
  'RateLimit-Reset': INTEGER,
  'RateLimit-Policy': TEXT,
};

/** Headers of an error beside those that every authenticated answer has. */
const ERROR_HEADERS: Partial<Record<number, Json>> = {
  301: { ...QUOTA_HEADERS, Location: TEXT },
  401: { 'WWW-Authenticate': TEXT },
  405: { Allow: TEXT },
  429: { ...QUOTA_HEADERS, 'Retry-After': INTEGER },
  503: { 'Retry-After': INTEGER },
};

function success(route: Route): Json {
  return {
    description: route.summary,
    headers: {
      ETag: TEXT,
      ...QUOTA_HEADERS,
      'Ignored-Parameters': TEXT,
      ...(route.paged && { Link: TEXT, 'Total-Count': INTEGER }),
    },
    content: { 'application/json': { schema: refer(route.response) } },
  };
}

/** One response per status; a status that has several codes lists them. */
function errorResponses(names: readonly ErrorName[]): Json {
  const statuses = Map.groupBy(names, (name) => ERRORS[name].status);
  return Object.fromEntries(
    [...statuses].map(([status, kinds]) => {
      const variants = kinds.map((kind) => ({
        properties: { code: { const: ERRORS[kind].code }, error: { const: ERRORS[kind].error } },
      }));
      const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, { anyOf: variants }] };
      const description = kinds.map((kind) => ERRORS[kind].error).join(', or ');
      const headers = ERROR_HEADERS[status] ?? QUOTA_HEADERS;
      return [status, { description, headers, content: { 'application/json': { schema } } }];
    }),
  );
}

/** A reference when the schema is a component, else the schema with references inside. */
function refer(schema: unknown): unknown {
  const name = Object.keys(COMPONENTS).find((component) => COMPONENTS[component] === schema);
  return name ? { $ref: `#/components/schemas/${name}` } : expand(schema);
}

function expand(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(refer);
  if (schema === null || typeof schema !== 'object') return schema;
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, refer(value)]));
}
