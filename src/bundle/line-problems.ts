import { PartialDate, YearMonth } from '../catalog/model/resources.ts';

/** An error of a TypeBox check. */
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

/** Patterns in words. */
const PATTERNS: ReadonlyMap<unknown, string> = new Map([
  [patternOf(PartialDate), 'must be YYYY, YYYY-MM or YYYY-MM-DD'],
  [patternOf(YearMonth), 'must be YYYY or YYYY-MM'],
  ['^https?://\\S+$', 'must be a URL (https://…)'],
  ['^(https?://|/media/)\\S+$', 'must be a URL (https://…) or a path under /media/'],
  [
    '^media(/[A-Za-z0-9_][A-Za-z0-9._-]*)+$',
    'must be a path in the bundle such as media/front.png, in ASCII letters, digits, dots and dashes',
  ],
  ['^[a-z][a-z0-9-]*:\\S', 'must be a key: the name of a source in lowercase letters, a colon, and a name'],
]);
const KEY_PATTERN = /^\^([a-z]+):\\S$/;
/** The schema of a picture, which is a link or a file. */
const LINK_OR_FILE = /\/items\/anyOf\/[01]$/;
/** The null of a nullable value; the error of the other choice says enough. */
const OR_NULL = /\/anyOf\/1$/;

/** One of several kinds of lines in a file. */
const KIND = /^#\/anyOf\/\d+/;

/** The message for each keyword. Undefined if another error says it better. */
const MESSAGES: Record<string, (params: Params, schemaPath: string) => string | undefined> = {
  additionalProperties: () => undefined,
  anyOf: () => undefined,
  if: () => undefined,
  // The schema of a property that is not allowed is "false".
  boolean: () => 'is not a known property',
  enum: ({ allowedValues = [] }) => `must be one of ${allowedValues.join(', ')}`,
  pattern: ({ pattern }) => PATTERNS.get(pattern) ?? describeKey(String(pattern)),
  required: ({ requiredProperties = [] }, schemaPath) => {
    if (!LINK_OR_FILE.test(schemaPath)) return `must have ${requiredProperties.join(', ')}`;
    return requiredProperties[0] === 'file' ? undefined : `must have ${requiredProperties.join(', ')}, or a file`;
  },
  type: ({ type }, schemaPath) => {
    if (OR_NULL.test(schemaPath)) return undefined;
    return `must be ${type}${schemaPath.endsWith('/anyOf/0') ? ' or null' : ''}`;
  },
};

/** Each error as a sentence that starts with the path of the value. */
export function describeErrors(errors: readonly SchemaError[]): string[] {
  return ofLineKind(errors).flatMap(({ keyword, schemaPath, instancePath, params, message }) => {
    const describe = MESSAGES[keyword];
    const text = describe ? describe(params, schemaPath) : message;
    return text === undefined ? [] : [`${instancePath.slice(1).replaceAll('/', '.') || 'it'} ${text}`];
  });
}

/** The key of a line selects its kind; the errors of the other kinds do not help. */
function ofLineKind(errors: readonly SchemaError[]): readonly SchemaError[] {
  const kindOf = ({ schemaPath }: SchemaError) => KIND.exec(schemaPath)?.[0];
  const isOfKey = ({ keyword, instancePath }: SchemaError) => keyword === 'pattern' && instancePath === '/key';
  const [kinds, others] = [new Set(errors.map(kindOf)), new Set(errors.filter(isOfKey).map(kindOf))];
  if (kinds.size < 2) return errors;
  const ofKind = errors.filter((error) => kindOf(error) !== undefined && !others.has(kindOf(error)));
  return ofKind.length > 0 ? ofKind : errors.filter(isOfKey);
}

function describeKey(pattern: string): string {
  const [, kind] = KEY_PATTERN.exec(pattern) ?? [];
  return kind === undefined ? `must match ${pattern}` : `must be a key that begins with "${kind}:"`;
}
