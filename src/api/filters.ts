import type { App } from '../app.ts';
import type { MaybePromise } from '../at-once.ts';
import type { GameFilter } from '../catalog/search/query.ts';
import type { Flag, Players } from '../store/game-filters.ts';
import { invalid, type Parameters, type Values } from './parameters.ts';

const MAX_TITLE_LENGTH = 128;
const MAX_TEXT_LENGTH = 200;
const MAX_VALUES = 100;
const YEAR = { type: 'optional integer', min: 1, max: 9999 } as const;
const IDS = { type: 'integers', min: 1, maxCount: MAX_VALUES } as const;
const TEXTS = { type: 'texts', maxLength: MAX_TEXT_LENGTH, maxCount: MAX_VALUES } as const;

const hash = (digits: number, name: string) =>
  ({ type: 'hash', digits, help: `${name} of a file of the game` }) as const;

/** The filters of every list of games. */
export const FILTER_PARAMETERS = {
  platform: { ...IDS, listedAt: '/v1/platforms', help: 'Ids of platforms on which the game was released' },
  genre: { ...IDS, listedAt: '/v1/genres', help: 'Ids of genres assigned to the game' },
  group: { ...IDS, listedAt: '/v1/groups', help: 'Ids of groups assigned to the game' },
  title: {
    type: 'text',
    maxLength: MAX_TITLE_LENGTH,
    help: 'Part of the title; ignores case and the accents of Latin and Greek letters',
  },
  match: {
    type: 'choice',
    values: ['all', 'any'],
    fallback: 'all',
    help: 'Whether a game must match all values of a filter, or any',
  },
  year: { ...YEAR, help: 'Year of the first release; with `platform`, of that on one of these platforms' },
  year_from: { ...YEAR, help: 'First release (as with `year`) in this year or later' },
  year_to: { ...YEAR, help: 'First release (as with `year`) in this year or earlier' },
  company: { ...IDS, listedAt: '/v1/companies?name=', help: 'Ids of companies that took part in a release' },
  role: {
    type: 'choice',
    values: ['any', 'published', 'developed'],
    fallback: 'any',
    help: 'What the companies of `company` did; `published` and `developed` need `company`',
  },
  country: { ...TEXTS, help: 'Names of countries or regions of a release, as releases show them; ignores case' },
  product_code: {
    ...TEXTS,
    pattern: /[\p{Letter}\p{Number}]/u,
    form: 'contain a letter or a digit',
    help: 'Product codes of a release; ignores case, spaces and punctuation',
  },
  external_id: {
    ...TEXTS,
    pattern: /^[A-Za-z][A-Za-z0-9_]*:./,
    form: 'be a database and an id, such as wikidata:Q12393',
    help: 'Ids in other databases, such as `wikidata:Q12393` or `mame:nes/smb`; ignores case if no game has the id as typed',
  },
  sha1: hash(40, 'SHA-1'),
  md5: hash(32, 'MD5'),
  crc: hash(8, 'CRC-32'),
  players: {
    type: 'optional integer',
    min: 1,
    max: 4,
    help: 'For so many players or more, `1`: for one only; with `platform`, on these platforms',
  },
  cooperative: {
    type: 'choice',
    values: ['any', 'yes'],
    fallback: 'any',
    help: '`yes`: for players who play together',
  },
  has: {
    type: 'names',
    values: ['cover', 'screenshot', 'description', 'score'],
    help: 'What the game must have, as a comma list',
  },
  exclude: {
    type: 'names',
    values: [
      'pirate',
      'hack',
      'prototype',
      'demo',
      'multicart',
      'bootleg-multicart',
      'unreleased',
      'homebrew',
      'add-on',
      'magazine',
      'utility',
      'unknown-disk',
    ],
    help: 'Kinds of games to leave out, as a comma list',
  },
} as const satisfies Parameters;

type FilterValues = Values<typeof FILTER_PARAMETERS>;

/** The filter of parsed parameters. Looks up hashes in the store, as the snapshot has none. */
export function toGameFilter(app: App, values: FilterValues): MaybePromise<GameFilter> {
  const { title, match, company, role, has } = values;
  if (role !== 'any' && company.length === 0) throw invalid('role needs company.');
  const years = yearRange(values);
  const { sha1, md5, crc } = values;
  const isByHash = sha1 !== undefined || md5 !== undefined || crc !== undefined;
  const filter = {
    platform: distinct(values.platform),
    genre: distinct(values.genre),
    group: distinct(values.group),
    ...{ title, match, company: distinct(company), role },
    country: distinct(values.country),
    product_code: distinct(values.product_code),
    external_id: distinct(values.external_id),
    has,
    exclude: values.exclude.map(toFlag),
    ...(years && { years }),
    ...(values.players && { players: values.players as Players }),
    ...(values.cooperative === 'yes' && { cooperative: true as const }),
  };
  if (!isByHash) return filter;
  return app.store.catalog.findGamesByHash({ sha1, md5, crc }).then((gameIds) => ({ ...filter, gameIds }));
}

/** The contract of 1.0 calls all compilations multicarts. */
function toFlag(kind: FilterValues['exclude'][number]): Flag {
  if (kind === 'multicart') return 'compilation';
  return kind === 'bootleg-multicart' ? 'multicart' : kind;
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return values.length > 1 ? [...new Set(values)] : values;
}

function yearRange({ year, year_from, year_to }: FilterValues): GameFilter['years'] {
  if (year === undefined && year_from === undefined && year_to === undefined) return undefined;
  const [from, to] = [year_from ?? YEAR.min, year_to ?? YEAR.max];
  if (from > to) throw invalid('year_from must not be after year_to.');
  if (year !== undefined && (year < from || year > to)) throw invalid('year must be from year_from to year_to.');
  return { from: year ?? from, to: year ?? to };
}
