import Type from 'typebox';
import { Nullable, PartialDate, YearMonth } from '../catalog/model/resources.ts';
import { SCAN_OF } from '../catalog/model/scan-of.ts';

/** The lines of a bundle: the resources of the API with keys instead of ids. */

const strict = { additionalProperties: false };

/** The key of an entry starts with its kind. */
const Key = (kind: string, maxLength = 500) => Type.String({ maxLength, pattern: `^${kind}:\\S` });
const GameKey = Key('[a-z][a-z0-9-]*');
const Keys = (kind: string) => Type.Optional(Type.Array(Key(kind)));
const Name = Type.String({ minLength: 1, maxLength: 1000 });
const Text = Type.String({ minLength: 1, maxLength: 100_000 });
const OptionalText = Type.Optional(Nullable(Text));
const Countries = Type.Array(Name);
const Url = Type.String({ maxLength: 4000, pattern: '^(https?://|/media/)\\S+$' });
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Pixels = Type.Integer({ minimum: 1, maximum: 1_000_000 });

const SourceId = Type.String({ pattern: '^[a-z][a-z0-9-]{0,40}$' });

export const Manifest = Type.Object({
  format: Type.Literal('game-catalog-bundle'),
  version: Type.Literal(1),
  /** Whether the bundle has everything of its sources: what it lacks is then removed from the catalog. */
  complete: Type.Boolean(),
  sources: Type.Array(
    Type.Object({
      id: SourceId,
      name: Name,
      version: Name,
      licence: Name,
      url: Nullable(Type.String()),
    }),
    { minItems: 1 },
  ),
  files: Type.Array(
    Type.Object({
      path: Type.String({ pattern: '^[a-z]+\\.jsonl$' }),
      /** The number of lines. */
      records: Type.Integer({ minimum: 0 }),
      bytes: Type.Integer({ minimum: 0 }),
      sha256: Sha256,
    }),
  ),
});
export type Manifest = Type.Static<typeof Manifest>;

/** The source of a line in a bundle with several sources; the default is the first one. */
const source = Type.Optional(SourceId);

const entryLine = <T extends Type.TProperties>(kind: string, fields: T) =>
  Type.Object({ key: Key(kind), ...fields, source }, strict);

const Hash = (digits: number) => Type.Optional(Type.String({ pattern: `^[0-9a-f]{${digits}}$` }));

/** A file with the contents of a cartridge, disk or tape, for look-ups by hash. */
const DumpLine = Type.Object(
  {
    name: Type.Optional(Name),
    size: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    crc: Hash(8),
    md5: Hash(32),
    sha1: Hash(40),
  },
  { ...strict, anyOf: [{ required: ['sha1'] }, { required: ['md5'] }, { required: ['crc'] }] },
);
export type DumpLine = Type.Static<typeof DumpLine>;
const dumps = Type.Optional(Type.Array(DumpLine));

const release = {
  release_date: Nullable(PartialDate),
  countries: Countries,
  companies: Type.Array(Type.Object({ company: Key('company'), role: Name }, strict)),
  description: OptionalText,
  product_codes: Type.Array(Type.Object({ product_code: Name, product_code_type: Name }, strict)),
  /** The keys of the source's items that describe this release. Not shown. */
  sources: Type.Optional(Type.Array(Type.String())),
};
const ReleaseLine = Type.Object({ ...release, dumps }, strict);
export type ReleaseLine = Type.Static<typeof ReleaseLine>;

const gamePlatform = {
  platform: Key('platform'),
  first_release_date: Type.Optional(Nullable(YearMonth)),
  attributes: Keys('attribute'),
  ratings: Keys('rating'),
  patches: Type.Optional(Type.Array(Type.Object({ description: Text, release_date: Nullable(PartialDate) }, strict))),
};
const GamePlatformLine = Type.Object(
  {
    ...gamePlatform,
    releases: Type.Optional(Type.Array(ReleaseLine)),
    /** Those of which the release is unknown, or that several releases share. */
    dumps,
  },
  strict,
);
export type GamePlatformLine = Type.Static<typeof GamePlatformLine>;

/** A correction has no dumps: what is wrong in a list of files is best corrected there. */
const CorrectedPlatform = Type.Object(
  { ...gamePlatform, releases: Type.Optional(Type.Array(Type.Object(release, strict))) },
  strict,
);

const AlternateTitle = Type.Object({ title: Name, description: Name }, strict);
export type AlternateTitle = Type.Static<typeof AlternateTitle>;

/** A game has a platform. What is said about another source's game may hold for all of its platforms, such as a text. */
const SOME = { type: 'array', minItems: 1 } as const;

const GameLine = Type.Object(
  {
    key: GameKey,
    title: Name,
    alternate_titles: Type.Optional(Type.Array(AlternateTitle)),
    description: OptionalText,
    official_url: Type.Optional(Nullable(Type.String({ pattern: '^https?://\\S+$' }))),
    catalog_score: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 10 }))),
    num_votes: Type.Optional(Type.Integer({ minimum: 0 })),
    genres: Keys('genre'),
    groups: Keys('group'),
    platforms: Type.Array(GamePlatformLine),
    /** The keys of the source's items that were combined into this game. Its id is bound to them too. Not shown. */
    members: Type.Optional(Type.Array(GameKey)),
    /** Marks: values by which other sources and later versions identify the game, such as file hashes. Not shown. */
    ids: Type.Optional(Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]*$' }), Type.Array(Name), strict)),
    /** Only adds to a game of another source; until there is one, it waits and is not shown. */
    enriches: Type.Optional(Type.Boolean()),
    source,
  },
  { ...strict, if: { required: ['enriches'] }, else: { properties: { platforms: SOME } } },
);
export type GameLine = Type.Static<typeof GameLine>;

const link = { image: Url, thumbnail_image: Url, width: Pixels, height: Pixels };

/** No part starts with a dot, so that the path cannot leave the folder. */
const PICTURE_FILE = '^media(/[A-Za-z0-9_][A-Za-z0-9._-]*)+$';

export function isPictureFile(path: string): boolean {
  return new RegExp(PICTURE_FILE).test(path);
}

/** A picture is a link or a file of the bundle, from which the size is read. */
const picture = {
  ...Type.Partial(Type.Object(link)).properties,
  file: Type.Optional(Type.String({ maxLength: 100, pattern: PICTURE_FILE })),
  sha256: Type.Optional(Sha256),
};
const isLinkOrFile = { anyOf: [{ required: ['file'] }, { required: Object.keys(link) }] };

/** The pictures of a game on one platform. */
const platformPictures = <T extends Type.TProperties>(pictureFields: T, constraints: object) => ({
  platform: Key('platform'),
  screenshots: Type.Optional(
    Type.Array(Type.Object({ caption: OptionalText, ...pictureFields }, { ...strict, ...constraints })),
  ),
  cover_groups: Type.Optional(
    Type.Array(
      Type.Object(
        {
          countries: Countries,
          comments: OptionalText,
          covers: Type.Array(
            Type.Object(
              { scan_of: Type.Enum(SCAN_OF), ...pictureFields, description: OptionalText, comments: OptionalText },
              { ...strict, ...constraints },
            ),
          ),
        },
        strict,
      ),
    ),
  ),
});
/** `key` is the game's. */
const MediaLine = Type.Object({ key: GameKey, ...platformPictures(picture, isLinkOrFile) }, strict);
export type MediaLine = Type.Static<typeof MediaLine>;

/** A media line after its files were stored: every picture has URLs and a size. */
const StoredMediaLine = Type.Object({ key: GameKey, ...platformPictures(link, {}) }, strict);
export type StoredMediaLine = Type.Static<typeof StoredMediaLine>;

/** Ids have 32 bits in a snapshot. */
const HIGHEST_ID = 2 ** 32 - 1;
const Id = Type.Integer({ minimum: 1, maximum: HIGHEST_ID });
/** A game by a key of any source, or by its id in this catalog. */
const GameRef = Type.Union([GameKey, Id]);

/** Milliseconds, until the end of the year 9999. */
const Time = Type.Integer({ minimum: 0, maximum: 253_402_300_799_999 });
/** When somebody did something, and who: the number of an account of this installation. */
const done = { at: Time, by: Type.Optional(Id) };

/** The fields of a game that a correction replaces. */
const correctedFields = {
  title: Type.Optional(GameLine.properties.title),
  alternate_titles: GameLine.properties.alternate_titles,
  description: GameLine.properties.description,
  official_url: GameLine.properties.official_url,
  genres: GameLine.properties.genres,
  groups: GameLine.properties.groups,
  platforms: Type.Optional(Type.Array(CorrectedPlatform, SOME)),
  /** The `image` that comes first on its platform. A cover is that of the game. */
  main_picture: Type.Optional(Url),
};

/** A correction by the operator: fields of a game, a merge of games, or a split of one. It overrides all sources. */
const CorrectionLine = Type.Object(
  {
    key: Key('correction'),
    game: Type.Optional(GameRef),
    /** Fields beside it hold for the merged game. */
    merge: Type.Optional(Type.Array(GameRef, { minItems: 2 })),
    /** The key that becomes a game of its own. */
    split: Type.Optional(GameKey),
    /** Games that the matcher must keep apart. */
    different: Type.Optional(Type.Array(GameRef, { minItems: 2 })),
    /** The game is not shown. */
    hide: Type.Optional(Type.Literal(true)),
    /** Of a correction that was made in the browser. */
    made: Type.Optional(
      Type.Object(
        {
          ...done,
          why: Type.Optional(Name),
          /** The account that proposed it. */
          proposed_by: Type.Optional(Id),
          /** What the game had in the fields that the correction sets. A missing field had no value. */
          before: Type.Optional(Type.Object(correctedFields, strict)),
        },
        strict,
      ),
    ),
    /** A reverted correction has no effect. It stays in the history of its game. */
    reverted: Type.Optional(Type.Object(done, strict)),
    ...correctedFields,
    /** Moves what sources say about a platform to another one; null removes it. */
    set_platform: Type.Optional(Type.Record(Key('platform'), Nullable(Key('platform')), strict)),
    /** Pictures in addition to those of sources. */
    media: Type.Optional(Type.Array(Type.Object(platformPictures(picture, isLinkOrFile), strict), SOME)),
    /** The `image` of pictures that are not shown. */
    remove_pictures: Type.Optional(Type.Array(Url, SOME)),
    source,
  },
  strict,
);
export type CorrectionLine = Type.Static<typeof CorrectionLine>;

export const ID_KINDS = [
  'game',
  'platform',
  'genre',
  'genre_category',
  'group',
  'company',
  'attribute',
  'attribute_category',
  'rating',
  'rating_system',
  'product_code_type',
] as const;
const Count = Type.Integer({ minimum: 0, maximum: HIGHEST_ID });

/**
 * What an export has besides the layers, so that every id and time stays: aliases, ids of keys, the highest ids given, and
 * modification times. It is restored in an empty catalog only.
 */
const IdentityLine = Type.Union([
  Type.Object(
    { key: Type.String({ pattern: '^alias:\\d{1,10}$' }), game_id: Id, cause: Type.Enum(['match', 'correction']) },
    strict,
  ),
  Type.Object({ key: Key('binding', 1500), kind: Type.Enum(ID_KINDS), id: Id, since: Count }, strict),
  Type.Object({ key: Type.String({ pattern: `^counter:(${ID_KINDS.join('|')})$` }), last_id: Count }, strict),
  Type.Object({ key: Type.String({ pattern: '^modified:\\d{1,10}$' }), modified_at: Time }, strict),
]);
export type IdentityLine = Type.Static<typeof IdentityLine>;

/** The files of lines that a bundle may contain, in the order of loading. */
export const BUNDLE_FILES = {
  'platforms.jsonl': entryLine('platform', { platform_name: Name }),
  'genres.jsonl': entryLine('genre', { genre_name: Name, genre_category: Name, genre_description: OptionalText }),
  'groups.jsonl': entryLine('group', { group_name: Name, group_description: OptionalText }),
  'companies.jsonl': entryLine('company', { company_name: Name }),
  'attributes.jsonl': entryLine('attribute', { attribute_name: Name, attribute_category_name: Name }),
  'ratings.jsonl': entryLine('rating', { rating_name: Name, rating_system_name: Name }),
  'games.jsonl': GameLine,
  'media.jsonl': MediaLine,
  'corrections.jsonl': CorrectionLine,
  'identities.jsonl': IdentityLine,
} as const;
export type BundleFile = keyof typeof BUNDLE_FILES;

/** The files of entries, by the kind that their keys start with. */
export const ENTRY_FILES = {
  platform: 'platforms.jsonl',
  genre: 'genres.jsonl',
  group: 'groups.jsonl',
  company: 'companies.jsonl',
  attribute: 'attributes.jsonl',
  rating: 'ratings.jsonl',
} as const;
export type EntryFile = (typeof ENTRY_FILES)[keyof typeof ENTRY_FILES];

export function fileOfEntry(key: string): EntryFile {
  return ENTRY_FILES[key.slice(0, key.indexOf(':')) as keyof typeof ENTRY_FILES];
}
