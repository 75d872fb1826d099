import type { Random } from '../test/support/random.ts';

/** Texts that programs get wrong: numbers that are none, broken encodings, markup, queries, paths, names of prototypes. */
// biome-ignore format: lists to be read at a glance
const HOSTILE_TEXTS: readonly string[] = [
  ...['', ' ', '\t', '0', '-1', '-0', '+1', '1.0', '1e3', '0x10', '1_000', '١', '９', 'NaN', 'Infinity', 'null', 'true'],
  ...['9007199254740993', '99999999999999999999', '-9223372036854775809', '1'.repeat(400), '2147483648', '4294967296'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__proto__[x]', 'a[b]', '[]', '{}'],
  ...["'", '"', '`', '\\', "' OR 1=1 --", '"; DROP TABLE games; --', '%', '_', '%_%', '*', '^a', 'a*', 'NEAR(a b)', 'a:b'],
  ...['(', ')', '[', '(a+)+$', '.*', `${'a'.repeat(2000)}!`, 'AND', 'OR NOT', '"a', '-a', 'a AND', `${'('.repeat(500)}`],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', '\u0024{7*7}', '{{7*7}}', '<!--', ']]>'],
  ...['../../etc/passwd', '..\\..\\', '/etc/passwd', 'file:///etc/passwd', '//evil.example', '\\\\evil.example', '.', '..', '~'],
  ...['\0', 'a\0b', '\r\nX-Injected: 1', '\n', '\r', '\u001b[31m', '\u007f', '\u0085', '\u2028', '\ufeff', '\u202e', '\ufffe'],
  ...['ß'.repeat(300), 'ﬃ'.repeat(300), 'İ'.repeat(300), 'ſ', 'Σς', `a${'\u0301'.repeat(1500)}`, '👩‍👩‍👧‍👦'.repeat(50), '\u{10ffff}'],
  ...['ゼルダ', 'ｱｲｳ', '한국어', 'العربية', 'ไทย', 'हिन्दी', '𝔘𝔫𝔦', 'Ａ', '①', '½', '\u200d', '\ud800', '\udc00a'],
];

/** Percent-encodings that are broken, or that decode to something invalid. */
// biome-ignore format: lists to be read at a glance
const BROKEN_ENCODINGS = [
  ...['%', '%%', '%0', '%zz', '%00', '%ff', '%C0%80', '%C0%AE', '%ED%A0%80', '%F4%90%80%80', '%F8%88%80%80%80', '%E2%82'],
  ...['%2e%2e%2f', '%252e', '%2F', '%5c', '%0d%0aX-Injected:%201', '%u0041', '+', '%20', '%26', '%3D', '%3F', '%23', '%25'],
];

/** A text, encoded for a URL in one of many ways, or broken. */
export function hostileComponent(random: Random): string {
  const way = random.below(6);
  if (way === 0) return random.pick(BROKEN_ENCODINGS);
  if (way === 1) return random.pick(BROKEN_ENCODINGS) + encodeText(hostileText(random));
  return encodeText(hostileText(random));
}

export function hostileText(random: Random): string {
  const text = random.pick(HOSTILE_TEXTS);
  const way = random.below(8);
  if (way === 0) return text.repeat(1 + random.below(4));
  if (way === 1) return text + random.pick(HOSTILE_TEXTS);
  return text;
}

/** Lone surrogates are sent as the three bytes that a careless program would write. */
export function encodeText(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text);
  return encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80');
}

/** A copy with one to six mutations. `tokens` are texts that matter in the format. */
export function mutateBytes(random: Random, bytes: Buffer, tokens: readonly string[] = []): Buffer {
  let mutated = bytes;
  for (let times = 1 + random.below(6); times > 0; times--) mutated = mutateBytesOnce(random, mutated, tokens);
  return mutated;
}

function mutateBytesOnce(random: Random, bytes: Buffer, tokens: readonly string[]): Buffer {
  const at = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + random.below(random.pick([2, 16, 256])));
  const [before, middle, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  switch (random.below(8)) {
    case 0:
      return Buffer.concat([before, after]);
    case 1:
      return Buffer.concat([before, middle, middle, after]);
    case 2:
      return Buffer.concat([before, Buffer.from(middle).reverse(), after]);
    case 3:
      return before;
    case 4:
      return Buffer.concat([before, Buffer.from(Array.from(middle, () => random.below(256))), after]);
    case 5:
      return Buffer.concat([before, Buffer.from(Array.from(middle, (byte) => byte ^ (1 << random.below(8)))), after]);
    default:
      return Buffer.concat([before, token(random, tokens), bytes.subarray(at)]);
  }
}

function token(random: Random, tokens: readonly string[]): Buffer {
  if (tokens.length > 0 && random.below(3) > 0) return Buffer.from(random.pick(tokens), 'latin1');
  return Buffer.from([random.pick([0, 0x0a, 0x0d, 0x20, 0x22, 0x7f, 0x80, 0xc3, 0xff])]);
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const LONGEST_TEXT = 5000;
const DEEPEST = 300;

/** A copy with one to four values replaced, removed, repeated or moved. It keeps most of the structure, so that it gets far. */
export function mutateJson(random: Random, value: unknown): unknown {
  let mutated = structuredClone(value) as Json;
  for (let times = 1 + random.below(4); times > 0; times--) mutated = mutateJsonOnce(random, mutated);
  return mutated;
}

function mutateJsonOnce(random: Random, value: Json): Json {
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
      return list.with(at, mutateJsonOnce(random, list[at] as Json));
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
      return define(object, name, mutateJsonOnce(random, object[name] as Json));
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
