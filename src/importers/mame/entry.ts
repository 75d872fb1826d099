import { toPlainText } from '../../bundle/plain-text.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { findPlatformKey, isAfterLife } from '../../vocabulary/platforms.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { attributeKey } from '../attributes.ts';
import { type DatedRelease, parseDate, parseReleases } from '../dumps/dates.ts';
import { parseDescription } from '../dumps/description.ts';
import { type Entry, makeEntry, nameEntry } from '../dumps/entry.ts';
import { parseHash } from '../dumps/hashes.ts';
import { kindOfPublisher, kindOfTitle } from '../dumps/kinds.ts';
import { parseBarcodes, parseSerials } from '../dumps/product-codes.ts';
import { parseCompanies, parsePublisher } from '../dumps/publisher.ts';
import { onlyDate } from '../dumps/releases.ts';
import { classifyTags, type Tags } from '../dumps/tags.ts';
import { parseNativeTitles } from '../dumps/titles.ts';
import type { Unknowns } from '../unknowns.ts';
import { type Attributes, MAX_TEXT_LENGTH } from '../xml.ts';
import { featureAttributes, findMedium, findStandard } from './attributes.ts';
import { type Clones, type ListFacts, mameKey, parentKey } from './lists.ts';
import { dumpsOf, type RawEntry, type Software } from './raw-entry.ts';

type Pair = readonly [name: string, value: string];

export interface MameEntry extends Entry {
  key: string;
  clones: Clones;
  /** A game takes its key from the entry with the lowest rank, so that it stays the same when more lists are imported. */
  rank: number;
  /** The keys that it had in earlier versions of MAME. */
  formerKeys?: string[];
}

const INFO_USES = new Map(readTable('mame-infos.tsv').map(([name, use]) => [name as string, use as string]));
const ROLES = [
  ['developer', 'Developed by'],
  ['distributor', 'Distributed by'],
  ['original_publisher', 'Licensed by'],
  ['ported_by', 'Ported by'],
] as const;
/** Other sources store a game in one file. If MAME has more files, none of their checksums is that of the game. */
const MAX_ROMS_OF_ONE_FILE = 2;
/** The first few hashes are enough to identify an entry with hundreds of files. */
const MAX_HASHES = 16;
/** Real entries have fewer than 20 infos. The work on product codes grows faster than their number. */
const MAX_PAIRS = 1000;
const NAMELESS = /^(unknown|untitled|no ?name|\?+)$/i;
const ANONYMOUS = /^<(unknown|unlicensed)>$/;
/** Consoles were hardly sold there. A cartridge whose publisher nobody knows is a copy or a game without a licence. */
const PIRATED_IN = new Set(['Asia', 'China', 'Taiwan', 'Hong Kong', 'Russia']);
/** Their lists name the country of every cartridge that was sold. */
const WITH_COUNTRIES = /^platform:(nes|snes|genesis|game-boy|game-boy-color)$/;
const REGIONS = new Map([
  ['NTSC-J', 'Japan'],
  ['NTSC-U', 'United States'],
  ['PAL', 'Europe'],
]);

/** The pairs such as `<info name="serial" value="NES-SM-USA"/>`. */
function pairsOf(elements: readonly Attributes[]): Pair[] {
  const pairs = elements.flatMap(({ name, value }): Pair[] =>
    name === undefined || value === undefined ? [] : [[name, value.slice(0, MAX_TEXT_LENGTH)]],
  );
  return pairs.slice(0, MAX_PAIRS);
}

/** Undefined if the title is unknown. */
export function toEntry(software: Software, facts: ListFacts, unknowns: Unknowns): MameEntry | undefined {
  const { list, elements } = software;
  const infosOf = groupInfos(pairsOf(elements.info), unknowns);
  const { tags: words, ...titles } = parseDescription(software.description, facts.titleSeparator);
  const tags = classifyTags([...words, ...infosOf('video'), ...listLanguages(infosOf('language'), unknowns)]);
  const base = tags.notes.map(baseOf).find((one) => one !== undefined);
  const platform = base ?? facts.platform;
  // The year of a game in a cabinet says nothing about the console.
  const year = base ? '' : yearOf(list, software);
  const context = { platform, year: Number(year) || undefined };
  const publisher = parsePublisher(software.maker, context);
  const isNameless = NAMELESS.test(titles.title) && publisher.credits.length === 0;
  if (isNameless) unknowns.add('entry without a title in', list);
  if (isNameless) return undefined;
  const models = pairsOf(elements.sharedfeat).flatMap(([name, value]) =>
    name === 'compatibility' ? value.split(/, */) : [],
  );
  const countries = findCountries(tags, infosOf('region'), facts.country, models);
  const isAnonymous = facts.profile === 'console' && ANONYMOUS.test(software.maker) && tags.statuses.length === 0;
  const isCopy = isAnonymous && isPiratedIn(countries, platform);
  const { others, ...named } = nameEntry(titles, 'MAME');
  const files = elements.rom.filter(({ name }) => name !== undefined);
  const sha1 = [...elements.rom, ...elements.disk].flatMap((file) => parseHash('sha1', file.sha1 ?? '') ?? []);
  const crc32 = files.flatMap(({ crc = '' }) => parseHash('crc32', crc) ?? []);
  return makeEntry({
    ...named,
    key: mameKey(list, software.name),
    parent: parentKey(list, software.name, software.cloneof),
    ...(facts.former.length > 0 && { formerKeys: facts.former.map((former) => mameKey(former, software.name)) }),
    clones: facts.clones,
    rank: facts.profile === 'console' && !base ? 0 : 1,
    platform,
    others: [...others, ...infosOf('alt_title').flatMap((text) => parseNativeTitles(text, countries))],
    countries,
    statuses: unique([...tags.statuses, ...publisher.statuses, ...(isCopy ? ['pirate' as const] : [])]),
    versions: unique([...tags.versions, ...infosOf('version').map(versionName)]),
    notes: tags.notes,
    dates: parseDates(year, facts.releaseIsDate ? infosOf('release') : [], unknowns),
    credits: [
      ...publisher.credits,
      ...ROLES.flatMap(([use, role]) => infosOf(use).flatMap((text) => parseCompanies(text, role, context))),
    ],
    codes: [
      ...infosOf('serial').flatMap((text) => parseSerials(text, platform)),
      ...infosOf('barcode').flatMap(parseBarcodes),
    ],
    attributes: unique([
      ...unique(elements.part.flatMap((part) => part.interface || [])).flatMap((kind) => findMedium(kind, unknowns)),
      ...pairsOf(elements.feature).flatMap(([feature, value]) => featureAttributes(feature, value, unknowns)),
      ...[...tags.videoStandards, ...models.flatMap(findStandard)].map((name) => attributeKey('Video Standard', name)),
      ...tags.languages.map((name) => attributeKey('Language', name)),
    ]),
    kind:
      tags.kinds.find((kind) => kind !== 'compilation') ??
      kindOfTitle(named.title, { isComputer: facts.profile === 'all', list, platform }) ??
      (isRawDisk(software) ? 'unknown-disk' : (software.section ?? tags.kinds[0])) ??
      kindOfPublisher(publisher.credits, named.title, platform) ??
      (isAfterLife(platform, Number(year)) ? 'homebrew' : undefined),
    sha1: unique(sha1).slice(0, MAX_HASHES),
    crc32: files.length <= MAX_ROMS_OF_ONE_FILE ? unique(crc32) : [],
    dumps: dumpsOf(software),
  });
}

/** The console whose game it is: Mega-Tech has cartridges of two, and calls some `SMS based`. */
function baseOf(note: string): string | undefined {
  const [, name] = /^(.+) based$/.exec(note) ?? [];
  return name && findPlatformKey(name);
}

export function parseDates(year: string, releases: readonly string[], unknowns: Unknowns): DatedRelease[] {
  const dated = releases.flatMap((text) => {
    const found = parseReleases(text);
    if (!found && /\w/.test(text)) unknowns.add('release', text);
    return found ?? [];
  });
  if (dated.length > 0) return dated;
  const date = parseDate(year) ?? null;
  if (date === null && !/^[\d?]{0,4}$/.test(year)) unknowns.add('year', year);
  return onlyDate(date);
}

function groupInfos(infos: readonly Pair[], unknowns: Unknowns): (use: string) => string[] {
  const uses = new Map<string, string[]>();
  for (const [name, value] of infos) {
    const use = INFO_USES.get(name);
    if (use === undefined) unknowns.add('info', name);
    else getOrInsert(uses, use, () => []).push(value);
  }
  return (use) => uses.get(use) ?? [];
}

/** The countries of the tags, else those of other fields, else those in which the machine was sold. */
function findCountries(
  tags: Tags,
  regions: readonly string[],
  country: string | undefined,
  models: readonly string[],
): string[] {
  if (tags.countries.length > 0) return tags.countries;
  const named = regions.flatMap((text) => text.split(/[,/] */)).flatMap((region) => findCountry(region) ?? []);
  const sold = country ? [country] : models.flatMap((name) => REGIONS.get(name) ?? []);
  return unique(named.length > 0 ? named : sold);
}

function isPiratedIn(countries: readonly string[], platform: string): boolean {
  return countries.length === 0 ? WITH_COUNTRIES.test(platform) : countries.some((country) => PIRATED_IN.has(country));
}

function listLanguages(texts: readonly string[], unknowns: Unknowns): string[] {
  const names = texts.flatMap((text) => text.split(/[,/;] */)).filter((name) => name !== '');
  return names.filter((name) => {
    const isKnown = classifyTags([name]).languages.length > 0;
    if (!isKnown) unknowns.add('language', name);
    return isKnown;
  });
}

function versionName(version: string): string {
  return toPlainText(/^\d/.test(version) ? `Version ${version}` : version);
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}

/** The list has thousands of disks of unknown origin, titled with what their finder wrote on them. */
const LIST = 'cpc_flop';
const UNDATED = /\?/;
const UNKNOWN = '<unknown>';
/** `Robocop #1`, `Aliens & Navy Moves`, `IK+_Chany`, `Airwolf, Bomb Jack, Commando`. */
const SEVERAL = /#\s?\d| & |_|, .*, /;
/** `DDRAGON1`, `spaceegg`, `BeverlyHills`. */
const FILE_NAME = /^[^a-z]+$|^[^A-Z ]+$|^\S*[a-z][A-Z]\S*$/;

/** `MS6312`, `NATERA88`, and programs of ORDOS (`AIRFGHT$`), whose names are cut to seven letters: in any list. */
const CODE = /^[A-Z]{2,}\d{2,}[A-Z\d]*$|^[A-Z\d_-]{1,7}\$$/;

/** Whether an entry is a disk of which only a name is known, and the name is not that of a game. */
function isRawDisk({ list, description, year, maker }: Software): boolean {
  if (maker !== UNKNOWN || !UNDATED.test(year) || /[([]/.test(description)) return false;
  return CODE.test(description) || (list === LIST && (SEVERAL.test(description) || FILE_NAME.test(description)));
}

/** The years of entries and their clones in which the date of the program is older than the game. */
const years = new Map(readTable('mame-years.tsv').map(([entry = '', year = '']) => [entry, year]));

/** The year of an entry of a list, not before the one in `mame-years.tsv`. */
export function yearOf(list: string, { name, cloneof = name, year }: RawEntry): string {
  const first = years.get(`${list}/${cloneof}`);
  return first !== undefined && year < first ? first : year;
}
