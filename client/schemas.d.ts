// Written by "npm run client-types" from the OpenAPI document. Do not edit.

/** A technical attribute of a game on one platform, for example its media type */
export interface Attribute {
  attribute_id: number;
  attribute_name: string;
  attribute_category_id: number;
  attribute_category_name: string;
}

/** The last change of a game */
export interface Change {
  /** Increases along the list and with every later change */
  sequence: number;
  /** What happened; `created` also if the game came back */
  type: 'created' | 'updated' | 'deleted' | 'merged';
  game_id: number;
  /** The game that this one redirects to now; null unless `type` is `merged` */
  merged_into: number | null;
  /** When the game was last modified, or when it was deleted or merged, in UTC */
  modified_at: string;
}

/** A company that took part in a release */
export interface Company {
  company_id: number;
  company_name: string;
  /** Role in the release, for example `Published by` */
  role: string;
}

/** A company with its games in numbers. The `company` filter accepts its id */
export interface CompanyFacts {
  company_id: number;
  company_name: string;
  /** Other names that sources use */
  other_names: string[];
  /** Number of games that it published */
  num_published: number;
  /** Number of games that it developed */
  num_developed: number;
  /** Year of the earliest first release of its games, in any role; null when unknown */
  first_year: number | null;
  /** Year of the latest first release of its games, in any role; null when unknown */
  last_year: number | null;
}

/** A cover scan */
export interface Cover {
  /** What was scanned */
  scan_of: 'Front Cover' | 'Back Cover' | 'Inside Cover' | 'Spine/Sides' | 'Full Cover' | 'Media' | 'Manual' | 'Map' | 'Reference Card' | 'Advertisement' | 'Soundtrack' | 'Extras' | 'Other';
  /** Full-size image */
  image: string;
  /** A smaller version of `image` */
  thumbnail_image: string;
  /** Width of `image` in pixels */
  width: number;
  /** Height of `image` in pixels */
  height: number;
  description: string | null;
  comments: string | null;
}

/** Covers that belong together */
export interface CoverGroup {
  /** Countries or regions where these covers were used */
  countries: string[];
  comments: string | null;
  covers: Cover[];
}

/** A file with the contents of a cartridge, disk or tape, as a source lists it */
export interface Dump {
  name: string | null;
  /** In bytes */
  size: number | null;
  /** CRC-32 */
  crc: string | null;
  md5: string | null;
  sha1: string | null;
}

/** The game that a file belongs to. If several games have the file, the best known one */
export interface FileMatch {
  game: GameBrief;
  /** Null if the source does not tell it, or if the game has the file on several platforms */
  platform: Platform | null;
  /** Null if it cannot be told, or if several releases of the game have the file */
  release: Release | null;
  dump: Dump;
  /** The strongest hash that was found */
  matched_by: 'sha1' | 'md5' | 'crc';
  /** Other games that have the file, the best known first */
  other_games: GameBrief[];
}

/** A file by its hashes: at least one of them */
export interface FileToIdentify {
  sha1?: string;
  md5?: string;
  /** CRC-32 */
  crc?: string;
  /** In bytes */
  size?: number;
}

/** A game with `format=brief`: enough for a link */
export interface GameBrief {
  game_id: number;
  /** Main title */
  title: string;
  /** The game's page on this site */
  catalog_url: string;
  /** Equals `catalog_url`; only where the operator turned it on */
  moby_url?: string;
}

/** A platform on which a game was released */
export interface GamePlatform {
  platform_id: number;
  platform_name: string;
  /** Earliest release on the platform: `YYYY`, `YYYY-MM`, or null when unknown (with the original fields never null: the first one of the game, or empty) */
  first_release_date: string | null;
}

/** A genre that the `genre` filter accepts */
export interface Genre {
  genre_id: number;
  genre_name: string;
  genre_description: string | null;
  /** Name of the category */
  genre_category: string;
  genre_category_id: number;
}

/** A series or a thematic collection of games */
export interface Group {
  group_id: number;
  group_name: string;
  group_description: string | null;
}

/** A patch of a game */
export interface Patch {
  description: string;
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, as precise as it is known; null when unknown */
  release_date: string | null;
}

/** A platform that the `platform` filter accepts */
export interface Platform {
  platform_id: number;
  platform_name: string;
}

/** The releases of a game on one platform, with attributes, patches and ratings */
export interface PlatformDetails {
  game_id: number;
  platform_id: number;
  platform_name: string;
  /** Earliest release on the platform: `YYYY`, `YYYY-MM`, or null when unknown (with the original fields never null: the first one of the game, or empty) */
  first_release_date: string | null;
  attributes: Attribute[];
  releases: Release[];
  patches: Patch[];
  ratings: Rating[];
}

/** A code printed on a release, for example its part number */
export interface ProductCode {
  product_code: string;
  product_code_type: string;
  product_code_type_id: number;
}

/** An age rating, for example `Everyone` of `ESRB Rating` */
export interface Rating {
  rating_id: number;
  rating_name: string;
  rating_system_id: number;
  rating_system_name: string;
}

/** A release of a game on one platform */
export interface Release {
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, as precise as it is known; null when unknown */
  release_date: string | null;
  /** Names of countries or regions */
  countries: string[];
  companies: Company[];
  description: string | null;
  product_codes: ProductCode[];
}

/** A screenshot */
export interface Screenshot {
  caption: string | null;
  /** Full-size image */
  image: string;
  /** A smaller version of `image` */
  thumbnail_image: string;
  /** Width of `image` in pixels */
  width: number;
  /** Height of `image` in pixels */
  height: number;
}

/** A game, platform, company or group that a text may mean */
export interface Suggestion {
  /** What the id belongs to */
  kind: 'game' | 'platform' | 'company' | 'group';
  id: number;
  name: string;
  /** Distinguishes equal names: platform and year of a game, number of games of the others */
  detail: string;
  /** The page on this server’s site */
  url: string;
}

export interface FileMatchResult {
  /** Null if no game has the file */
  match: FileMatch | null;
}

export interface FilesToIdentify {
  files: FileToIdentify[];
}

/** A change with `format=brief` */
export interface BriefChange {
  /** Increases along the list and with every later change */
  sequence: number;
  /** What happened; `created` also if the game came back */
  type: 'created' | 'updated' | 'deleted' | 'merged';
  game_id: number;
  /** The game that this one redirects to now; null unless `type` is `merged` */
  merged_into: number | null;
  /** When the game was last modified, or when it was deleted or merged, in UTC */
  modified_at: string;
  /** The game as it is now; null if it was deleted or merged */
  game: GameBrief | null;
}

/** Another title of a game */
export interface AlternateTitle {
  title: string;
  /** Kind of title, for example `Japanese spelling` */
  description: string;
}

/** An id of a game in another database */
export interface ExternalId {
  /** The other database, for example `wikidata` */
  source: string;
  /** The id of the game there */
  id: string;
}

/** A file of a game on one platform, as sources list it */
export interface FileOfGame {
  platform_id: number;
  name: string | null;
  /** In bytes */
  size: number | null;
  /** CRC-32 */
  crc: string | null;
  md5: string | null;
  sha1: string | null;
}

/** A game with `format=normal`: all major information */
export interface Game {
  game_id: number;
  /** Main title */
  title: string;
  /** The game's page on this site */
  catalog_url: string;
  alternate_titles: AlternateTitle[];
  /** Plain text without HTML */
  description: string | null;
  genres: GenreReference[];
  /** 0 to 10 with one decimal; null without votes */
  catalog_score: number | null;
  /** Number of votes behind `catalog_score` */
  num_votes: number;
  /** The game's own website */
  official_url: string | null;
  platforms: PlatformOfGame[];
  sample_cover: SampleCover | null;
  sample_screenshots: Screenshot[];
  /** Equals `catalog_url`; only where the operator turned it on */
  moby_url?: string;
  /** Equals `catalog_score`; only where the operator turned it on */
  moby_score?: number | null;
  /** Only with `include=groups` */
  groups?: GroupReference[];
  /** Only with `include=companies` */
  companies?: Company[];
  /** Only with `include=ids` */
  external_ids?: ExternalId[];
  /** Only with `include=files` */
  files?: FileOfGame[];
  /** Only with `include=sources` */
  sources?: SourceOfGame[];
}

/** A change with `format=normal` */
export interface GameChange {
  /** Increases along the list and with every later change */
  sequence: number;
  /** What happened; `created` also if the game came back */
  type: 'created' | 'updated' | 'deleted' | 'merged';
  game_id: number;
  /** The game that this one redirects to now; null unless `type` is `merged` */
  merged_into: number | null;
  /** When the game was last modified, or when it was deleted or merged, in UTC */
  modified_at: string;
  /** The game as it is now; null if it was deleted or merged */
  game: Game | null;
}

/** A genre of a game */
export interface GenreReference {
  genre_id: number;
  genre_name: string;
  /** Name of the category */
  genre_category: string;
  genre_category_id: number;
}

/** A group of a game */
export interface GroupReference {
  group_id: number;
  group_name: string;
}

/** A platform on which a game was released, with what `include` adds */
export interface PlatformOfGame {
  platform_id: number;
  platform_name: string;
  /** Earliest release on the platform: `YYYY`, `YYYY-MM`, or null when unknown (with the original fields never null: the first one of the game, or empty) */
  first_release_date: string | null;
  /** Only with `include=details` */
  attributes?: Attribute[];
  /** Only with `include=details` */
  releases?: Release[];
  /** Only with `include=details` */
  patches?: Patch[];
  /** Only with `include=details` */
  ratings?: Rating[];
  /** Only with `include=screenshots` */
  screenshots?: Screenshot[];
  /** Only with `include=covers` */
  cover_groups?: CoverGroup[];
}

/** One front cover of a game */
export interface SampleCover {
  /** Full-size image */
  image: string;
  /** A smaller version of `image` */
  thumbnail_image: string;
  /** Width of `image` in pixels */
  width: number;
  /** Height of `image` in pixels */
  height: number;
  /** Names of the platforms that have this cover */
  platforms: string[];
}

/** A source of a game, and the fields that it provided */
export interface SourceOfGame {
  /** Short name, for example `mame` */
  source: string;
  source_name: string;
  /** SPDX identifier, or one that begins with `LicenseRef-` */
  licence: string | null;
  source_url: string | null;
  /** Names of the fields, those of all platforms together */
  fields: string[];
}

/** The parameters of `/groups` */
export interface ListGroupsQuery {
  /** Maximum number of elements to return */
  limit?: number | undefined;
  /** Offset from which to begin */
  offset?: number | undefined;
}

/** The parameters of `/companies` */
export interface ListCompaniesQuery {
  /** Maximum number of elements to return */
  limit?: number | undefined;
  /** Offset from which to begin */
  offset?: number | undefined;
  /** Part of any name of the company; ignores case and the accents of Latin and Greek letters */
  name?: string | undefined;
}

/** The parameters of `/games` */
export interface ListGamesQuery {
  /** Ids of games; all other parameters except `format` and `include` are then ignored */
  id?: number | readonly number[] | undefined;
  /** Maximum number of elements to return */
  limit?: number | undefined;
  /** Offset from which to begin */
  offset?: number | undefined;
  /** Ids of platforms on which the game was released */
  platform?: number | readonly number[] | undefined;
  /** Ids of genres assigned to the game */
  genre?: number | readonly number[] | undefined;
  /** Ids of groups assigned to the game */
  group?: number | readonly number[] | undefined;
  /** Part of the title; ignores case and the accents of Latin and Greek letters */
  title?: string | undefined;
  /** Whether a game must match all values of a filter, or any */
  match?: 'all' | 'any' | undefined;
  /** Year of the first release; with `platform`, of that on one of these platforms */
  year?: number | undefined;
  /** First release (as with `year`) in this year or later */
  year_from?: number | undefined;
  /** First release (as with `year`) in this year or earlier */
  year_to?: number | undefined;
  /** Ids of companies that took part in a release */
  company?: number | readonly number[] | undefined;
  /** What the companies of `company` did; `published` and `developed` need `company` */
  role?: 'any' | 'published' | 'developed' | undefined;
  /** Names of countries or regions of a release, as releases show them; ignores case */
  country?: string | readonly string[] | undefined;
  /** Product codes of a release; ignores case, spaces and punctuation */
  product_code?: string | readonly string[] | undefined;
  /** Ids in other databases, such as `wikidata:Q12393` or `mame:nes/smb`; ignores case if no game has the id as typed */
  external_id?: string | readonly string[] | undefined;
  /** SHA-1 of a file of the game */
  sha1?: string | undefined;
  /** MD5 of a file of the game */
  md5?: string | undefined;
  /** CRC-32 of a file of the game */
  crc?: string | undefined;
  /** For so many players or more, `1`: for one only; with `platform`, on these platforms */
  players?: number | undefined;
  /** `yes`: for players who play together */
  cooperative?: 'any' | 'yes' | undefined;
  /** What the game must have, as a comma list */
  has?: 'cover' | 'screenshot' | 'description' | 'score' | readonly ('cover' | 'screenshot' | 'description' | 'score')[] | undefined;
  /** Kinds of games to leave out, as a comma list */
  exclude?: 'pirate' | 'hack' | 'prototype' | 'demo' | 'multicart' | 'bootleg-multicart' | 'unreleased' | 'homebrew' | 'add-on' | 'magazine' | 'utility' | 'unknown-disk' | readonly ('pirate' | 'hack' | 'prototype' | 'demo' | 'multicart' | 'bootleg-multicart' | 'unreleased' | 'homebrew' | 'add-on' | 'magazine' | 'utility' | 'unknown-disk')[] | undefined;
  /** Order of the games; `-` means descending. With `platform`, `release` and `notability` are those on these platforms. Games without a date come last */
  sort?: 'id' | '-id' | 'title' | '-title' | 'release' | '-release' | 'modified' | '-modified' | 'notability' | '-notability' | undefined;
  /** Cursor from a `Link` header: continues after that game */
  after?: string | undefined;
  /** Output format: ids only, minimal data, or all major information */
  format?: 'id' | 'brief' | 'normal' | undefined;
  /** More data of each game, as a comma list; implies `format=normal` */
  include?: 'details' | 'covers' | 'screenshots' | 'groups' | 'companies' | 'ids' | 'files' | 'sources' | readonly ('details' | 'covers' | 'screenshots' | 'groups' | 'companies' | 'ids' | 'files' | 'sources')[] | undefined;
}

/** The parameters of `/games/search` */
export interface SearchGamesQuery {
  /** What to search for: words of a title, an abbreviation such as `ff7`, or the beginning of a word */
  q: string;
  /** Maximum number of elements to return */
  limit?: number | undefined;
  /** Offset from which to begin */
  offset?: number | undefined;
  /** Ids of platforms on which the game was released */
  platform?: number | readonly number[] | undefined;
  /** Ids of genres assigned to the game */
  genre?: number | readonly number[] | undefined;
  /** Ids of groups assigned to the game */
  group?: number | readonly number[] | undefined;
  /** Part of the title; ignores case and the accents of Latin and Greek letters */
  title?: string | undefined;
  /** Whether a game must match all values of a filter, or any */
  match?: 'all' | 'any' | undefined;
  /** Year of the first release; with `platform`, of that on one of these platforms */
  year?: number | undefined;
  /** First release (as with `year`) in this year or later */
  year_from?: number | undefined;
  /** First release (as with `year`) in this year or earlier */
  year_to?: number | undefined;
  /** Ids of companies that took part in a release */
  company?: number | readonly number[] | undefined;
  /** What the companies of `company` did; `published` and `developed` need `company` */
  role?: 'any' | 'published' | 'developed' | undefined;
  /** Names of countries or regions of a release, as releases show them; ignores case */
  country?: string | readonly string[] | undefined;
  /** Product codes of a release; ignores case, spaces and punctuation */
  product_code?: string | readonly string[] | undefined;
  /** Ids in other databases, such as `wikidata:Q12393` or `mame:nes/smb`; ignores case if no game has the id as typed */
  external_id?: string | readonly string[] | undefined;
  /** SHA-1 of a file of the game */
  sha1?: string | undefined;
  /** MD5 of a file of the game */
  md5?: string | undefined;
  /** CRC-32 of a file of the game */
  crc?: string | undefined;
  /** For so many players or more, `1`: for one only; with `platform`, on these platforms */
  players?: number | undefined;
  /** `yes`: for players who play together */
  cooperative?: 'any' | 'yes' | undefined;
  /** What the game must have, as a comma list */
  has?: 'cover' | 'screenshot' | 'description' | 'score' | readonly ('cover' | 'screenshot' | 'description' | 'score')[] | undefined;
  /** Kinds of games to leave out, as a comma list */
  exclude?: 'pirate' | 'hack' | 'prototype' | 'demo' | 'multicart' | 'bootleg-multicart' | 'unreleased' | 'homebrew' | 'add-on' | 'magazine' | 'utility' | 'unknown-disk' | readonly ('pirate' | 'hack' | 'prototype' | 'demo' | 'multicart' | 'bootleg-multicart' | 'unreleased' | 'homebrew' | 'add-on' | 'magazine' | 'utility' | 'unknown-disk')[] | undefined;
  /** Order of the games; `-` means descending. With `platform`, `release` and `notability` are those on these platforms. Games without a date come last */
  sort?: 'best' | 'id' | '-id' | 'title' | '-title' | 'release' | '-release' | 'modified' | '-modified' | 'notability' | '-notability' | undefined;
  /** Cursor from a `Link` header: continues after that game */
  after?: string | undefined;
  /** Output format: ids only, minimal data, or all major information */
  format?: 'id' | 'brief' | 'normal' | undefined;
  /** More data of each game, as a comma list; implies `format=normal` */
  include?: 'details' | 'covers' | 'screenshots' | 'groups' | 'companies' | 'ids' | 'files' | 'sources' | readonly ('details' | 'covers' | 'screenshots' | 'groups' | 'companies' | 'ids' | 'files' | 'sources')[] | undefined;
}

/** The parameters of `/suggest` */
export interface SuggestQuery {
  /** What to search for: words of a title, an abbreviation such as `ff7`, or the beginning of a word */
  q: string;
}

/** The parameters of `/games/recent` */
export interface ListRecentGamesQuery {
  /** Maximum number of elements to return */
  limit?: number | undefined;
  /** Offset from which to begin */
  offset?: number | undefined;
  /** Only games modified in the last `age` days */
  age?: number | undefined;
  /** Output format: ids only, minimal data, or all major information */
  format?: 'id' | 'brief' | 'normal' | undefined;
  /** More data of each game, as a comma list; implies `format=normal` */
  include?: 'details' | 'covers' | 'screenshots' | 'groups' | 'companies' | 'ids' | 'files' | 'sources' | readonly ('details' | 'covers' | 'screenshots' | 'groups' | 'companies' | 'ids' | 'files' | 'sources')[] | undefined;
}

/** The parameters of `/games/random` */
export interface ListRandomGamesQuery {
  /** Maximum number of elements to return */
  limit?: number | undefined;
  /** Output format: ids only, minimal data, or all major information */
  format?: 'id' | 'brief' | 'normal' | undefined;
  /** More data of each game, as a comma list; implies `format=normal` */
  include?: 'details' | 'covers' | 'screenshots' | 'groups' | 'companies' | 'ids' | 'files' | 'sources' | readonly ('details' | 'covers' | 'screenshots' | 'groups' | 'companies' | 'ids' | 'files' | 'sources')[] | undefined;
}

/** The parameters of `/games/{game_id}` */
export interface GetGameQuery {
  /** Output format: ids only, minimal data, or all major information */
  format?: 'id' | 'brief' | 'normal' | undefined;
  /** More data of each game, as a comma list; implies `format=normal` */
  include?: 'details' | 'covers' | 'screenshots' | 'groups' | 'companies' | 'ids' | 'files' | 'sources' | readonly ('details' | 'covers' | 'screenshots' | 'groups' | 'companies' | 'ids' | 'files' | 'sources')[] | undefined;
}

/** The parameters of `/identify` */
export interface GetFileMatchQuery {
  /** SHA-1 of the file */
  sha1?: string | undefined;
  /** MD5 of the file */
  md5?: string | undefined;
  /** CRC-32 of the file */
  crc?: string | undefined;
  /** Size of the file in bytes; a dump of another size does not match */
  size?: number | undefined;
}

/** The parameters of `/changes` */
export interface ListChangesQuery {
  /** The `next` of an earlier response; without it the changes begin with the first one */
  since?: string | undefined;
  /** Maximum number of changes to return; with `format=normal` at most 100 */
  limit?: number | undefined;
  /** Output format: ids only, minimal data, or all major information */
  format?: 'id' | 'brief' | 'normal' | undefined;
  /** More data of each game, as a comma list; implies `format=normal` */
  include?: 'details' | 'covers' | 'screenshots' | 'groups' | 'companies' | 'ids' | 'files' | 'sources' | readonly ('details' | 'covers' | 'screenshots' | 'groups' | 'companies' | 'ids' | 'files' | 'sources')[] | undefined;
}
