import type { DumpLine } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import type { GameKind } from '../../vocabulary/kinds.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { attributeKey } from '../attributes.ts';
import { parseHash, toDump } from '../dumps/hashes.ts';
import type { Unknowns } from '../unknowns.ts';
import type { Block } from './dat.ts';
import type { StatedDate } from './release-date.ts';

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
