import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { DocumentFormat } from '../../src/api/openapi/schemas.ts';

export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests know the shape of their responses
  body: any;
}

interface Response {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: object;
}

interface Operation {
  parameters?: { name?: string; schema?: { default?: string } }[];
  responses: Record<string, Response>;
}

interface Schema {
  type?: string;
  properties?: object;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

export type Checker = (target: string, method: string, answer: TestResponse) => Promise<void>;

/** Headers that are not specific to the API. */
const GENERAL_HEADERS =
  /^(date|connection|keep-alive|content-(type|length|encoding)|transfer-encoding|strict-transport-security|access-control-(allow-origin|expose-headers))$/;

/** Checks every response under /v1 against the OpenAPI documents of the server. */
export function openChecker(url: string): Checker {
  const known = new Map<DocumentFormat, ReturnType<typeof readDocument>>();
  const documentOf = (format: DocumentFormat) => {
    const document = known.get(format) ?? readDocument(url, format);
    known.set(format, document);
    return document;
  };
  return async (target, method, answer) => {
    const asked = new URL(target, url).pathname;
    if (!asked.startsWith('/v1') || asked === '/v1/openapi.json') return;
    const { document, isPublished } = await documentOf('any');
    const path = findPath(document, asked);
    // HEAD is GET without a body.
    const described = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = path && document.paths[path]?.[described];
    if (!path || !operation) return checkUndocumented(method, answer);
    const response = resolve(document, operation.responses[answer.status]);
    assert.ok(response, `${answer.status} of ${method} ${path} is not in the OpenAPI document`);
    checkHeaders(response, answer, `${answer.status} of ${method} ${path}`);
    if (!response.content || method === 'HEAD') return assert.equal(answer.text, '', `${method} ${target} has a body`);
    isPublished(pointerTo(document, path, described, answer.status), answer.body);
    const exact = await documentOf(answer.status === 200 ? formatOf(operation, target) : 'any');
    exact.isComplete(pointerTo(exact.document, path, described, answer.status), answer.body);
  };
}

/** Validates a body against the schema at a JSON pointer. */
type Validator = (pointer: string, body: unknown) => void;

/** By what the document says: compiling it takes longer than starting a server. */
const validators = new Map<string, ReturnType<typeof openValidators>>();

async function readDocument(url: string, format: DocumentFormat) {
  const text = await (await fetch(`${url}/v1/openapi.json?format=${format}`)).text();
  const saying = text.replaceAll(url, '');
  const known = validators.get(saying) ?? openValidators(JSON.parse(text));
  validators.set(saying, known);
  return known;
}

function openValidators(document: Document) {
  return { document, isPublished: openValidator(document), isComplete: openValidator(close(document)) };
}

/**
 * The document with closed schemas. The published ones allow additional properties, because fields may be added; here an
 * undocumented field is an error.
 */
function close(document: Document): Document {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    schema.type === 'object' ? { ...schema, additionalProperties: false } : schema,
  ]);
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}

function openValidator(document: Document): Validator {
  // The linter checks the schemas themselves.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  return (pointer, body) => {
    const $ref = `openapi${encodeURI(pointer)}`;
    const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
    assert.ok(validate(body), `${pointer}: ${ajv.errorsText(validate.errors)}`);
  };
}

/** Fixed paths take precedence over parameters: /games/recent is not a game. */
function findPath(document: Document, asked: string): string | undefined {
  const path = asked.slice('/v1'.length).replace(/\/$/, '');
  if (document.paths[path]) return path;
  return Object.keys(document.paths).find((known) =>
    new RegExp(`^${known.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}

function resolve(document: Document, response: Response | undefined): Response | undefined {
  return response?.$ref ? document.components.responses[response.$ref.split('/').at(-1) as string] : response;
}

function pointerTo(document: Document, path: string, method: string, status: number): string {
  const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1');
  const response = document.paths[path]?.[method]?.responses[status];
  const place = response?.$ref ?? `#/paths/${escaped}/${method}/responses/${status}`;
  return `${place}/content/application~1json/schema`;
}

function checkHeaders({ headers = {} }: Response, answer: TestResponse, name: string): void {
  const documented = new Set(Object.keys(headers).map((header) => header.toLowerCase()));
  for (const header of answer.headers.keys()) {
    assert.ok(GENERAL_HEADERS.test(header) || documented.has(header), `${header} of ${name} is not documented`);
  }
}

/** The format of the games in a successful answer. */
function formatOf({ parameters = [] }: Operation, target: string): DocumentFormat {
  const parameter = parameters.find(({ name }) => name === 'format');
  if (!parameter) return 'any';
  const query = new URL(target, 'http://localhost').searchParams;
  const asked = query.get('format') ?? (query.has('include') ? 'normal' : null);
  // A legacy format that is not documented.
  return (asked === 'full' ? 'normal' : (asked ?? parameter.schema?.default)) as DocumentFormat;
}

/** Unknown endpoints and methods. */
function checkUndocumented(method: string, answer: TestResponse): void {
  const expected = { GET: 404, HEAD: 404, OPTIONS: 204 }[method] ?? 405;
  if (expected !== 404) assert.equal(answer.status, expected);
  if (method !== 'HEAD' && method !== 'OPTIONS')
    assert.deepEqual(Object.keys(answer.body), ['code', 'error', 'message']);
}
