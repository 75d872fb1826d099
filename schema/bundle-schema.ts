import { BUNDLE_FILES, Manifest } from '../src/bundle/lines.ts';
import { WORDS } from './words.ts';

export interface JsonSchema {
  description?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  [keyword: string]: unknown;
}

/** The JSON Schema of a bundle: the manifest and a line of each file, made of the definitions that the loader checks by. */
export function bundleSchema(): JsonSchema {
  const files = Object.entries(BUNDLE_FILES).map(([file, line]) => [file.replace('.jsonl', ''), line] as const);
  const all = [['manifest', Manifest] as const, ...files];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:ludex:bundle:1',
    title: 'Ludex bundle, version 1',
    description:
      'The manifest of a bundle, or a line of one of its files: `#/$defs/games` is a line of `games.jsonl`. Texts are ' +
      'plain, too: no HTML, no control characters but line breaks, NFC, no white space around them.',
    anyOf: all.map(([name]) => ({ $ref: `#/$defs/${name}` })),
    $defs: Object.fromEntries(all.map(([name, schema]) => [name, describe(toJson(schema), name)])),
  };
}

/** What the types of the code are made with, as the JSON that it stands for. */
function toJson(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema;
}

/** The schema with words at every field. Lists are no part of a path. */
function describe(schema: JsonSchema, path: string): JsonSchema {
  const { description = WORDS[path], ...rest } = schema;
  const inner = describeInner(rest, path);
  return description === undefined ? inner : { description, ...inner };
}

function describeInner(schema: JsonSchema, path: string): JsonSchema {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, (field, name) => describe(field, `${path}.${name}`)) }),
    ...(items && { items: describeInner(items, path) }),
  };
}

function mapValues<T>(object: Record<string, T>, to: (value: T, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, to(value, name)]));
}
