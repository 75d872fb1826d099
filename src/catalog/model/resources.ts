import Type, { type TSchema } from 'typebox';
import { SCAN_OF } from './scan-of.ts';

/**
 * Schemas of the API's resources: the source of the types, the checks in the tests, and the OpenAPI document. Every
 * property is present in every response unless it is optional here. The schemas allow additional properties, because
 * `/v1` may gain fields; the tests disallow them to find undocumented fields.
 */

export const Nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description ? { description } : {});
const Id = (description?: string) => Type.Integer({ minimum: 1, ...(description && { description }) });
const Text = (description?: string) => Type.String(description ? { description } : {});
const Url = (description?: string) => Type.String({ format: 'uri', ...(description && { description }) });
const Pixels = (description: string) => Type.Integer({ minimum: 1, description });

export const YearMonth = Type.String({ pattern: '^\\d{4}(-(0[1-9]|1[0-2]))?$', description: '`YYYY` or `YYYY-MM`' });
export const PartialDate = Type.String({
  pattern: '^\\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?)?$',
  description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`, as precise as it is known',
});

const genre = { genre_id: Id(), genre_name: Text() };
const genreCategory = { genre_category: Text('Name of the category'), genre_category_id: Id() };

export const GenreReference = Type.Object({ ...genre, ...genreCategory }, { description: 'A genre of a game' });
export type GenreReference = Type.Static<typeof GenreReference>;

export const Genre = Type.Object(
  { ...genre, genre_description: Nullable(Text()), ...genreCategory },
  { description: 'A genre that the `genre` filter accepts' },
);
export type Genre = Type.Static<typeof Genre>;

const group = { group_id: Id(), group_name: Text() };

export const GroupReference = Type.Object(group, { description: 'A group of a game' });

export const Group = Type.Object(
  { ...group, group_description: Nullable(Text()) },
  { description: 'A series or a thematic collection of games' },
);
export type Group = Type.Static<typeof Group>;

const platform = { platform_id: Id(), platform_name: Text() };
/** Empty only with LUDEX_ORIGINAL_FIELDS. */
const YearMonthOrEmpty = Type.String({ pattern: '^(\\d{4}(-(0[1-9]|1[0-2]))?)?$' });
const firstReleaseDate = {
  first_release_date: Nullable(
    YearMonthOrEmpty,
    'Earliest release on the platform: `YYYY`, `YYYY-MM`, or null when unknown (with the original fields never null: the first one of the game, or empty)',
  ),
};

export const Platform = Type.Object(platform, { description: 'A platform that the `platform` filter accepts' });
export type Platform = Type.Static<typeof Platform>;

export const AlternateTitle = Type.Object(
  { title: Text(), description: Text('Kind of title, for example `Japanese spelling`') },
  { description: 'Another title of a game' },
);
export type AlternateTitle = Type.Static<typeof AlternateTitle>;

export const GamePlatform = Type.Object(
  { ...platform, ...firstReleaseDate },
  { description: 'A platform on which a game was released' },
);
export type GamePlatform = Type.Static<typeof GamePlatform>;

const picture = {
  image: Url('Full-size image'),
  thumbnail_image: Url('A smaller version of `image`'),
  width: Pixels('Width of `image` in pixels'),
  height: Pixels('Height of `image` in pixels'),
};
export type Picture = Type.Static<Type.TObject<typeof picture>>;

export const SampleCover = Type.Object(
  { ...picture, platforms: Type.Array(Text(), { description: 'Names of the platforms that have this cover' }) },
  { description: 'One front cover of a game' },
);
export type SampleCover = Type.Static<typeof SampleCover>;

export const Screenshot = Type.Object({ caption: Nullable(Text()), ...picture }, { description: 'A screenshot' });
export type Screenshot = Type.Static<typeof Screenshot>;

const Score = Type.Number({ minimum: 0, maximum: 10 });

/** Present only when LUDEX_ORIGINAL_FIELDS is on. */
const originalUrl = { moby_url: Type.Optional(Url('Equals `catalog_url`; only where the operator turned it on')) };
const originalScore = {
  moby_score: Type.Optional(Nullable(Score, 'Equals `catalog_score`; only where the operator turned it on')),
};

export const GameId = Type.Integer({ minimum: 1, description: 'A game with `format=id`: its id' });

const brief = { game_id: Id(), title: Text('Main title'), catalog_url: Url("The game's page on this site") };

export const GameBrief = Type.Object(
  { ...brief, ...originalUrl },
  { description: 'A game with `format=brief`: enough for a link' },
);
export type GameBrief = Type.Static<typeof GameBrief>;

export const Suggestion = Type.Object(
  {
    kind: Type.Enum(['game', 'platform', 'company', 'group'], { description: 'What the id belongs to' }),
    id: Id(),
    name: Text(),
    detail: Text('Distinguishes equal names: platform and year of a game, number of games of the others'),
    url: Text('The page on this server’s site'),
  },
  { description: 'A game, platform, company or group that a text may mean' },
);
export type Suggestion = Type.Static<typeof Suggestion>;

export const Attribute = Type.Object(
  { attribute_id: Id(), attribute_name: Text(), attribute_category_id: Id(), attribute_category_name: Text() },
  { description: 'A technical attribute of a game on one platform, for example its media type' },
);
export type Attribute = Type.Static<typeof Attribute>;

export const Company = Type.Object(
  { company_id: Id(), company_name: Text(), role: Text('Role in the release, for example `Published by`') },
  { description: 'A company that took part in a release' },
);
export type Company = Type.Static<typeof Company>;

const Year = (description: string) => Nullable(Type.Integer({ minimum: 1, maximum: 9999 }), description);

export const CompanyFacts = Type.Object(
  {
    company_id: Id(),
    company_name: Text(),
    other_names: Type.Array(Text(), { description: 'Other names that sources use' }),
    num_published: Type.Integer({ minimum: 0, description: 'Number of games that it published' }),
    num_developed: Type.Integer({ minimum: 0, description: 'Number of games that it developed' }),
    first_year: Year('Year of the earliest first release of its games, in any role; null when unknown'),
    last_year: Year('Year of the latest first release of its games, in any role; null when unknown'),
  },
  { description: 'A company with its games in numbers. The `company` filter accepts its id' },
);

export const ProductCode = Type.Object(
  { product_code: Text(), product_code_type: Text(), product_code_type_id: Id() },
  { description: 'A code printed on a release, for example its part number' },
);

const releaseDate = {
  release_date: Nullable(
    PartialDate,
    '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`, as precise as it is known; null when unknown',
  ),
};

export const Release = Type.Object(
  {
    ...releaseDate,
    countries: Type.Array(Text(), { description: 'Names of countries or regions' }),
    companies: Type.Array(Company),
    description: Nullable(Text()),
    product_codes: Type.Array(ProductCode),
  },
  { description: 'A release of a game on one platform' },
);
export type Release = Type.Static<typeof Release>;

export const Patch = Type.Object({ description: Text(), ...releaseDate }, { description: 'A patch of a game' });

export const Rating = Type.Object(
  { rating_id: Id(), rating_name: Text(), rating_system_id: Id(), rating_system_name: Text() },
  { description: 'An age rating, for example `Everyone` of `ESRB Rating`' },
);
export type Rating = Type.Static<typeof Rating>;

export const PlatformDetails = Type.Object(
  {
    game_id: Id(),
    ...platform,
    ...firstReleaseDate,
    attributes: Type.Array(Attribute),
    releases: Type.Array(Release),
    patches: Type.Array(Patch),
    ratings: Type.Array(Rating),
  },
  { description: 'The releases of a game on one platform, with attributes, patches and ratings' },
);
export type PlatformDetails = Type.Static<typeof PlatformDetails>;

export const Cover = Type.Object(
  {
    scan_of: Type.Enum(SCAN_OF, { type: 'string', description: 'What was scanned' }),
    ...picture,
    description: Nullable(Text()),
    comments: Nullable(Text()),
  },
  { description: 'A cover scan' },
);
export type Cover = Type.Static<typeof Cover>;

export const CoverGroup = Type.Object(
  {
    countries: Type.Array(Text(), { description: 'Countries or regions where these covers were used' }),
    comments: Nullable(Text()),
    covers: Type.Array(Cover),
  },
  { description: 'Covers that belong together' },
);
export type CoverGroup = Type.Static<typeof CoverGroup>;

/** A list that only a value of `include` adds. */
const Included = <T extends TSchema>(value: string, element: T) =>
  Type.Optional(Type.Array(element, { description: `Only with \`include=${value}\`` }));

export const PlatformOfGame = Type.Object(
  {
    ...platform,
    ...firstReleaseDate,
    attributes: Included('details', Attribute),
    releases: Included('details', Release),
    patches: Included('details', Patch),
    ratings: Included('details', Rating),
    screenshots: Included('screenshots', Screenshot),
    cover_groups: Included('covers', CoverGroup),
  },
  { description: 'A platform on which a game was released, with what `include` adds' },
);

export const ExternalId = Type.Object(
  { source: Text('The other database, for example `wikidata`'), id: Text('The id of the game there') },
  { description: 'An id of a game in another database' },
);

const Hash = (digits: number) => Type.String({ pattern: `^[0-9a-f]{${digits}}$` });

export const Dump = Type.Object(
  {
    name: Nullable(Text()),
    size: Nullable(Type.Integer({ minimum: 0 }), 'In bytes'),
    crc: Nullable(Hash(8), 'CRC-32'),
    md5: Nullable(Hash(32)),
    sha1: Nullable(Hash(40)),
  },
  { description: 'A file with the contents of a cartridge, disk or tape, as a source lists it' },
);
export type Dump = Type.Static<typeof Dump>;

export const FileOfGame = Type.Object(
  { platform_id: Id(), ...Dump.properties },
  { description: 'A file of a game on one platform, as sources list it' },
);
export type FileOfGame = Type.Static<typeof FileOfGame>;

export const SourceOfGame = Type.Object(
  {
    source: Text('Short name, for example `mame`'),
    source_name: Text(),
    licence: Nullable(Text(), 'SPDX identifier, or one that begins with `LicenseRef-`'),
    source_url: Nullable(Url()),
    fields: Type.Array(Text(), { description: 'Names of the fields, those of all platforms together' }),
  },
  { description: 'A source of a game, and the fields that it provided' },
);
export type SourceOfGame = Type.Static<typeof SourceOfGame>;

export const Game = Type.Object(
  {
    ...brief,
    alternate_titles: Type.Array(AlternateTitle),
    description: Nullable(Text(), 'Plain text without HTML'),
    genres: Type.Array(GenreReference),
    catalog_score: Nullable(Score, '0 to 10 with one decimal; null without votes'),
    num_votes: Type.Integer({ minimum: 0, description: 'Number of votes behind `catalog_score`' }),
    official_url: Nullable(Url(), "The game's own website"),
    platforms: Type.Array(PlatformOfGame),
    sample_cover: Nullable(SampleCover),
    sample_screenshots: Type.Array(Screenshot, { maxItems: 5 }),
    ...originalUrl,
    ...originalScore,
    groups: Included('groups', GroupReference),
    companies: Included('companies', Company),
    external_ids: Included('ids', ExternalId),
    files: Included('files', FileOfGame),
    sources: Included('sources', SourceOfGame),
  },
  { description: 'A game with `format=normal`: all major information' },
);
export type Game = Type.Static<typeof Game>;

const CHANGE_TYPES = ['created', 'updated', 'deleted', 'merged'] as const;

const change = {
  sequence: Type.Integer({ minimum: 1, description: 'Increases along the list and with every later change' }),
  type: Type.Enum(CHANGE_TYPES, { type: 'string', description: 'What happened; `created` also if the game came back' }),
  game_id: Id(),
  merged_into: Nullable(Id(), 'The game that this one redirects to now; null unless `type` is `merged`'),
  modified_at: Type.String({
    format: 'date-time',
    description: 'When the game was last modified, or when it was deleted or merged, in UTC',
  }),
};
const GAME_NOW = 'The game as it is now; null if it was deleted or merged';

export const Change = Type.Object(change, { description: 'The last change of a game' });
export type Change = Type.Static<typeof Change>;

export const BriefChange = Type.Object(
  { ...change, game: Nullable(GameBrief, GAME_NOW) },
  { description: 'A change with `format=brief`' },
);
export const GameChange = Type.Object(
  { ...change, game: Nullable(Game, GAME_NOW) },
  { description: 'A change with `format=normal`' },
);
export const AnyChange = Type.Object(
  {
    ...change,
    game: Type.Optional(Type.Union([Game, GameBrief, Type.Null()], { description: `${GAME_NOW}. Not with format=id` })),
  },
  { description: 'The last change of a game in the requested format' },
);

export const changeList = <T extends TSchema>(element: T) =>
  Type.Object({ changes: Type.Array(element), next: Text('The `since` of the next request') });

export const FileToIdentify = Type.Partial(
  Type.Object({
    sha1: Type.String({ pattern: '^[0-9A-Fa-f]{40}$' }),
    md5: Type.String({ pattern: '^[0-9A-Fa-f]{32}$' }),
    crc: Type.String({ pattern: '^[0-9A-Fa-f]{8}$', description: 'CRC-32' }),
    size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'In bytes' }),
  }),
  {
    description: 'A file by its hashes: at least one of them',
    anyOf: [{ required: ['sha1'] }, { required: ['md5'] }, { required: ['crc'] }],
    additionalProperties: false,
  },
);

export const FileMatch = Type.Object(
  {
    game: GameBrief,
    platform: Nullable(
      Platform,
      'Null if the source does not tell it, or if the game has the file on several platforms',
    ),
    release: Nullable(Release, 'Null if it cannot be told, or if several releases of the game have the file'),
    dump: Dump,
    matched_by: Type.Enum(['sha1', 'md5', 'crc'], { description: 'The strongest hash that was found' }),
    other_games: Type.Array(GameBrief, { description: 'Other games that have the file, the best known first' }),
  },
  { description: 'The game that a file belongs to. If several games have the file, the best known one' },
);
export type FileMatch = Type.Static<typeof FileMatch>;
