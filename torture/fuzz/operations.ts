import assert from 'node:assert/strict';

export interface Schema {
  type?: string;
  enum?: readonly string[];
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  items?: Schema;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  explode?: boolean;
  schema: Schema;
}

export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  /** An example of the body. */
  body: unknown;
}

/** What the generator knows of a server: its operations, and values of its catalog that make requests succeed. */
export interface Api {
  operations: Operation[];
  /** By the names of fields: game_id, title, next. */
  known: Map<string, (string | number)[]>;
}

type Refer<T> = T | { $ref: string };
type PathItem = Record<string, unknown> & { parameters?: Refer<Parameter>[] };
interface Document {
  paths: Record<string, PathItem>;
  components: { parameters: Record<string, Parameter> };
}

interface DocumentOperation {
  parameters?: Refer<Parameter>[];
  requestBody?: { content: Record<string, { example: unknown }> };
}

const METHODS = ['get', 'head', 'options', 'post'];
const MOST_VALUES = 200;

/** Reads the document, and asks for every list once. */
export async function readApi(url: string, key: string): Promise<Api> {
  const document = (await (await fetch(`${url}/v1/openapi.json`)).json()) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, item]) => listOperations(document, path, item));
  const known: Api['known'] = new Map();
  for (const { method, path } of operations) {
    if (method !== 'GET' || path.includes('{')) continue;
    const answer = await fetch(`${url}/v1${path}`, { headers: { 'x-api-key': key } });
    const body = await answer.json();
    assert.ok(answer.status < 500, `${answer.status} of ${path}`);
    if (answer.status === 200) collect(known, '', body);
  }
  return { operations, known };
}

function listOperations(document: Document, path: string, item: PathItem): Operation[] {
  return METHODS.filter((method) => item[method]).map((method) => {
    const { parameters = [], requestBody } = item[method] as DocumentOperation;
    const all = [...(item.parameters ?? []), ...parameters].map((parameter) => resolve(document, parameter));
    const body = requestBody?.content['application/json']?.example;
    return { method: method.toUpperCase(), path, parameters: all, body };
  });
}

function resolve({ components }: Document, parameter: Refer<Parameter>): Parameter {
  if (!('$ref' in parameter)) return parameter;
  return components.parameters[parameter.$ref.split('/').at(-1) as string] as Parameter;
}

function collect(known: Api['known'], name: string, value: unknown): void {
  if (typeof value === 'object' && value !== null) {
    const isList = Array.isArray(value);
    for (const [field, inner] of Object.entries(value)) collect(known, isList ? name : field, inner);
  } else if (typeof value === 'string' || typeof value === 'number') {
    const values = known.get(name) ?? [];
    if (values.length < MOST_VALUES && !values.includes(value)) known.set(name, [...values, value]);
  }
}
