import Type, { type TSchema } from 'typebox';
import * as resources from '../catalog/resources.ts';
import { ERRORS, type ErrorName } from '../errors.ts';
import { VERSION } from '../version.ts';
import { KEY_PARAMETER, type Parameter } from './parameters.ts';
import type { Route } from './route.ts';
import { ROUTES } from './routes.ts';

type Json = Record<string, unknown>;

/** What any endpoint may answer instead of what was asked for. */
const COMMON_ERRORS: readonly ErrorName[] = [
  'badParameters',
  'unauthorized',
  'methodNotAllowed',
  'uriTooLong',
  'invalidValue',
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
    servers: [{ url: `${publicUrl}/v1` }],
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
  const hasPath = route.path.includes('{');
  const errors = hasPath ? [...COMMON_ERRORS, 'gameNotFound' as const] : [...COMMON_ERRORS];
  if (route.operation === 'listGames') errors.push('titleTooLong');
  return {
    operationId: route.operation,
    summary: route.summary,
    parameters: [...pathParameters(route), ...queryParameters(route)],
    responses: {
      200: success(route),
      304: { description: 'The client holds this content already (`If-None-Match`)' },
      ...errorResponses(errors),
    },
  };
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

function success(route: Route): Json {
  const integer = { schema: { type: 'integer' } };
  const text = { schema: { type: 'string' } };
  return {
    description: route.summary,
    headers: {
      ETag: text,
      'RateLimit-Limit': integer,
      'RateLimit-Remaining': integer,
      'RateLimit-Reset': integer,
      'RateLimit-Policy': text,
      'Ignored-Parameters': text,
      ...(route.paged && { Link: text, 'Total-Count': integer }),
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
      return [status, { description, content: { 'application/json': { schema } } }];
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
