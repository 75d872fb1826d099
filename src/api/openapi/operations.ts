import type { Route } from '../route.ts';
import { CONNECTION_ERRORS, listErrors, referErrors } from './error-responses.ts';
import { successExamples } from './examples.ts';
import { type HeaderName, headerRefs, QUOTA_HEADERS } from './headers.ts';
import { operationParameters, pathParameters } from './parameters.ts';
import { type DocumentFormat, type Json, refer, responseSchema } from './schemas.ts';

/** All methods of a route. */
export function pathItem(route: Route, format: DocumentFormat): Json {
  if (route.method === 'POST') return { post: postOperation(route, format) };
  const { operation, summary, description, tag } = route;
  const noun = operation.replace(/^(list|get)/, '').replace(/^./, (letter) => letter.toUpperCase());
  const parameters = operationParameters(route, format);
  return {
    ...(route.path.includes('{') && { parameters: pathParameters(route) }),
    get: {
      operationId: operation,
      summary,
      description,
      tags: [tag],
      parameters,
      responses: getResponses(route, format),
    },
    head: {
      operationId: `head${noun}`,
      summary: `${summary} (headers only)`,
      description: 'Sends the headers of GET without the body. It counts as a request.',
      tags: [tag],
      // The API explorer shows only GET.
      'x-scalar-ignore': true,
      parameters,
      responses: headResponses(route),
    },
    options: {
      operationId: `options${noun}`,
      summary: `${summary} (CORS preflight)`,
      description:
        'Tells a browser what it may send from another origin. Needs no key and does not count as a request.',
      tags: [tag],
      'x-scalar-ignore': true,
      security: [],
      responses: optionsResponses(),
    },
  };
}

function postOperation(route: Route, format: DocumentFormat): Json {
  const { operation, summary, description, tag, body } = route;
  const content = {
    'application/json': { schema: responseSchema(route.response, format), examples: successExamples(route, format) },
  };
  return {
    operationId: operation,
    summary,
    description,
    tags: [tag],
    requestBody: body && {
      required: true,
      content: { 'application/json': { schema: refer(body.schema), example: body.example } },
    },
    responses: {
      200: {
        description: 'OK',
        headers: headerRefs(['Cache-Control', 'Vary', 'X-Request-Id', ...QUOTA_HEADERS, 'Ignored-Parameters']),
        content,
      },
      ...referErrors(listErrors(route), 'body'),
    },
  };
}

function getResponses(route: Route, format: DocumentFormat): Json {
  const schema = responseSchema(route.response, format);
  const content = { 'application/json': { schema, examples: successExamples(route, format) } };
  return {
    200: { description: 'OK', headers: successHeaders(route), content },
    304: notModified(route),
    ...referErrors(listErrors(route), 'body'),
  };
}

function headResponses(route: Route): Json {
  return {
    200: { description: 'OK', headers: successHeaders(route) },
    304: notModified(route),
    ...referErrors(listErrors(route), 'no body'),
  };
}

function notModified(route: Route): Json {
  return {
    description: 'Not modified: the client already has this content (`If-None-Match`)',
    headers: successHeaders(route),
  };
}

function optionsResponses(): Json {
  const allow = ['Access-Control-Allow-Methods', 'Access-Control-Allow-Headers', 'Access-Control-Max-Age'] as const;
  return {
    204: { description: 'No content', headers: headerRefs([...allow, 'X-Request-Id']) },
    ...referErrors(CONNECTION_ERRORS, 'body'),
  };
}

function successHeaders(route: Route): Json {
  const always = ['ETag', 'Cache-Control', 'Vary', 'X-Request-Id', ...QUOTA_HEADERS, 'Ignored-Parameters'] as const;
  const list: HeaderName[] = route.parameters.limit ? ['Link'] : [];
  const paging: HeaderName[] = route.paged ? ['Total-Count'] : [];
  return headerRefs([...always, ...list, ...paging]);
}
