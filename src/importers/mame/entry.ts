import { toPlainText } from '../../bundle/plain-text.ts';
import { titleKey } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { findPlatformKey, isAfterLife } from '../../vocabulary/platforms.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { type DatedRelease, parseDate, parseReleases } from '../dumps/dates.ts';
import { parseDescription } from '../dumps/description.ts';
import type { Entry } from '../dumps/entry.ts';
import { kindOfPublisher, kindOfTitle } from '../dumps/kinds.ts';
import { parseNativeTitles } from '../dumps/native-titles.ts';
import { parseBarcodes, parseSerials } from '../dumps/product-codes.ts';
import { parseCompanies, parsePublisher } from '../dumps/publisher.ts';
import { classifyTags, type Tags } from '../dumps/tags.ts';
import type { Unknowns } from '../unknowns.ts';
import { compatibilityOf, listAttributes } from './attributes.ts';
import { mameKey, parentKey } from './keys.ts';
import type { Clones, ListFacts } from './lists.ts';
import { isRawDisk } from './raw-disks.ts';
import type { Pair, Software } from './software.ts';
import { yearOf } from './years.ts';

/** One entry of a list. */
export interface MameEntry extends Entry {
  key: string;
  clones: Clones;
  /** A game takes its key from the entry with the lowest rank, so that it stays the same when more lists are imported. */
  rank: number;
  /** The keys that it had in earlier versions of MAME. */
  formerKeys?: string[];
  /** Keys of attributes from the support files, which are another source. So are its `genres` and `groups`. */
  supportAttributes?: string[] | undefined;
}

/** How each `info` is used, by its name. */
const INFO_USES = new Map(readTable('mame-infos.tsv').map(([name, use]) => [name as string, use as string]));
const ROLES = [
  ['developer', 'Developed by'],
  ['distributor', 'Distributed by'],
  ['original_publisher', 'Licensed by'],
  ['ported_by', 'Ported by'],
] as const;
/** Other sources store a game in one file. If MAME has more files, none of their checksums is that of the game. */
const MAX_ROMS_OF_ONE_FILE = 2;
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

/** Undefined if the title is unknown. */
export function toEntry(software: Software, facts: ListFacts, unknowns: Unknowns): MameEntry | undefined {
  const infosOf = groupInfos(software.infos, unknowns);
  const { title, spelling, others, tags: words } = parseDescription(software.description, facts.titleSeparator);
  const tags = classifyTags([...words, ...infosOf('video'), ...listLanguages(infosOf('language'), unknowns)]);
  const base = tags.notes.map(baseOf).find((one) => one !== undefined);
  const platform = base ?? facts.platform;
  // The year of a game in a cabinet says nothing about the console.
  const year = base ? '' : yearOf(software.list, software);
  const context = { platform, year: Number(year) || undefined };
  const publisher = parsePublisher(software.publisher, context);
  const isNameless = NAMELESS.test(title) && publisher.credits.length === 0;
  if (isNameless) unknowns.add('entry without a title in', software.list);
  if (isNameless) return undefined;
  const countries = findCountries(software, facts, tags, infosOf('region'));
  const isAnonymous = facts.profile === 'console' && ANONYMOUS.test(software.publisher) && tags.statuses.length === 0;
  const isCopy = isAnonymous && isPiratedIn(countries, platform);
  return {
    key: mameKey(software.list, software.name),
    parent: parentKey(software.list, software.name, software.cloneof),
    ...(facts.former.length > 0 && { formerKeys: facts.former.map((list) => mameKey(list, software.name)) }),
    clones: facts.clones,
    rank: facts.profile === 'console' && !base ? 0 : 1,
    platform,
    title,
    titleKey: titleKey(title),
    spelling: spelling ? { title: spelling, description: 'MAME spelling' } : undefined,
    others: [
      ...others.map((other) => ({ title: other, description: 'Alternate title' })),
      ...infosOf('alt_title').flatMap((text) => parseNativeTitles(text, countries)),
    ],
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
    genres: [],
    attributes: listAttributes(software, tags, unknowns),
    kind:
      tags.kinds.find((kind) => kind !== 'compilation') ??
      kindOfTitle(title, { isComputer: facts.profile === 'all', list: software.list, platform }) ??
      (isRawDisk(software) ? 'unknown-disk' : (software.section ?? tags.kinds[0])) ??
      kindOfPublisher(publisher.credits, title) ??
      (isAfterLife(platform, Number(year)) ? 'homebrew' : undefined),
    sha1: software.sha1,
    crc32: software.roms <= MAX_ROMS_OF_ONE_FILE ? software.crc32 : [],
    dumps: software.dumps,
  };
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
  return [{ date, countries: [], note: undefined }];
}

/** Finds the values of infos by their use. */
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
function findCountries(software: Software, { country }: ListFacts, tags: Tags, regions: readonly string[]): string[] {
  if (tags.countries.length > 0) return tags.countries;
  const named = regions.flatMap((text) => text.split(/[,/] */)).flatMap((region) => findCountry(region) ?? []);
  const sold = country ? [country] : compatibilityOf(software).flatMap((name) => REGIONS.get(name) ?? []);
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
