import type { DumpLine } from '../../bundle/lines.ts';
import { titleKey } from '../../folding.ts';
import type { CompanyContext } from '../../vocabulary/companies.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { isImportedByDefault } from '../../vocabulary/kinds.ts';
import { isComputer, MODERN_PLATFORMS } from '../../vocabulary/platforms.ts';
import { seriesGroup } from '../../vocabulary/series.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { attributeKey, parsePlayers } from '../attributes.ts';
import { type Entry, makeEntry, nameEntry } from '../dumps/entry.ts';
import { findGenres, findRatings } from '../dumps/genres-and-ratings.ts';
import { kindOfTitle } from '../dumps/kinds.ts';
import { findSerials, parseBarcodes } from '../dumps/product-codes.ts';
import { type Credit, parseCompanies } from '../dumps/publisher.ts';
import { isReleased, onlyDate } from '../dumps/releases.ts';
import { type Tags, uniqueStatuses } from '../dumps/tags.ts';
import { sortedUnique } from '../sorting.ts';
import type { Unknowns } from '../unknowns.ts';
import { findMeaning, parseName } from './name.ts';
import { findField, findGameCodes, findReleaseDate, type GameCode, type Rom, type Statement } from './statement.ts';

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
export function toEntry(
  { statements }: Rom,
  platform: string,
  unknowns: Unknowns,
  source: string,
): LibretroEntry | undefined {
  const [name] = statements.flatMap((one) => one.name ?? []);
  if (name === undefined) unknowns.add('rom without a name on', platform);
  if (name === undefined || BIOS.test(name)) return undefined;
  const [fileName = ''] = statements.flatMap((one) => one.fileName ?? []);
  const { tags, languages, ...names } = parseName(name);
  const title = shortTitle(names.title, platform);
  const [parent] = statements.flatMap((one) => one.parent ?? []);
  const others = titleKey(title) === titleKey(names.title) ? names.others : [names.title, ...names.others];
  const facts = listFacts(statements);
  const values = Map.groupBy(facts, ({ use }) => use);
  const valuesOf = (use: string) => values.get(use)?.map(({ value }) => value) ?? [];
  const released = findReleaseDate(
    statements.flatMap(({ date }) => date ?? []),
    unknowns,
  );
  const context = { platform, year: Number.parseInt(released.date ?? '', 10) || undefined };
  const countries = countriesOf(tags, valuesOf('region'));
  const meaning = findMeaning(tags.notes);
  const isReissue = meaning === 'reissue';
  const statuses = uniqueStatuses([...tags.statuses, ...parseName(fileName).tags.statuses]);
  const kind =
    (isReissue ? undefined : meaning) ??
    tags.kinds[0] ??
    statements.find((one) => one.kind)?.kind ??
    kindOfTitle(title, { isComputer: isComputer(platform), list: LIST, platform });
  // Prototypes, videos and demos have placeholders that many of them share.
  const isCoded = statuses.length === 0 && isImportedByDefault(kind);
  const gameCodes = isCoded ? findGameCodes(new Set(statements.flatMap(({ serials }) => serials)), platform) : [];
  const crc32 = new Set(statements.flatMap((one) => one.crc32));
  const languageKeys = languages.map((language) => attributeKey('Language', language));
  return makeEntry({
    ...nameEntry({ ...names, title, others }, source),
    platform,
    parent: parent && titleKey(shortTitle(parseName(parent).title, platform)),
    // Other tags of the name than countries and statuses distinguish dumps, not releases.
    countries,
    statuses,
    dates: onlyDate(released.date, statuses),
    hasCopyrightYear: released.isCopyright,
    credits: [
      ...valuesOf('developer').flatMap((text) => creditsOf(text, platform === DOS ? PUBLISHED : DEVELOPED, context)),
      ...valuesOf('publisher').flatMap((text) => creditsOf(text, PUBLISHED, context)),
    ],
    codes: isReleased(statuses)
      ? [
          ...listSerials(statements).flatMap((serial) => findSerials(serial, platform)),
          ...valuesOf('barcode').flatMap(parseBarcodes),
        ]
      : [],
    attributes: [...languageKeys, ...facts.flatMap(({ attribute, value }) => (FALSE.test(value) ? [] : attribute))],
    kind,
    isListed: statements.some((one) => one.isDump && one.name !== undefined),
    isReissue,
    machine: MODERN_PLATFORMS.has(platform) ? findMachine(platform, tags.notes, gameCodes) : undefined,
    gameCodes,
    isBySerial: crc32.size === 0,
    sha1: [...new Set(statements.flatMap((one) => one.sha1))],
    crc32: [...crc32],
    dumps: listDumps(statements),
    genres: valuesOf('genre').flatMap((text) => findGenres(text, unknowns)),
    groups: valuesOf('franchise').flatMap((text) => seriesGroup(text) ?? []),
    ratings:
      statuses.length > 0
        ? []
        : (values.get('rating') ?? []).flatMap(({ field, value }) => findRatings(field, value, countries, unknowns)),
    players: playersOf(valuesOf('players'), unknowns),
  });
}

/** The values of all fields, each once. Sorted by text, so that the order of files does not matter. */
function listFacts(statements: readonly Statement[]) {
  const fields = Map.groupBy(
    statements.flatMap(({ values }) => values),
    ([field]) => field,
  );
  return [...fields].flatMap(([field, own]) => {
    const { use = 'none', attribute = [] } = findField(field) ?? {};
    return sortedUnique(own.map(([, value]) => value)).map((value) => ({ field, value, use, attribute }));
  });
}

/** The serials of boxes, else those of ROM headers, which lists of dumps have. */
function listSerials(statements: readonly Statement[]): string[] {
  const { true: ofHeaders = [], false: ofBoxes = [] } = Object.groupBy(statements, ({ isDump }) => `${isDump}`);
  const printed = sortedUnique(ofBoxes.flatMap(({ serials }) => serials));
  return printed.length > 0 ? printed : sortedUnique(ofHeaders.flatMap(({ serials }) => serials));
}

/** A file of facts names ROMs by their CRC-32 only. */
function listDumps(statements: readonly Statement[]): DumpLine[] {
  const exact = statements.flatMap(({ isDump, dumps }) => (isDump ? dumps : []));
  const known = new Set(exact.map(({ crc }) => crc));
  return [...exact, ...statements.flatMap(({ dumps }) => dumps.filter(({ crc }) => !known.has(crc)))];
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

function countriesOf(tags: Tags, regions: readonly string[]): string[] {
  if (tags.countries.length > 0) return tags.countries;
  return [...new Set(regions.flatMap((region) => region.split(/, */)).flatMap((region) => findCountry(region) ?? []))];
}

function creditsOf(text: string, role: string, context: CompanyContext): Credit[] {
  return parseCompanies(text.replace(COMPANY_SEPARATOR, ' / '), role, context);
}

function playersOf(values: readonly string[], unknowns: Unknowns): number {
  const numbers = values.map((value) => {
    const players = parsePlayers(value);
    if (players === 0) unknowns.add('users', value);
    return players;
  });
  return Math.max(0, ...numbers);
}

const machines = readTable('reissue-machines.tsv').map(([platform = '', tags = '', codes = '']) => ({
  platform: `platform:${platform}`,
  tags: new RegExp(`^(?:${tags})$`),
  codes: codes === '' ? undefined : new RegExp(`^platform:(?:${codes})`),
}));

/** The older machine that a game was made for: by a tag of its name, or by the first letters of its code. */
function findMachine(platform: string, tags: readonly string[], gameCodes: readonly GameCode[]): string | undefined {
  const isCode = (pattern: RegExp | undefined) => gameCodes.some(({ game }) => pattern?.test(`${platform}:${game}`));
  const tagged = machines.find((machine) => tags.some((tag) => machine.tags.test(tag)));
  const machine = (tagged ?? machines.find(({ codes }) => isCode(codes)))?.platform;
  return machine === platform ? undefined : machine;
}
