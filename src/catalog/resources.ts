import Type from 'typebox';

/**
 * The contract's resources, one schema each: the type in the code, the check in the tests and the component in the
 * OpenAPI document are all this one definition. Every property is present in every answer.
 */

export const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Id = Type.Integer({ minimum: 1 });
const Text = Type.String();
const Url = Type.String({ format: 'uri' });
const Pixels = Type.Integer({ minimum: 1 });
/** No property but those named. */
export const strict = { additionalProperties: false };

export const YearMonth = Type.String({ pattern: '^\\d{4}(-(0[1-9]|1[0-2]))?$', description: '`YYYY` or `YYYY-MM`' });
export const PartialDate = Type.String({
  pattern: '^\\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?)?$',
  description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`, as precise as it is known',
});

export const SCAN_OF = [
  'Front Cover',
  'Back Cover',
  'Inside Cover',
  'Spine/Sides',
  'Full Cover',
  'Media',
  'Manual',
  'Map',
  'Reference Card',
  'Advertisement',
  'Soundtrack',
  'Extras',
  'Other',
] as const;

export const GenreReference = Type.Object(
  { genre_id: Id, genre_name: Text, genre_category: Text, genre_category_id: Id },
  strict,
);
export type GenreReference = Type.Static<typeof GenreReference>;

export const Genre = Type.Object(
  {
    genre_id: Id,
    genre_name: Text,
    genre_description: Nullable(Text),
    genre_category: Text,
    genre_category_id: Id,
  },
  strict,
);
export type Genre = Type.Static<typeof Genre>;

export const Group = Type.Object({ group_id: Id, group_name: Text, group_description: Nullable(Text) }, strict);
export type Group = Type.Static<typeof Group>;

export const Platform = Type.Object({ platform_id: Id, platform_name: Text }, strict);
export type Platform = Type.Static<typeof Platform>;

export const AlternateTitle = Type.Object({ title: Text, description: Text }, strict);

export const GamePlatform = Type.Object(
  { platform_id: Id, platform_name: Text, first_release_date: Nullable(YearMonth) },
  strict,
);
export type GamePlatform = Type.Static<typeof GamePlatform>;

export const SampleCover = Type.Object(
  { image: Url, thumbnail_image: Url, width: Pixels, height: Pixels, platforms: Type.Array(Text) },
  strict,
);
export type SampleCover = Type.Static<typeof SampleCover>;

export const Screenshot = Type.Object(
  { caption: Nullable(Text), image: Url, thumbnail_image: Url, width: Pixels, height: Pixels },
  strict,
);
export type Screenshot = Type.Static<typeof Screenshot>;

/** Present only when LUDEX_ORIGINAL_FIELDS is on. */
const originalUrl = { moby_url: Type.Optional(Url) };
const originalScore = { moby_score: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 10 }))) };

export const GameBrief = Type.Object({ game_id: Id, title: Text, catalog_url: Url, ...originalUrl }, strict);
export type GameBrief = Type.Static<typeof GameBrief>;

export const Game = Type.Object(
  {
    game_id: Id,
    title: Text,
    catalog_url: Url,
    alternate_titles: Type.Array(AlternateTitle),
    description: Nullable(Text),
    genres: Type.Array(GenreReference),
    catalog_score: Nullable(Type.Number({ minimum: 0, maximum: 10 })),
    num_votes: Type.Integer({ minimum: 0 }),
    official_url: Nullable(Url),
    platforms: Type.Array(GamePlatform),
    sample_cover: Nullable(SampleCover),
    sample_screenshots: Type.Array(Screenshot, { maxItems: 5 }),
    ...originalUrl,
    ...originalScore,
  },
  strict,
);
export type Game = Type.Static<typeof Game>;

export const Attribute = Type.Object(
  { attribute_id: Id, attribute_name: Text, attribute_category_id: Id, attribute_category_name: Text },
  strict,
);
export type Attribute = Type.Static<typeof Attribute>;

export const Company = Type.Object({ company_id: Id, company_name: Text, role: Text }, strict);
export type Company = Type.Static<typeof Company>;

export const ProductCode = Type.Object(
  { product_code: Text, product_code_type: Text, product_code_type_id: Id },
  strict,
);

export const Release = Type.Object(
  {
    release_date: Nullable(PartialDate),
    countries: Type.Array(Text),
    companies: Type.Array(Company),
    description: Nullable(Text),
    product_codes: Type.Array(ProductCode),
  },
  strict,
);
export type Release = Type.Static<typeof Release>;

export const Patch = Type.Object({ description: Text, release_date: Nullable(PartialDate) }, strict);

export const Rating = Type.Object(
  { rating_id: Id, rating_name: Text, rating_system_id: Id, rating_system_name: Text },
  strict,
);
export type Rating = Type.Static<typeof Rating>;

export const PlatformDetails = Type.Object(
  {
    game_id: Id,
    platform_id: Id,
    platform_name: Text,
    first_release_date: Nullable(YearMonth),
    attributes: Type.Array(Attribute),
    releases: Type.Array(Release),
    patches: Type.Array(Patch),
    ratings: Type.Array(Rating),
  },
  strict,
);
export type PlatformDetails = Type.Static<typeof PlatformDetails>;

export const Cover = Type.Object(
  {
    scan_of: Type.Enum(SCAN_OF),
    image: Url,
    thumbnail_image: Url,
    width: Pixels,
    height: Pixels,
    description: Nullable(Text),
    comments: Nullable(Text),
  },
  strict,
);
export type Cover = Type.Static<typeof Cover>;

export const CoverGroup = Type.Object(
  { countries: Type.Array(Text), comments: Nullable(Text), covers: Type.Array(Cover) },
  strict,
);
export type CoverGroup = Type.Static<typeof CoverGroup>;
