import Type, { type TSchema } from 'typebox';
import type { Format } from '../../catalog/catalog.ts';
import * as resources from '../../catalog/model/resources.ts';

export type Json = Record<string, unknown>;

/** The others are all schemas of the document, by their names. */
const { Nullable, YearMonth: _month, PartialDate: _date, changeList, ...RESOURCES } = resources;
const { Game, GameBrief, GameId } = resources;

/**
 * A game in the requested format. OpenAPI cannot tie a response to a parameter, and generators turn a union with
 * `integer` into a type without fields. `properties` and `required` say nothing of integers and there is no `type`, so
 * generators see an object, and validators accept exactly the three formats.
 */
const AnyGame = Type.Unsafe({
  description:
    'A game in the requested format. `format=brief` has the required fields only. With `format=id` it is an integer, ' +
    'although generated types show an object: generate them from `openapi.json?format=id` instead.',
  properties: Game.properties,
  required: GameBrief.required,
  if: { type: 'integer' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: GameId,
  else: Type.Union([Game, GameBrief]),
});

const ApiError = Type.Object(
  {
    code: Type.Integer({ description: 'Distinguishes errors with the same status' }),
    error: Type.String({ description: 'Short title' }),
    message: Type.String({ description: 'What is wrong and what to do; may be empty' }),
  },
  { description: 'An error; the status is that of the HTTP response' },
);

const list = (name: string, element: TSchema) => Type.Object({ [name]: Type.Array(element) });

/** Every named schema. Nested ones become references. */
const SCHEMAS = {
  ...RESOURCES,
  GenreList: list('genres', resources.Genre),
  GroupList: list('groups', resources.Group),
  PlatformList: list('platforms', resources.Platform),
  AnyGame,
  AnyGameList: list('games', AnyGame),
  GameIdList: list('games', GameId),
  GameBriefList: list('games', GameBrief),
  GameList: list('games', Game),
  GamePlatformList: list('platforms', resources.GamePlatform),
  ScreenshotList: list('screenshots', resources.Screenshot),
  CompanyList: list('companies', resources.CompanyFacts),
  CoverGroupList: list('cover_groups', resources.CoverGroup),
  ChangeList: changeList(resources.Change),
  BriefChangeList: changeList(resources.BriefChange),
  GameChangeList: changeList(resources.GameChange),
  AnyChangeList: changeList(resources.AnyChange),
  SuggestionList: list('suggestions', resources.Suggestion),
  FileMatchResult: Type.Object({ match: Nullable(resources.FileMatch, 'Null if no game has the file') }),
  FileMatchList: Type.Object({
    matches: Type.Array(Nullable(resources.FileMatch), {
      description: 'In the order of the request; null if no game has the file',
    }),
  }),
  FilesToIdentify: Type.Object(
    { files: Type.Array(resources.FileToIdentify, { maxItems: 100 }) },
    { additionalProperties: false },
  ),
  ApiError,
} satisfies Record<string, TSchema>;

export type SchemaName = keyof typeof SCHEMAS;

const NAMES = new Map<unknown, SchemaName>(
  Object.entries(SCHEMAS).map(([name, schema]) => [schema, name as SchemaName]),
);

/** The value of `format` that a document describes, or all of them. */
export type DocumentFormat = Format | 'any';

/** The schema of a response, or one per format. Several names are alternatives. */
export type ResponseSchema = SchemaName | Readonly<Record<DocumentFormat, SchemaName | readonly SchemaName[]>>;

export function responseSchema(response: ResponseSchema, format: DocumentFormat): Json {
  const names = typeof response === 'string' ? response : response[format];
  return typeof names === 'string' ? refer(names) : { anyOf: names.map(refer) };
}

/** The components that these parts of a document refer to, directly or through another. */
export function usedSchemas(parts: unknown): Json {
  const used = new Set<SchemaName>();
  const visit = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name as SchemaName)) continue;
      used.add(name as SchemaName);
      visit(expand(SCHEMAS[name as SchemaName]));
    }
  };
  visit(parts);
  const entries = Object.entries(SCHEMAS).filter(([name]) => used.has(name as SchemaName));
  return Object.fromEntries(entries.map(([name, schema]) => [name, expand(schema)]));
}

export function refer(name: SchemaName): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** The schema with references to the components inside it. */
function expand(schema: unknown): unknown {
  if (schema === null || typeof schema !== 'object') return schema;
  if (Array.isArray(schema)) return schema.map(referOrExpand);
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referOrExpand(value)]));
}

function referOrExpand(schema: unknown): unknown {
  const name = NAMES.get(schema);
  return name ? refer(name) : expand(schema);
}
