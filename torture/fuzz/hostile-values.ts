import type { Random } from '../random.ts';

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
