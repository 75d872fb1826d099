import { titleKey } from '../../folding.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { seriesGroup } from '../../vocabulary/series.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { attributeOf } from '../dumps/attribute.ts';
import { parseDate } from '../dumps/dates.ts';
import { type Code, findSerials, parseBarcodes } from '../dumps/product-codes.ts';
import { type Credit, parseCompanies } from '../dumps/publisher.ts';
import { isReleased } from '../dumps/releases.ts';
import type { RichEntry } from '../dumps/rich-game.ts';
import type { Status, Tags } from '../dumps/tags.ts';
import type { Unknowns } from '../unknowns.ts';
import { findField } from './fields.ts';
import { parseName } from './name.ts';
import { findRatings } from './ratings.ts';
import type { Rom } from './roms.ts';

export interface RomEntry extends RichEntry {
  crc32: string[];
}

const NO_GAME = /^\[BIOS\]/i;
/** A comma parts two companies, but for the one before a legal form. */
const BETWEEN_COMPANIES = /, (?!(inc|ltd|llc|co|corp|gmbh|s\.|plc|kk)\b)/i;
const NO = /^(0|no|false|)$/i;

/** Undefined is a rom of which no file tells the name, and what is no game. */
export function toEntry(rom: Rom, platform: string, unknowns: Unknowns): RomEntry | undefined {
  if (rom.name === undefined) unknowns.add('rom without a name on', platform);
  if (rom.name === undefined || NO_GAME.test(rom.name)) return undefined;
  const { title, others, tags, languages } = parseName(rom.name);
  const values = groupByUse(rom);
  const valuesOf = (use: string) => values.get(use)?.map(({ value }) => value) ?? [];
  const countries = countriesOf(tags, valuesOf('region'));
  const statuses = statusesOf([...tags.statuses, ...parseName(rom.fileName ?? '').tags.statuses]);
  return {
    platform,
    title,
    titleKey: titleKey(title),
    others: others.map((other) => ({ title: other, description: 'Alternate title' })),
    countries,
    statuses,
    // What else stands in the name tells one dump from another, and nothing of releases.
    versions: [],
    notes: [],
    dates: [{ date: isReleased(statuses) ? dateOf(valuesOf, unknowns) : null, countries: [], note: undefined }],
    credits: [
      ...valuesOf('developer').flatMap((text) => creditsOf(text, 'Developed by')),
      ...valuesOf('publisher').flatMap((text) => creditsOf(text, 'Published by')),
    ],
    codes: isReleased(statuses) ? codesOf(rom, platform, valuesOf('barcode')) : [],
    attributes: [...languages.map((language) => attributeOf('Language', language)), ...attributesOf(rom)],
    sha1: [...rom.sha1],
    crc32: [...rom.crc32],
    genres: valuesOf('genre').flatMap((text) => findGenres(text, unknowns)),
    groups: valuesOf('franchise').flatMap((text) => seriesGroup(text) ?? []),
    ratings:
      statuses.length > 0
        ? []
        : (values.get('rating') ?? []).flatMap(({ field, value }) => findRatings(field, value, countries, unknowns)),
    players: playersOf(valuesOf('players'), unknowns),
  };
}

/** In the order of the text, so that it does not matter which file came first. */
function groupByUse(rom: Rom): Map<string, { field: string; value: string }[]> {
  const found = Array.from(rom.values, ([field, values]) => [...values].toSorted().map((value) => ({ field, value })));
  return Map.groupBy(found.flat(), ({ field }) => findField(field)?.use ?? 'none');
}

function countriesOf(tags: Tags, regions: readonly string[]): string[] {
  if (tags.countries.length > 0) return tags.countries;
  return [...new Set(regions.flatMap((region) => region.split(/, */)).flatMap((region) => findCountry(region) ?? []))];
}

/** What amateurs make has no license anyway. */
function statusesOf(found: readonly Status[]): Status[] {
  const statuses = [...new Set(found)];
  return statuses.includes('homebrew') ? statuses.filter((status) => status !== 'unlicensed') : statuses;
}

/** Of the first of January, as lists write it that know but the year, only the year is kept. */
function dateOf(valuesOf: (use: string) => string[], unknowns: Unknowns): string | null {
  const [year] = valuesOf('year');
  if (year === undefined) return null;
  const [month = ''] = valuesOf('month');
  const [day = ''] = valuesOf('day');
  const date = parseDate([year, month, day].filter((part) => part !== '').join('-')) ?? parseDate(year);
  if (date === undefined && !/^[\d?x]*$/i.test(year)) unknowns.add('year', year);
  return date?.replace(/-01-01$/, '') ?? null;
}

function creditsOf(text: string, role: string): Credit[] {
  return parseCompanies(text.replace(new RegExp(BETWEEN_COMPANIES, 'gi'), ' / '), role);
}

function codesOf(rom: Rom, platform: string, barcodes: readonly string[]): Code[] {
  const serials = [...rom.serials].toSorted().flatMap((serial) => findSerials(serial, platform));
  return [...serials, ...barcodes.flatMap(parseBarcodes)];
}

function attributesOf(rom: Rom): string[] {
  return Array.from(rom.values).flatMap(([field, values]) => {
    const attribute = findField(field)?.attribute;
    return attribute && [...values].some((value) => !NO.test(value)) ? [attribute] : [];
  });
}

function playersOf(values: readonly string[], unknowns: Unknowns): number {
  const numbers = values.map((value) => {
    const players = /^\d{1,3}$/.test(value.trim()) ? Number(value) : 0;
    if (players === 0) unknowns.add('users', value);
    return players;
  });
  return Math.max(0, ...numbers);
}

const genreTable = new Map(
  readTable('libretro-genres.tsv').map(([genre = '', genres = '']) => [
    lowerCase(genre),
    genres.split(' ').filter(Boolean),
  ]),
);

/** The genres that a text names: `Shoot'em Up`, or several as in `Action, Adventure`. */
export function findGenres(text: string, unknowns: Unknowns): string[] {
  const whole = genreTable.get(lowerCase(text));
  if (whole) return whole;
  return text.split(/[,/;|]/).flatMap((part) => {
    const genres = genreTable.get(lowerCase(part));
    if (genres === undefined && part.trim() !== '') unknowns.add('genre', part.trim());
    return genres ?? [];
  });
}

function lowerCase(text: string): string {
  return text.trim().toLowerCase();
}
