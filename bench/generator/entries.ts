import type { Line } from '../../src/bundle/bundle.ts';
import { slugOf } from '../../src/catalog/model/slug.ts';
import type { Random } from '../../src/catalog/search/random.ts';
import { readTable } from '../../src/vocabulary/tables.ts';
import { entryKey } from '../../src/vocabulary/vocabulary.ts';
import { pick } from './random.ts';
import { inventName, writeSentences, writeTitle } from './text.ts';

/** The entries that games reference, most used first. */
export interface Entries {
  platforms: Line<'platforms.jsonl'>[];
  genres: Line<'genres.jsonl'>[];
  groups: Line<'groups.jsonl'>[];
  companies: Line<'companies.jsonl'>[];
  attributes: Line<'attributes.jsonl'>[];
  ratings: Line<'ratings.jsonl'>[];
}

const PLATFORMS = 310;
const COMPANIES_PER_GAME = 60_000 / 250_000;
const GROUPS_PER_GAME = 12_000 / 250_000;

const ATTRIBUTES = [
  'Media Type',
  'Number of Players Supported',
  'Multiplayer Options',
  'Input Devices Supported',
  'Language',
];
const ATTRIBUTES_EACH = 18;
const RATINGS = ['ESRB Rating', 'PEGI Rating', 'CERO Rating', 'USK Rating'];
const RATINGS_EACH = 6;

const COMPANY_KINDS = ['Games', 'Software', 'Entertainment', 'Studios', 'Interactive', 'Inc.', 'Ltd.', 'GmbH', 'Works'];

export function makeEntries(random: Random, games: number): Entries {
  return {
    platforms: readPlatforms(),
    genres: readGenres(),
    groups: makeGroups(random, Math.ceil(games * GROUPS_PER_GAME)),
    companies: makeCompanies(random, Math.ceil(games * COMPANIES_PER_GAME)),
    attributes: inCategories(random, ATTRIBUTES, ATTRIBUTES_EACH).map(([category, name]) => ({
      key: `attribute:${slugOf(category)}/${slugOf(name)}`,
      attribute_name: name,
      attribute_category_name: category,
    })),
    ratings: inCategories(random, RATINGS, RATINGS_EACH).map(([system, name]) => ({
      key: `rating:${slugOf(system)}/${slugOf(name)}`,
      rating_name: name,
      rating_system_name: system,
    })),
  };
}

/** The shipped names, so that fixed ids are used. Windows has the most games. */
function readPlatforms(): Entries['platforms'] {
  const names = readTable('platforms.tsv').map(([, name]) => name as string);
  const ranked = ['Windows', ...names.filter((name) => name !== 'Windows')].slice(0, PLATFORMS);
  return ranked.map((name) => ({ key: entryKey('platform', name), platform_name: name }));
}

function readGenres(): Entries['genres'] {
  return readTable('genres.tsv').map(([, name = '', , category = '']) => ({
    key: entryKey('genre', name),
    genre_name: name,
    genre_category: category,
  }));
}

function makeGroups(random: Random, count: number): Entries['groups'] {
  return Array.from({ length: count }, (_, i) => ({
    key: `group:bench-${number(i)}`,
    group_name: `${writeTitle(random)} ${random() < 0.7 ? 'series' : 'games'}`,
    group_description: random() < 0.1 ? null : writeSentences(random, 60 + random() * 400),
  }));
}

function makeCompanies(random: Random, count: number): Entries['companies'] {
  return Array.from({ length: count }, (_, i) => ({
    key: `company:bench-${number(i)}`,
    company_name: `${inventName(random, 2)} ${pick(random, COMPANY_KINDS)}`,
  }));
}

function inCategories(random: Random, categories: readonly string[], each: number): [string, string][] {
  return categories.flatMap((category) =>
    Array.from({ length: each }, (_, i): [string, string] => [category, `${inventName(random, 2)} ${i}`]),
  );
}

/** Padded, so that keys sort like numbers. */
export function number(value: number): string {
  return String(value).padStart(8, '0');
}
