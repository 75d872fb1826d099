import assert from 'node:assert/strict';
import { operationParameters } from '../../src/api/openapi/operations.ts';
import type { Route } from '../../src/api/route.ts';
import { ROUTES } from '../../src/api/routes.ts';
import type { Random } from '../../test/support/random.ts';
import { encodeText, hostileComponent } from '../mutate.ts';

interface Schema {
  type?: string;
  enum?: readonly string[];
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  items?: Schema;
}

interface Parameter {
  name: string;
  in: 'query' | 'header';
  explode?: boolean;
  schema: Schema;
}

interface Operation {
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

const MOST_VALUES = 200;

/** Asks for every list once. */
export async function readApi(url: string, key: string): Promise<Api> {
  const operations = ROUTES.flatMap(listOperations);
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

function listOperations(route: Route): Operation[] {
  const { path, body } = route;
  if (body) return [{ method: 'POST', path, parameters: [], body: body.example }];
  const parameters = operationParameters(route, 'any') as unknown as Parameter[];
  return ['GET', 'HEAD', 'OPTIONS'].map((method) => ({ method, path, parameters, body: undefined }));
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

/** One value in so many is hostile. */
const HOSTILE_EVERY = 5;
const MOST_ITEMS = 4;

/** A path and a query for an operation. */
export function makeTarget(random: Random, api: Api, operation: Operation): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => makeValue(random, api, name, { type: 'integer' }));
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && random.below(4) === 0)
    .flatMap((parameter) => makePairs(random, api, parameter));
  if (random.below(10) === 0) query.push(`${hostileComponent(random)}=${hostileComponent(random)}`);
  const slash = random.below(30) === 0 ? '/' : '';
  return `/v1${path}${slash}${query.length > 0 ? `?${shuffle(random, query).join('&')}` : ''}`;
}

function makePairs(random: Random, api: Api, { name, schema, explode }: Parameter): string[] {
  const count = schema.type === 'array' ? 1 + random.below(MOST_ITEMS) : random.below(20) === 0 ? 2 : 1;
  const values = Array.from({ length: count }, () => makeValue(random, api, name, schema.items ?? schema));
  if (explode === false) return [`${name}=${values.join(',')}`];
  return values.map((value) => `${name}=${value}`);
}

function makeValue(random: Random, api: Api, name: string, schema: Schema): string {
  if (random.below(HOSTILE_EVERY) === 0) return hostileComponent(random);
  const known = knownValues(api, name);
  if (known.length > 0 && random.below(3) > 0) return encodeText(String(random.pick(known)));
  return encodeText(makeFromSchema(random, api, schema));
}

/** `platform` is filtered by `platform_id`, `q` and `title` by titles; a cursor is the `next` of another answer. */
function knownValues({ known }: Api, name: string): (string | number)[] {
  if (name === 'q') return known.get('title') ?? [];
  if (name === 'since' || name === 'cursor') return known.get('next') ?? [];
  if (name === 'id') return known.get('game_id') ?? [];
  return known.get(name) ?? known.get(`${name}_id`) ?? [];
}

function makeFromSchema(random: Random, { known }: Api, schema: Schema): string {
  if (schema.enum) return random.pick(schema.enum);
  if (schema.type === 'integer') return String(makeInteger(random, schema));
  const digits = /\{(\d+)\}/.exec(schema.pattern ?? '')?.[1];
  if (digits) return Array.from({ length: Number(digits) }, () => random.below(16).toString(16)).join('');
  const texts = [...known.values()].flat().filter((value) => typeof value === 'string');
  return random.pick(texts).slice(random.below(4), 4 + random.below(30));
}

function makeInteger(random: Random, { minimum, exclusiveMinimum = -1, maximum }: Schema): number {
  const min = minimum ?? exclusiveMinimum + 1;
  const max = maximum ?? min + 200;
  return random.pick([min - 1, min, max, max + 1, min + random.below(max - min + 1), min + random.below(10)]);
}

function shuffle<T>(random: Random, list: readonly T[]): T[] {
  const keyed = list.map((item) => ({ item, order: random.next() }));
  return keyed.toSorted((a, b) => a.order - b.order).map(({ item }) => item);
}
