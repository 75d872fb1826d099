import type { Random } from '../random.ts';
import { encodeText, hostileComponent } from './hostile-values.ts';
import type { Api, Operation, Parameter, Schema } from './operations.ts';

/** One value in so many is hostile. */
const HOSTILE_EVERY = 5;
const MOST_ITEMS = 4;

/** A path and a query for an operation. */
export function makeTarget(random: Random, api: Api, operation: Operation): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const parameter = operation.parameters.find((known) => known.name === name);
    return makeValue(random, api, name, parameter?.schema ?? {});
  });
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
