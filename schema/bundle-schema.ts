import { BUNDLE_FILES, Manifest } from '../src/bundle/lines.ts';
import { DESCRIPTIONS } from './descriptions.ts';

export interface JsonSchema {
  description?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  [keyword: string]: unknown;
}

/** The JSON Schema of a bundle (its manifest and the lines of its files), from the definitions that the loader uses. */
export function bundleSchema(): JsonSchema {
  const files = Object.entries(BUNDLE_FILES).map(([file, line]) => [file.replace('.jsonl', ''), line] as const);
  const all = [['manifest', Manifest] as const, ...files];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:ludex:bundle:1',
    title: 'Ludex bundle, version 1',
    description:
      'The manifest of a bundle, or a line of one of its files: `#/$defs/games` is a line of `games.jsonl`. Texts must be ' +
      'plain: no HTML, no control characters except line breaks, normalized (NFC), no whitespace around them.',
    anyOf: all.map(([name]) => ({ $ref: `#/$defs/${name}` })),
    $defs: Object.fromEntries(all.map(([name, schema]) => [name, describe(toJson(schema), name)])),
  };
}

/** Drops the parts of a TypeBox schema that are not JSON. */
function toJson(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema;
}

/** Adds a description to every field. The path of an item is that of its list. */
function describe(schema: JsonSchema, path: string): JsonSchema {
  const { description = DESCRIPTIONS[path], ...rest } = schema;
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
