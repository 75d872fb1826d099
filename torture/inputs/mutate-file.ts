import { hostileText } from '../fuzz/hostile-values.ts';
import { mutateJson } from '../fuzz/mutate-json.ts';
import type { Random } from '../random.ts';
import type { Format } from './sources.ts';

/** Texts that matter in each format. */
export const TOKENS: Record<Format, readonly string[]> = {
  xml: [
    '<',
    '>',
    '</',
    '/>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&',
    '&amp;',
    '&#0;',
    '&#x110000;',
    '<!DOCTYPE a [<!ENTITY b "c">]>',
    '<?x?>',
    '"',
    '<a>'.repeat(200),
  ],
  csv: ['"', '""', ',', '\n', '\r\n', '\r', ';', '\t', ',,,,,,,,,,,,,,,'],
  json: ['{', '}', '[', ']', '"', ',', ':', '\\u0000', '\\ud800', '1e999', '\n', '['.repeat(500)],
  yaml: [
    '---\n',
    '- ',
    ': ',
    '!!js/function x',
    '&a ',
    '*a',
    '|\n',
    '>\n',
    '{',
    '[',
    '\t',
    '? ',
    '%YAML 9.9\n',
    '<<: *a\n',
  ],
  sql: ["'", "\\'", '(', ')', ',', ';', '`', '--', '/*', '*/', 'NULL', 'INSERT INTO `entries` VALUES', '\\0'],
  dat: ['(', ')', '"', '\\"', '\n', 'game (', 'rom (', 'clrmamepro (', '\t'],
  ini: ['[', ']', '=', ';', '\n', '[]', '\r\n'],
  zip: ['PK\x01\x02', 'PK\x03\x04', 'PK\x05\x06', '\xff\xff\xff\xff'],
};

/** Where a format has values: replaced ones leave the structure as it is. */
const VALUES: Partial<Record<Format, RegExp>> = {
  xml: /(?<=>)[^<>]+(?=<)|(?<=")[^"<>]*(?=")/g,
  csv: /[^,\r\n]+/g,
  yaml: /(?<=: ).+/g,
  sql: /(?<=')[^'\n]*(?=')|\b\d+\b/g,
  dat: /(?<=")[^"\n]*(?=")|\b[0-9A-Fa-f]{6,}\b|\b\d+\b/g,
  ini: /[^\n[\]=]+/g,
};

/** Replaces one to three values by hostile ones. */
export function mutateFile(random: Random, format: Format, content: Buffer): Buffer {
  const text = content.toString();
  const pattern = VALUES[format];
  if (!pattern) return Buffer.from(JSON.stringify(mutateJson(random, JSON.parse(text))));
  let mutated = text;
  for (let times = 1 + random.below(3); times > 0; times--) mutated = replaceOne(random, mutated, pattern);
  return Buffer.from(mutated);
}

function replaceOne(random: Random, text: string, pattern: RegExp): string {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const { 0: old, index } = random.pick(found);
  const value = random.below(3) === 0 ? old + hostileText(random) : hostileText(random);
  return text.slice(0, index) + escapeSome(random, value) + text.slice(index + old.length);
}

/** Mostly harmless for the structure, so that values get through. */
function escapeSome(random: Random, value: string): string {
  return random.below(4) === 0 ? value : value.replaceAll(/[<>&"'\\,;()`\r\n]/g, '');
}
