/** What no text in the catalog may hold: the API promises plain text. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for; a line break is fine
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const HTML_TAG =
  /<\/?(a|abbr|b|blockquote|br|code|div|em|h[1-6]|hr|i|img|li|ol|p|pre|script|span|strong|sub|sup|table|td|tr|u|ul)\b[^<>]*>/i;
const HTML_ENTITY = /&(#\d+|#x[\da-f]+|amp|lt|gt|quot|apos|nbsp);/i;

/** The first thing wrong with any text inside the value, or undefined. */
export function findTextProblem(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return describe(value, path);
  if (value === null || typeof value !== 'object') return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const problem = findTextProblem(inner, path === '' ? name : `${path}.${name}`);
    if (problem) return problem;
  }
  return undefined;
}

function describe(text: string, path: string): string | undefined {
  if (CONTROL.test(text)) return `${path} holds a control character`;
  if (LONE_SURROGATE.test(text)) return `${path} holds half of a character`;
  if (HTML_TAG.test(text) || HTML_ENTITY.test(text)) return `${path} holds HTML, and must be plain text`;
  if (text !== text.trim()) return `${path} begins or ends with white space`;
  if (text !== text.normalize('NFC')) return `${path} is not in Unicode's composed form (NFC)`;
  return undefined;
}
