import type { Parameter } from '../parameters.ts';
import type { Route } from '../route.ts';
import { type HeaderName, headerRefs, listErrors, QUOTA_HEADERS, referErrors } from './error-responses.ts';
import { EXAMPLE_IDS, successExamples } from './examples.ts';
import { type DocumentFormat, type Json, refer, responseSchema } from './schemas.ts';

/** HEAD and OPTIONS are left out: generators would make a function of each. */
export function pathItem(route: Route, format: DocumentFormat): Json {
  const { operation, summary, description, tag, body } = route;
  const shared = { operationId: operation, summary, description, tags: [tag] };
  const content = {
    'application/json': { schema: responseSchema(route.response, format), examples: successExamples(route, format) },
  };
  const ok = { description: 'OK', headers: successHeaders(route), content };
  const errors = referErrors(listErrors(route));
  if (body) {
    const requestBody = {
      required: true,
      content: { 'application/json': { schema: refer(body.schema), example: body.example } },
    };
    return { post: { ...shared, requestBody, responses: { 200: ok, ...errors } } };
  }
  const notModified = {
    description: 'Not modified: the client already has this content (`If-None-Match`)',
    headers: successHeaders(route),
  };
  return {
    ...(route.path.includes('{') && { parameters: pathParameters(route) }),
    get: {
      ...shared,
      parameters: operationParameters(route, format),
      responses: { 200: ok, 304: notModified, ...errors },
    },
  };
}

function successHeaders(route: Route): Json {
  const always = [
    'Cache-Control',
    'Vary',
    'X-Request-Id',
    ...QUOTA_HEADERS,
    'Ignored-Parameters',
    'Did-You-Mean',
  ] as const;
  const tag: HeaderName[] = route.method === 'POST' ? [] : ['ETag'];
  const list: HeaderName[] = route.parameters.limit ? ['Link'] : [];
  const paging: HeaderName[] = route.parameters.offset ? ['Total-Count'] : [];
  return headerRefs([...tag, ...always, ...list, ...paging]);
}

const pathId = (name: keyof typeof EXAMPLE_IDS, description: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'integer' },
  example: EXAMPLE_IDS[name],
});

/** Parameters that several operations share. */
export const SHARED_PARAMETERS = {
  game_id: pathId('game_id', 'Id of a game'),
  platform_id: pathId('platform_id', 'Id of a platform'),
  company_id: pathId('company_id', 'Id of a company'),
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of a cached response; if it is unchanged, the status is 304',
    schema: { type: 'string' },
  },
};

/** Path parameters. */
function pathParameters(route: Route): Json[] {
  return (route.path.match(/(?<=\{)\w+/g) ?? []).map(referParameter);
}

/** Query and header parameters. */
export function operationParameters(route: Route, format: DocumentFormat): Json[] {
  const parameters = Object.entries(route.parameters);
  // `include` adds to the `normal` format only.
  const usable =
    format === 'normal' || format === 'any' ? parameters : parameters.filter(([name]) => name !== 'include');
  const query = usable.map(([name, parameter]) => ({
    name,
    in: 'query',
    description: parameter.help,
    ...(parameter.type === 'text' && parameter.required && { required: true, example: parameter.example }),
    ...(name === 'format' && parameter.type === 'choice'
      ? formatParameter(parameter, format)
      : { schema: parameterSchema(parameter) }),
    ...((parameter.type === 'integers' || parameter.type === 'texts') && { explode: true, style: 'form' }),
    ...(parameter.type === 'names' && { explode: false, style: 'form' }),
  }));
  return [...query, referParameter('If-None-Match')];
}

/** In the document of one format, that format is the only choice, and must be sent unless it is the default. */
function formatParameter(parameter: Parameter & { type: 'choice' }, format: DocumentFormat): Json {
  if (format === 'any') return { schema: parameterSchema(parameter) };
  const isDefault = parameter.fallback === format;
  return {
    required: !isDefault,
    schema: { type: 'string', enum: [format], ...(isDefault && { default: format }) },
  };
}

function parameterSchema(parameter: Parameter): Json {
  switch (parameter.type) {
    case 'integer':
      return { type: 'integer', minimum: parameter.min, maximum: parameter.max, default: parameter.fallback };
    case 'optional integer':
      // Not `minimum`: the explorer reads an empty field as 0 and would mark it as invalid.
      return { type: 'integer', exclusiveMinimum: parameter.min - 1, maximum: parameter.max };
    case 'integers':
      return { type: 'array', items: { type: 'integer', minimum: parameter.min }, maxItems: parameter.maxCount };
    case 'text':
      return {
        type: 'string',
        maxLength: parameter.maxLength,
        ...((parameter.required || parameter.nonEmpty) && { minLength: 1 }),
        // Spaces around it are ignored.
        ...(parameter.required && { pattern: '\\S' }),
      };
    case 'hash':
      return { type: 'string', pattern: `^[0-9A-Fa-f]{${parameter.digits}}$` };
    case 'cursor':
      return { type: 'string', minLength: 1 };
    case 'texts':
      return {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: parameter.maxLength, pattern: parameter.pattern?.source },
        maxItems: parameter.maxCount,
      };
    case 'choice':
      return { type: 'string', enum: parameter.values, default: parameter.fallback };
    case 'names':
      return { type: 'array', items: { type: 'string', enum: parameter.values }, minItems: 1 };
  }
}

function referParameter(name: string): Json {
  return { $ref: `#/components/parameters/${name}` };
}
