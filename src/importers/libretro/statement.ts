import type { DumpLine } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import type { GameKind } from '../../vocabulary/kinds.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { attributeKey } from '../attributes.ts';
import { parseDate, parseVagueDate } from '../dumps/dates.ts';
import { parseHash, toDump } from '../dumps/hashes.ts';
import { compareText } from '../sorting.ts';
import type { Unknowns } from '../unknowns.ts';
import type { Block } from './dat.ts';

/** What one file says about a ROM, or about several that are one game. */
export interface Statement {
  /** The index of the file. The first file that names a ROM decides its name. */
  file: number;
  name: string | undefined;
  /** The name of the ROM file, which may have tags that `name` lacks. */
  fileName: string | undefined;
  crc32: string[];
  sha1: string[];
  serials: string[];
  /** True in a list of dumps, whose names are exact; false in a file of facts about ROMs. */
  isDump: boolean;
  dumps: DumpLine[];
  date: StatedDate | undefined;
  values: [field: string, value: string][];
  /** The name of the game that it is a version of, if the list says so. */
  parent?: string | undefined;
  kind?: GameKind | undefined;
}

/** Other blocks are about the file itself. */
const GAME_BLOCKS = ['game', 'machine'];
/** Uses of fields that are not values of a ROM; undefined is an unknown field. */
const NOT_FACTS = [undefined, 'none', 'name', 'comment', 'serial', 'year', 'month', 'day'];
const NO_SERIAL = /^(n\/?a|none|unknown|[0?-]*)$/i;
const DUMP_FIELDS = ['size', 'md5', 'sha1'];
/** `BLUS30443` is the code `BLUS-30443`. */
const SONY_WITHOUT_HYPHEN = /^([A-Z]{4})(\d{5})$/;

export function toStatement(block: Block, file: number, unknowns: Unknowns): Statement | undefined {
  if (!GAME_BLOCKS.includes(block.name)) return undefined;
  const files = block.blocks.filter(({ name }) => name === 'rom');
  const roms = files.flatMap(({ values }) => values);
  const inRoms = (field: string) => roms.filter(([name]) => name === field).map(([, value]) => value);
  const fields = Map.groupBy(block.values, ([field]) => findField(field)?.use);
  const withUse = (use: string) => fields.get(use)?.map(([, value]) => value) ?? [];
  for (const [field] of fields.get(undefined) ?? []) unknowns.add('field', field);
  const crc32 = inRoms('crc').flatMap((text) => parseHash('crc32', text) ?? []);
  const isUndated =
    inRoms('name').some((name) => BUILD_DATE.test(name)) ||
    (files.length > 0 && crc32.length === 0 && isDateOfRecord(withUse, [...fields.keys()]));
  const isDump = roms.some(([name]) => DUMP_FIELDS.includes(name));
  return {
    file,
    name: [...withUse('name'), ...withUse('comment')].map((name) => toPlainText(name))[0],
    fileName: inRoms('name').map((name) => toPlainText(name))[0],
    crc32,
    sha1: inRoms('sha1').flatMap((text) => parseHash('sha1', text) ?? []),
    serials: serialsOf([...withUse('serial'), ...inRoms('serial')]),
    isDump,
    dumps: files.flatMap(({ values }) => toDump(Object.fromEntries(values)) ?? []),
    date: isUndated ? undefined : dateOf(withUse, isDump),
    values: block.values.flatMap(([field, value]) =>
      NOT_FACTS.includes(findField(field)?.use) ? [] : [[field, toPlainText(value)]],
    ),
  };
}

function dateOf(withUse: (use: string) => string[], isDump: boolean): StatedDate | undefined {
  const [year, month, day] = ['year', 'month', 'day'].map((part) => withUse(part)[0]);
  return year === undefined && month === undefined ? undefined : { year, month, day, isDump };
}

/** The day on which a prototype was built, not that of a release. */
const BUILD_DATE = /\(\d{4}-\d\d-\d\d\)/;
/** GameTDB began to keep such records in this year. */
const FIRST_RECORD_YEAR = 2013;
/** What a list of nothing but years has. */
const USES_OF_YEARS = ['name', 'comment', 'serial', 'year'];

/**
 * Records by serial have thousands of games of 2014 and 2021: a year alone, without a company or after 2012, is that in which
 * somebody wrote the record, and the first of January stands for no date.
 */
function isDateOfRecord(withUse: (use: string) => string[], uses: readonly (string | undefined)[]): boolean {
  const { year, month, day } = dateOf(withUse, false) ?? {};
  if (year === undefined || uses.every((use) => USES_OF_YEARS.includes(use as string))) return false;
  if (month !== undefined) return Number(month) === 1 && Number(day) === 1;
  const hasCompany = withUse('developer').length + withUse('publisher').length > 0;
  return !hasCompany || Number(year) >= FIRST_RECORD_YEAR;
}

function serialsOf(texts: readonly string[]): string[] {
  const serials = texts
    .flatMap((text) => toPlainText(text).split(','))
    .map((serial) => serial.trim().toUpperCase().replace(SONY_WITHOUT_HYPHEN, '$1-$2'));
  return [...new Set(serials.filter((serial) => !NO_SERIAL.test(serial)))];
}

interface Field {
  use: string;
  attribute: string | undefined;
}

const fields = new Map<string, Field>(
  readTable('libretro-fields.tsv').map(([field = '', use = '', category = '', name = '']) => [
    field,
    { use, attribute: name === '' ? undefined : attributeKey(category, name) },
  ]),
);

export function findField(field: string): Field | undefined {
  return fields.get(field);
}

/** What a serial says: the code of the game in all regions, and of the game in one region if the serial names it. */
export interface GameCode {
  game: string;
  region: string | undefined;
  /** The publisher, in lists of facts: `01` of `RMCE01`. */
  maker: string | undefined;
}

const patterns = readTable('game-codes.tsv').map(([platform, pattern]) => ({
  platform: `platform:${platform}`,
  pattern: new RegExp(`^(?:${pattern})$`),
}));

/** Nintendo, Microsoft and SEGA number a game once, whatever it is called where: `DL-DOL-GFEP-EUR` and `GFEJ01`. */
export function findGameCodes(serials: Iterable<string>, platform: string): GameCode[] {
  const own = patterns.filter((rule) => rule.platform === platform);
  return [...serials].flatMap((serial) => {
    const found = own.map(({ pattern }) => pattern.exec(serial)).find((match) => match !== null);
    if (!found) return [];
    const [, game = '', region, maker] = found;
    return [{ game, region: region && game + region, maker }];
  });
}

interface StatedDate {
  year?: string | undefined;
  month?: string | undefined;
  day?: string | undefined;
  /** Whether a list of dumps states it. */
  isDump: boolean;
}

interface ReleaseDate {
  date: string | null;
  /** Whether it is the year of a copyright, which is often older than the release. */
  isCopyright: boolean;
}

const YEAR_LENGTH = 4;

/**
 * A date is never made of parts of several sources. A date with a month counts before the year of a list of facts, and that before
 * a year alone in a list of dumps, which is that of the copyright.
 */
export function findReleaseDate(stated: readonly StatedDate[], unknowns: Unknowns): ReleaseDate {
  const dated = stated.flatMap((one) => parseStated(one, unknowns)).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const exact = dated.find(({ date }) => date.length > YEAR_LENGTH);
  if (exact) return { date: exact.date, isCopyright: false };
  const fact = dated.find(({ isDump }) => !isDump);
  if (fact) return { date: withMonth(fact.date, stated), isCopyright: false };
  return { date: dated[0]?.date ?? null, isCopyright: dated.length > 0 };
}

/** Lists of facts have years and months in a file each. The month counts if they have one of each. */
function withMonth(year: string, stated: readonly StatedDate[]): string {
  const facts = stated.filter(({ isDump }) => !isDump);
  const years = new Set(facts.flatMap((fact) => fact.year ?? []));
  const [month, ...others] = new Set(facts.flatMap((fact) => (fact.year === undefined ? (fact.month ?? []) : [])));
  const isOne = years.size === 1 && others.length === 0;
  return (isOne && month !== undefined && parseDate(`${year}-${month}`)) || year;
}

function parseStated(
  { year, month, day, isDump }: StatedDate,
  unknowns: Unknowns,
): { date: string; isDump: boolean }[] {
  if (year === undefined) return [];
  const date = parseVagueDate([year, month, day].filter(Boolean).join('-')) ?? parseVagueDate(year);
  if (date === undefined && !/^[\d?x]*$/i.test(year)) unknowns.add('year', year);
  return date === undefined ? [] : [{ date, isDump }];
}

/** What all files say about a ROM or a disc, lists of dumps first. */
export interface Rom {
  statements: Statement[];
}

/**
 * Joins the statements about one platform by checksum, or by serial if they have none. Lists of dumps come first, because
 * they name the ROMs. The order of statements within a file does not matter.
 */
export function joinRoms(statements: readonly Statement[]): Rom[] {
  const roms = new Set<Rom>();
  const byCrc = new Map<string, Rom>();
  const bySerial = new Map<string, Set<Rom>>();
  const find = ({ name, crc32, serials, isDump }: Statement): Rom[] => {
    // Only the first file of a dump identifies it: many dumps share others, such as silent tracks.
    const found = (isDump ? crc32.slice(0, 1) : crc32).flatMap((crc) => byCrc.get(crc) ?? []);
    // Facts about another track of a disc, without the name of the disc.
    if (found.length > 0 || (crc32.length > 0 && name !== undefined)) return found;
    return serials.flatMap((serial) => [...(bySerial.get(serial) ?? [])]);
  };
  for (const statement of inOrder(statements)) {
    const found = find(statement);
    for (const rom of new Set<Rom>(found.length > 0 ? found : [{ statements: [] }])) {
      roms.add(rom);
      rom.statements.push(statement);
      for (const crc of statement.crc32) getOrInsert(byCrc, crc, () => rom);
      for (const serial of statement.serials) getOrInsert(bySerial, serial, () => new Set()).add(rom);
    }
  }
  return [...roms];
}

/** Dumps first, then facts by checksum, then facts by serial, which apply to all ROMs that have the serial by then. */
function inOrder(statements: readonly Statement[]): Statement[] {
  const rank = ({ name, isDump, crc32 }: Statement) => (isDump && name ? 0 : crc32.length > 0 ? 1 : 2);
  return statements.toSorted(
    (a, b) =>
      rank(a) - rank(b) || a.file - b.file || compareText(a.name, b.name) || compareText(a.fileName, b.fileName),
  );
}
