import { PartialDate, YearMonth } from '../catalog/resources.ts';

/** What a check of a schema complains about. */
interface SchemaError {
  keyword: string;
  schemaPath: string;
  instancePath: string;
  params: object;
  message: string;
}

interface Params {
  pattern?: string | RegExp;
  type?: string | readonly string[];
  requiredProperties?: readonly string[];
  allowedValues?: readonly unknown[];
}

const patternOf = (schema: object): unknown => (schema as { pattern?: unknown }).pattern;

/** Patterns as people say them. */
const PATTERNS: ReadonlyMap<unknown, string> = new Map([
  [patternOf(PartialDate), 'must be YYYY, YYYY-MM or YYYY-MM-DD'],
  [patternOf(YearMonth), 'must be YYYY or YYYY-MM'],
  ['^https?://\\S+$', 'must be an address (https://…)'],
  ['^(https?://|/media/)\\S+$', 'must be an address (https://…) or a path under /media/'],
  ['^media(/[A-Za-z0-9_][A-Za-z0-9._-]*)+$', 'must be a path of the bundle such as media/front.png, in plain letters'],
  ['^[a-z][a-z0-9-]*:\\S', 'must be a key: the name of a source in small letters, a colon, and more'],
]);
const KEY_PATTERN = /^\^([a-z]+):\\S$/;
/** A picture is a link or a file. */
const EITHER = /\/items\/anyOf\/[01]$/;
/** The second choice of what may be null; that it is not null either helps nobody. */
const OR_NULL = /\/anyOf\/1$/;

/** How to say what a check found; undefined is what another of its complaints says better. */
const WORDS: Record<string, (params: Params, schemaPath: string) => string | undefined> = {
  additionalProperties: () => undefined,
  anyOf: () => undefined,
  // Where nothing more is allowed, the schema of a further property is "false".
  boolean: () => 'is not known here',
  enum: ({ allowedValues = [] }) => `must be one of ${allowedValues.join(', ')}`,
  pattern: ({ pattern }) => PATTERNS.get(pattern) ?? describeKey(String(pattern)),
  required: ({ requiredProperties = [] }, schemaPath) => {
    if (!EITHER.test(schemaPath)) return `must have ${requiredProperties.join(', ')}`;
    return requiredProperties[0] === 'file' ? undefined : `must have ${requiredProperties.join(', ')}, or a file`;
  },
  type: ({ type }, schemaPath) => {
    if (OR_NULL.test(schemaPath)) return undefined;
    return `must be ${type}${schemaPath.endsWith('/anyOf/0') ? ' or null' : ''}`;
  },
};

/** Every complaint as a sentence that begins with the place. */
export function describeErrors(errors: readonly SchemaError[]): string[] {
  return errors.flatMap(({ keyword, schemaPath, instancePath, params, message }) => {
    const known = WORDS[keyword];
    const words = known ? known(params, schemaPath) : message;
    return words === undefined ? [] : [`${instancePath.slice(1).replaceAll('/', '.') || 'it'} ${words}`];
  });
}

function describeKey(pattern: string): string {
  const [, kind] = KEY_PATTERN.exec(pattern) ?? [];
  return kind === undefined ? `must match ${pattern}` : `must be a key that begins with "${kind}:"`;
}
