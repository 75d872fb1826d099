import { titleKey } from '../../folding.ts';
import type { CompanyContext } from '../../vocabulary/companies.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { isImportedByDefault } from '../../vocabulary/kinds.ts';
import { MODERN_PLATFORMS } from '../../vocabulary/modern-platforms.ts';
import { seriesGroup } from '../../vocabulary/series.ts';
import { attributeKey } from '../attributes.ts';
import type { Entry } from '../dumps/entry.ts';
import { findGenres } from '../dumps/genres.ts';
import { kindOfTitle } from '../dumps/kinds.ts';
import { type Code, findSerials, parseBarcodes } from '../dumps/product-codes.ts';
import { type Credit, parseCompanies } from '../dumps/publisher.ts';
import { findRatings } from '../dumps/ratings.ts';
import { isReleased } from '../dumps/releases.ts';
import { type Tags, uniqueStatuses } from '../dumps/tags.ts';
import { isComputer } from '../mame/lists.ts';
import type { Unknowns } from '../unknowns.ts';
import { findField } from './fields.ts';
import { findGameCodes, type GameCode } from './game-codes.ts';
import { parseName } from './name.ts';
import { findMachine } from './reissue-machines.ts';
import { findReleaseDate } from './release-date.ts';
import type { Rom } from './roms.ts';
import { findMeaning } from './tags.ts';

const DEVELOPED = 'Developed by';
const PUBLISHED = 'Published by';
/** Its list has publishers as developers. */
const DOS = 'platform:dos';

/** What `title-kinds.tsv` calls all lists of libretro-database. */
const LIST = 'libretro';
/** The version of a game for the platform: Resident Evil 4: Wii Edition. */
const PLATFORM_EDITION =
  /(?:: | - | )(?:Wii U|Wii|Xbox 360|PlayStation ?[23]|PlayStation Vita|PS Vita|PSP|New Nintendo 3DS|Nintendo 3DS|Zeebo|Dreamcast) Edition$/i;
const BIOS = /^\[BIOS\]/i;
/** A comma separates companies, except before a legal form. */
const COMPANY_SEPARATOR = /, (?!(inc|ltd|llc|co|corp|gmbh|s\.|plc|kk)\b)/gi;
const FALSE = /^(0|no|false|)$/i;

/** A ROM or a disc of libretro-database. */
export interface LibretroEntry extends Entry {
  /** Whether a list of dumps has it. Lists of facts also have what amateurs made of games. */
  isListed: boolean;
  /** A game of an older machine, sold again for this one. */
  isReissue: boolean;
  /** The older machine, if it is known and another one. */
  machine: string | undefined;
  gameCodes: GameCode[];
  /** Whether its date is the year of the copyright. */
  hasCopyrightYear: boolean;
  /** Whether nothing but a serial identifies it. */
  isBySerial: boolean;
}

/** Undefined for a BIOS, and for a ROM that no file names. */
export function toEntry(rom: Rom, platform: string, unknowns: Unknowns): LibretroEntry | undefined {
  if (rom.name === undefined) unknowns.add('rom without a name on', platform);
  if (rom.name === undefined || BIOS.test(rom.name)) return undefined;
  const { spelling, tags, languages, ...names } = parseName(rom.name);
  const title = shortTitle(names.title, platform);
  const others = titleKey(title) === titleKey(names.title) ? names.others : [names.title, ...names.others];
  const values = groupByUse(rom);
  const valuesOf = (use: string) => values.get(use)?.map(({ value }) => value) ?? [];
  const released = findReleaseDate(rom.dates, unknowns);
  const context = { platform, year: Number.parseInt(released.date ?? '', 10) || undefined };
  const countries = countriesOf(tags, valuesOf('region'));
  const meaning = findMeaning(tags.notes);
  const isReissue = meaning === 'reissue';
  const statuses = uniqueStatuses([...tags.statuses, ...parseName(rom.fileName ?? '').tags.statuses]);
  const kind =
    (isReissue ? undefined : meaning) ??
    tags.kinds[0] ??
    kindOfTitle(title, { isComputer: isComputer(platform), list: LIST, platform });
  // Prototypes, videos and demos have placeholders that many of them share.
  const gameCodes = statuses.length > 0 || !isImportedByDefault(kind) ? [] : findGameCodes(rom.allSerials, platform);
  return {
    platform,
    title,
    titleKey: titleKey(title),
    spelling: spelling ? { title: spelling, description: 'libretro spelling' } : undefined,
    others: others.map((other) => ({ title: other, description: 'Alternate title' })),
    countries,
    statuses,
    // Other tags of the name distinguish dumps, not releases.
    versions: [],
    notes: [],
    dates: [{ date: isReleased(statuses) ? released.date : null, countries: [], note: undefined }],
    hasCopyrightYear: released.isCopyright,
    credits: [
      ...valuesOf('developer').flatMap((text) => creditsOf(text, platform === DOS ? PUBLISHED : DEVELOPED, context)),
      ...valuesOf('publisher').flatMap((text) => creditsOf(text, PUBLISHED, context)),
    ],
    codes: isReleased(statuses) ? codesOf(rom, platform, valuesOf('barcode')) : [],
    attributes: [...languages.map((language) => attributeKey('Language', language)), ...attributesOf(rom)],
    kind,
    isListed: rom.isListed,
    isReissue,
    machine: MODERN_PLATFORMS.has(platform) ? findMachine(platform, tags.notes, gameCodes) : undefined,
    gameCodes,
    isBySerial: rom.crc32.size === 0,
    sha1: [...rom.sha1],
    crc32: [...rom.crc32],
    dumps: rom.dumps,
    genres: valuesOf('genre').flatMap((text) => findGenres(text, unknowns)),
    groups: valuesOf('franchise').flatMap((text) => seriesGroup(text) ?? []),
    ratings:
      statuses.length > 0
        ? []
        : (values.get('rating') ?? []).flatMap(({ field, value }) => findRatings(field, value, countries, unknowns)),
    players: playersOf(valuesOf('players'), unknowns),
  };
}

/** Pokémon: Diamond Version is known as Pokémon Diamond. */
const POKEMON_VERSION = /^Pok[eé]mon: (.+) Version( 2)?$/;

function shortTitle(title: string, platform: string): string {
  if (!MODERN_PLATFORMS.has(platform)) return title;
  return title
    .replace(PLATFORM_EDITION, '')
    .replace(POKEMON_VERSION, 'Pokémon $1$2')
    .replace(/^Pokemon\b/, 'Pokémon');
}

/** Sorted by text, so that the order of files does not matter. */
function groupByUse(rom: Rom): Map<string, { field: string; value: string }[]> {
  const found = Array.from(rom.values, ([field, values]) => [...values].toSorted().map((value) => ({ field, value })));
  return Map.groupBy(found.flat(), ({ field }) => findField(field)?.use ?? 'none');
}

function countriesOf(tags: Tags, regions: readonly string[]): string[] {
  if (tags.countries.length > 0) return tags.countries;
  return [...new Set(regions.flatMap((region) => region.split(/, */)).flatMap((region) => findCountry(region) ?? []))];
}

function creditsOf(text: string, role: string, context: CompanyContext): Credit[] {
  return parseCompanies(text.replace(COMPANY_SEPARATOR, ' / '), role, context);
}

function codesOf(rom: Rom, platform: string, barcodes: readonly string[]): Code[] {
  const serials = [...rom.serials].toSorted().flatMap((serial) => findSerials(serial, platform));
  return [...serials, ...barcodes.flatMap(parseBarcodes)];
}

function attributesOf(rom: Rom): string[] {
  return Array.from(rom.values).flatMap(([field, values]) => {
    const attribute = findField(field)?.attribute;
    return attribute && [...values].some((value) => !FALSE.test(value)) ? [attribute] : [];
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
