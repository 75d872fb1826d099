import type { Random } from '../random.ts';
import { hostileText } from './hostile-values.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const LONGEST_TEXT = 5000;
const DEEPEST = 300;

/** A copy with one to four values replaced, removed, repeated or moved. It keeps most of the structure, so that it gets far. */
export function mutateJson(random: Random, value: unknown): unknown {
  let mutated = structuredClone(value) as Json;
  for (let times = 1 + random.below(4); times > 0; times--) mutated = mutateOnce(random, mutated);
  return mutated;
}

function mutateOnce(random: Random, value: Json): Json {
  const isContainer = typeof value === 'object' && value !== null;
  if (!isContainer || random.below(5) === 0) return mutateValue(random, value);
  return Array.isArray(value) ? mutateList(random, value) : mutateObject(random, value);
}

function mutateList(random: Random, list: Json[]): Json {
  const at = random.below(list.length);
  if (list.length === 0) return [hostileJson(random)];
  switch (random.below(6)) {
    case 0:
      return list.toSpliced(at, 1);
    case 1:
      return list.toSpliced(at, 0, structuredClone(list[at] as Json));
    case 2:
      return Array.from({ length: 1 + random.below(40) }, () => structuredClone(list[at] as Json));
    default:
      return list.with(at, mutateOnce(random, list[at] as Json));
  }
}

function mutateObject(random: Random, object: { [name: string]: Json }): Json {
  const names = Object.keys(object);
  if (names.length === 0) return define({}, hostileText(random), hostileJson(random));
  const name = random.pick(names);
  switch (random.below(8)) {
    case 0: {
      const { [name]: _, ...rest } = object;
      return rest;
    }
    case 1:
      return define(object, random.below(2) === 0 ? '__proto__' : hostileText(random), hostileJson(random));
    case 2:
      return define(object, name, object[random.pick(names)] as Json);
    default:
      return define(object, name, mutateOnce(random, object[name] as Json));
  }
}

/** Also for `__proto__`, which an assignment would not create. */
function define(object: { [name: string]: Json }, name: string, value: Json): { [name: string]: Json } {
  const copy = { ...object };
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

function mutateValue(random: Random, value: Json): Json {
  if (typeof value === 'string') return mutateText(random, value);
  if (typeof value === 'number') return random.pick([-value, value + 1, value / 3, value * 1e6, 0, -1, 1e300, 2 ** 53]);
  return hostileJson(random);
}

function mutateText(random: Random, text: string): Json {
  const at = random.below(text.length + 1);
  switch (random.below(6)) {
    case 0:
      return hostileJson(random);
    case 1:
      return text.slice(0, at) + hostileText(random) + text.slice(at);
    case 2:
      return text.slice(at);
    case 3:
      return text.repeat(1 + random.below(20)).slice(0, LONGEST_TEXT);
    default:
      return hostileText(random);
  }
}

function hostileJson(random: Random): Json {
  const kind = random.below(9);
  if (kind === 0) return nest(random.below(DEEPEST));
  if (kind === 1) return define({}, '__proto__', { polluted: true });
  if (kind === 2) return random.pick([[], {}, [[]], [null], { a: {} }]);
  if (kind < 5) return random.pick([null, true, false, 0, -1, 1.5, 1e300, -(2 ** 53), 9007199254740991]);
  return hostileText(random);
}

function nest(depth: number): Json {
  let value: Json = 'deep';
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}
