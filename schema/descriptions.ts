/** The descriptions of all fields of a bundle, by file and path. */

const KEY = 'Identifies the entry in the other files of the bundle and in later bundles. Not shown.';
const SOURCE = 'The id of a source of the manifest; the default is the first one.';
const PICTURE = {
  file: 'A file of the bundle, instead of a URL. Size and type are read from it, and thumbnails are generated.',
  sha256: 'SHA-256 of the file. A different file is refused.',
  image: 'URL of the picture, or a path under `/media/` of this server.',
  thumbnail_image: 'URL of a small version.',
  width: 'Width of the picture in pixels.',
  height: 'Height of the picture in pixels.',
};

/** Fields of a game, which a correction may override. */
const GAME = {
  alternate_titles: 'Other titles of the game.',
  'alternate_titles.title': 'The alternate title.',
  'alternate_titles.description': 'Where or when the title is used, such as "Japanese spelling".',
  description: 'Plain text; paragraphs are separated by a blank line.',
  official_url: 'URL of the official site.',
  genres: 'Keys of its genres.',
  groups: 'Keys of its groups.',
  platforms: 'Its platforms, each once; a line that enriches may have none.',
  'platforms.platform': 'Key of the platform.',
  'platforms.first_release_date':
    'Date of the first release on this platform; the default is the earliest of the releases.',
  'platforms.attributes': 'Keys of its attributes on this platform.',
  'platforms.ratings': 'Keys of its ratings on this platform.',
  'platforms.releases': 'The releases on this platform.',
  'platforms.releases.release_date': 'Date of the release, or null if unknown.',
  'platforms.releases.countries': 'Names of countries or regions, or Worldwide.',
  'platforms.releases.companies': 'The companies of the release.',
  'platforms.releases.companies.company': 'Key of the company.',
  'platforms.releases.companies.role': 'Role of the company, such as "Published by".',
  'platforms.releases.description': 'What is special about this release, such as "Prototype".',
  'platforms.releases.product_codes': 'Numbers and codes on the product.',
  'platforms.releases.product_codes.product_code': 'The code itself.',
  'platforms.releases.product_codes.product_code_type': 'Type of the code, such as EAN-13.',
  'platforms.releases.sources': 'Keys of the items of the source that describe this release. Not shown.',
  'platforms.patches': 'Later versions of the game.',
  'platforms.patches.description': 'Name of the patch, such as "Version 1.2".',
  'platforms.patches.release_date': 'Date of the patch, or null if unknown.',
};

/** The pictures of a game on one platform, of a source or of a correction. */
const PICTURES = {
  platform: 'Key of the platform.',
  screenshots: 'Pictures of the running game.',
  'screenshots.caption': 'What the picture shows.',
  ...under('screenshots', PICTURE),
  cover_groups: 'Packages of the game, each with its pictures.',
  'cover_groups.countries': 'Countries where the package was sold.',
  'cover_groups.comments': 'Comments about the package.',
  'cover_groups.covers': 'The pictures of the package.',
  'cover_groups.covers.scan_of': 'The part of the package that is shown.',
  ...under('cover_groups.covers', PICTURE),
  'cover_groups.covers.description': 'What the picture shows, if that needs a description.',
  'cover_groups.covers.comments': 'Comments about the picture.',
};

/** The fields of a file, in two places of a game. */
const DUMPS = {
  dumps: 'Files with the contents of its cartridge, disk or tape. They are found by their hashes.',
  'dumps.name': 'Name of the file.',
  'dumps.size': 'Size in bytes.',
  'dumps.crc': 'CRC-32 of the file, in lowercase hexadecimal.',
  'dumps.md5': 'MD5 of the file.',
  'dumps.sha1': 'SHA-1 of the file.',
};

export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  manifest: 'The file `manifest.json`, which describes the bundle.',
  'manifest.format': 'Marks this as a bundle.',
  'manifest.version': 'Version of the format.',
  'manifest.complete':
    'Whether the bundle is everything that its source has. If true, games of the source that are not in the bundle are removed.',
  'manifest.sources': 'Where the data comes from. The first one is the default source of the lines.',
  'manifest.sources.id': 'Short name. A later bundle with the same id replaces the data of this one.',
  'manifest.sources.name': 'Name of the source.',
  'manifest.sources.version': 'Version of the data, such as a date or a release.',
  'manifest.sources.licence': 'SPDX identifier of the licence of the data.',
  'manifest.sources.url': 'URL of the source.',
  'manifest.files': 'Every file of the bundle except the manifest and the pictures.',
  'manifest.files.path': 'Name of the file.',
  'manifest.files.records': 'Number of lines.',
  'manifest.files.bytes': 'Size in bytes.',
  'manifest.files.sha256': 'SHA-256 of the file.',

  platforms: 'A line of `platforms.jsonl`: a machine or system that runs games.',
  'platforms.source': SOURCE,
  'platforms.key': KEY,
  'platforms.platform_name': 'Name of the platform.',

  genres: 'A line of `genres.jsonl`: a genre or another trait of games.',
  'genres.source': SOURCE,
  'genres.key': KEY,
  'genres.genre_name': 'Name of the genre.',
  'genres.genre_category': 'Category of the genre, such as Basic Genres or Perspective.',
  'genres.genre_description': 'Description of the genre. Genres of the shipped vocabulary have a default.',

  groups: 'A line of `groups.jsonl`: games that belong together, such as a series.',
  'groups.source': SOURCE,
  'groups.key': KEY,
  'groups.group_name': 'Name of the group.',
  'groups.group_description': 'What its games have in common.',

  companies: 'A line of `companies.jsonl`: a company or another maker of games.',
  'companies.source': SOURCE,
  'companies.key': KEY,
  'companies.company_name': 'Name of the company.',

  attributes: 'A line of `attributes.jsonl`: a technical trait of a game on a platform.',
  'attributes.source': SOURCE,
  'attributes.key': KEY,
  'attributes.attribute_name': 'Name of the attribute, such as Cartridge.',
  'attributes.attribute_category_name': 'Category of the attribute, such as Media Type.',

  ratings: 'A line of `ratings.jsonl`: an age rating.',
  'ratings.source': SOURCE,
  'ratings.key': KEY,
  'ratings.rating_name': 'The rating, such as Everyone.',
  'ratings.rating_system_name': 'The rating system, such as ESRB Rating.',

  games: 'A line of `games.jsonl`: one game with everything except its pictures.',
  'games.source': SOURCE,
  'games.key': 'The source, a colon, and its own id of the game. The id in the catalog is bound to it. Not shown.',
  'games.title': 'The main title.',
  ...under('games', GAME),
  ...under('games.platforms', DUMPS),
  'games.platforms.dumps': 'Files of which the release is unknown, or that several releases share.',
  ...under('games.platforms.releases', DUMPS),
  'games.catalog_score': 'Mean of the votes. Shown if there are votes.',
  'games.num_votes': 'Number of votes.',
  'games.members':
    'Keys of the items of the source that were combined into this game. The id in the catalog is bound to them too. Not shown.',
  'games.ids':
    'Values by which other sources and later versions identify the game: file hashes (`sha1`, `crc32`), `wikidata` items and others. Not shown.',
  'games.enriches':
    'If true, the line only adds to a game of another source. Until there is one, it waits and is not shown.',

  media: 'A line of `media.jsonl`: the pictures of a game on one platform.',
  'media.key': 'Key of the game.',
  ...under('media', PICTURES),

  corrections: 'A line of `corrections.jsonl`: a decision of the operator about a game, which overrides all sources.',
  'corrections.key': 'Defines the order: of two corrections of the same field the later one applies.',
  'corrections.source': SOURCE,
  'corrections.game': 'The corrected game, by a key of any source or by its id.',
  'corrections.merge': 'Games to merge. The lowest id stays.',
  'corrections.split': 'The key that becomes a game of its own.',
  'corrections.different': 'Games that no import may merge.',
  'corrections.hide': 'The game is not shown.',
  'corrections.made':
    'Of a correction that an operator made in the browser: when, by which account of that server, and why.',
  'corrections.made.at': 'Milliseconds since 1970.',
  'corrections.made.by': 'The number of the account. Not exported.',
  'corrections.made.proposed_by': 'The number of the account that proposed it. Not exported.',
  'corrections.made.why': 'The reason, in the words of the operator.',
  'corrections.made.before':
    'What the game had in the fields that the correction sets, for the history. A missing field had no value.',
  'corrections.made.before.title': 'The main title.',
  'corrections.made.before.main_picture': 'The `image` that came first on its platform.',
  ...under('corrections.made.before', GAME),
  'corrections.reverted': 'A reverted correction has no effect. It stays in the history of its game.',
  'corrections.reverted.at': 'Milliseconds since 1970.',
  'corrections.reverted.by': 'The number of the account. Not exported.',
  'corrections.title': 'The main title.',
  'corrections.media': 'Pictures in addition to those of sources.',
  ...under('corrections.media', PICTURES),
  'corrections.remove_pictures': 'The `image` of pictures that are not shown.',
  'corrections.main_picture': 'The `image` that comes first on its platform. A cover becomes that of the game.',
  'corrections.set_platform': 'Moves what sources say about a platform to another one, key to key; null removes it.',
  ...under('corrections', GAME),

  identities:
    'A line of `identities.jsonl`: the ids and times of an export. They are restored in an empty catalog only.',
};

function under(path: string, fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [`${path}.${name}`, text]));
}
