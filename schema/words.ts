/** What every field of a bundle means, by file and path; what several have in common is said once. */

const KEY = 'By which the other files of the bundle, and later bundles, know it. Never shown.';
const SOURCE = 'Which of the sources of the manifest says so; the first one, if not given.';
const PICTURE = {
  file: 'A file of the bundle, instead of an address: its size and type are read from it, and thumbnails are made.',
  sha256: 'SHA-256 of that file; one that differs is refused.',
  image: 'Address of the picture: on the web, or a path under `/media/` of the server itself.',
  thumbnail_image: 'Address of a small version of it.',
  width: 'Of the picture itself, in pixels.',
  height: 'Of the picture itself, in pixels.',
};

/** What a source says of a game, and what a correction of the operator's may say in its place. */
const GAME = {
  alternate_titles: 'What else it is called.',
  'alternate_titles.title': 'The other title.',
  'alternate_titles.description': 'Where or when it is called so, such as "Japanese spelling".',
  description: 'A few plain sentences; paragraphs have a blank line between them.',
  official_url: 'Address of its own site.',
  genres: 'Keys of its genres.',
  groups: 'Keys of the groups that it belongs to.',
  platforms: 'Every platform that it is on, each once.',
  'platforms.platform': 'Key of the platform.',
  'platforms.first_release_date': 'When it first came out there; if not given, the earliest of the releases.',
  'platforms.attributes': 'Keys of its attributes on this platform.',
  'platforms.ratings': 'Keys of its ratings on this platform.',
  'platforms.releases': 'Every publication on this platform.',
  'platforms.releases.release_date': 'When it was published; null is unknown.',
  'platforms.releases.countries': 'Names of the countries or regions where, or Worldwide.',
  'platforms.releases.companies': 'Who had a part in it.',
  'platforms.releases.companies.company': 'Key of the company.',
  'platforms.releases.companies.role': 'What it did, such as "Published by".',
  'platforms.releases.description': 'What sets this release apart, such as "Prototype".',
  'platforms.releases.product_codes': 'Numbers and codes on the product.',
  'platforms.releases.product_codes.product_code': 'The code itself.',
  'platforms.releases.product_codes.product_code_type': 'What kind of code it is, such as EAN-13.',
  'platforms.releases.sources': 'The entries of the source that tell of it. Never shown.',
  'platforms.patches': 'Later versions and corrections of the game.',
  'platforms.patches.description': 'What it is, such as "Version 1.2".',
  'platforms.patches.release_date': 'When it came out; null is unknown.',
};

export const WORDS: Readonly<Record<string, string>> = {
  manifest: 'What a bundle is and holds: `manifest.json`.',
  'manifest.format': 'Says that this is a bundle.',
  'manifest.version': 'Of the format.',
  'manifest.complete':
    'Whether this is all there is of its source: games of the source that the bundle does not hold are then removed.',
  'manifest.sources': 'Where the data comes from; the first is the source that the bundle is of.',
  'manifest.sources.id': 'Short name. A later bundle with the same id replaces what this one brought.',
  'manifest.sources.name': 'As people know it.',
  'manifest.sources.version': 'Of the data: a date, a release or the like.',
  'manifest.sources.licence': 'SPDX name of the licence that the data is under.',
  'manifest.sources.url': 'Where to find the source.',
  'manifest.files': 'Every file of the bundle beside the manifest.',
  'manifest.files.path': 'Name of the file.',
  'manifest.files.records': 'How many lines it has.',
  'manifest.files.bytes': 'How long it is.',
  'manifest.files.sha256': 'Its SHA-256.',

  platforms: 'A line of `platforms.jsonl`: a machine or system that games are for.',
  'platforms.source': SOURCE,
  'platforms.key': KEY,
  'platforms.platform_name': 'Name of the platform.',

  genres: 'A line of `genres.jsonl`: a genre, or another trait by which games are told apart.',
  'genres.source': SOURCE,
  'genres.key': KEY,
  'genres.genre_name': 'Name of the genre.',
  'genres.genre_category': 'What kind of trait it is, such as Basic Genres or Perspective.',
  'genres.genre_description': 'What it means. Genres of the shipped vocabulary have one without it.',

  groups: 'A line of `groups.jsonl`: games that belong together, such as a series.',
  'groups.source': SOURCE,
  'groups.key': KEY,
  'groups.group_name': 'Name of the group.',
  'groups.group_description': 'What its games have in common.',

  companies: 'A line of `companies.jsonl`: a company or other maker of games.',
  'companies.source': SOURCE,
  'companies.key': KEY,
  'companies.company_name': 'Name of the company.',

  attributes: 'A line of `attributes.jsonl`: a technical trait of a game on a platform.',
  'attributes.source': SOURCE,
  'attributes.key': KEY,
  'attributes.attribute_name': 'Name of the attribute, such as Cartridge.',
  'attributes.attribute_category_name': 'What it is about, such as Media Type.',

  ratings: 'A line of `ratings.jsonl`: what a board says about the age that a game is for.',
  'ratings.source': SOURCE,
  'ratings.key': KEY,
  'ratings.rating_name': 'The rating, such as Everyone.',
  'ratings.rating_system_name': 'The board that gives it, such as ESRB Rating.',

  games: 'A line of `games.jsonl`: one game with everything but its pictures.',
  'games.source': SOURCE,
  'games.key': 'The source and its own name for the game. The id of the game hangs on it. Never shown.',
  'games.title': 'The title to show.',
  ...under('games', GAME),
  'games.catalog_score': 'Mean of the votes. Shown when there are votes.',
  'games.num_votes': 'How many votes there are.',
  'games.members':
    'The entries of the source that this game was made of; its id hangs on them as on its key. Never shown.',
  'games.ids':
    'What other sources and later versions may know it by: lists of hashes of its files (`sha1`, `crc32`), of `wikidata` items and the like. Never shown.',
  'games.enriches': 'Only adds to a game that another source knows; until there is one, it waits and is not shown.',

  media: 'A line of `media.jsonl`: the pictures of a game on one platform.',
  'media.key': 'Key of the game.',
  'media.platform': 'Key of the platform.',
  'media.screenshots': 'Pictures of the game as it is played.',
  'media.screenshots.caption': 'What is to be seen.',
  ...under('media.screenshots', PICTURE),
  'media.cover_groups': 'Packages of the game, each with its pictures.',
  'media.cover_groups.countries': 'Where it was sold in this package.',
  'media.cover_groups.comments': 'On the package.',
  'media.cover_groups.covers': 'The pictures of the package.',
  'media.cover_groups.covers.scan_of': 'Which part of the package it shows.',
  ...under('media.cover_groups.covers', PICTURE),
  'media.cover_groups.covers.description': 'What it shows, where that needs words.',
  'media.cover_groups.covers.comments': 'On the picture.',

  corrections: 'A line of `corrections.jsonl`: what the operator has decided about a game, above all sources.',
  'corrections.key': 'The order of corrections: where two speak of one field, the later one counts.',
  'corrections.source': SOURCE,
  'corrections.game': 'The game that is corrected, by the key of any source or by its id.',
  'corrections.merge': 'Games that are one: the lowest id survives.',
  'corrections.split': 'Key of what shall be a game of its own.',
  'corrections.title': 'The title to show.',
  'corrections.set_platform': 'Where what sources say of a platform belongs: key to key; null is nowhere.',
  ...under('corrections', GAME),

  identities: 'A line of `identities.jsonl`: the ids and times of an export. They count in an empty catalog alone.',
};

function under(path: string, words: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(words).map(([name, text]) => [`${path}.${name}`, text]));
}
