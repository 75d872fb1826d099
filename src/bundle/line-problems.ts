import { PartialDate, YearMonth } from '../catalog/model/resources.ts';

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

/** One of the kinds of lines that a file may hold. */
const KIND = /^#\/anyOf\/\d+/;

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
  return ofFittingKind(errors).flatMap(({ keyword, schemaPath, instancePath, params, message }) => {
    const known = WORDS[keyword];
    const words = known ? known(params, schemaPath) : message;
    return words === undefined ? [] : [`${instancePath.slice(1).replaceAll('/', '.') || 'it'} ${words}`];
  });
}

/** A line that may be of several kinds is of the one that its key fits; of no other kind the complaints help. */
function ofFittingKind(errors: readonly SchemaError[]): readonly SchemaError[] {
  const kindOf = ({ schemaPath }: SchemaError) => KIND.exec(schemaPath)?.[0];
  const isOfKey = ({ keyword, instancePath }: SchemaError) => keyword === 'pattern' && instancePath === '/key';
  const [kinds, others] = [new Set(errors.map(kindOf)), new Set(errors.filter(isOfKey).map(kindOf))];
  if (kinds.size < 2) return errors;
  const fitting = errors.filter((error) => kindOf(error) !== undefined && !others.has(kindOf(error)));
  return fitting.length > 0 ? fitting : errors.filter(isOfKey);
}

function describeKey(pattern: string): string {
  const [, kind] = KEY_PATTERN.exec(pattern) ?? [];
  return kind === undefined ? `must match ${pattern}` : `must be a key that begins with "${kind}:"`;
}
