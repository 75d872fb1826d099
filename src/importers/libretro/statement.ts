import type { DumpLine } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import { parseHash, toDump } from '../dumps/hashes.ts';
import type { Unknowns } from '../unknowns.ts';
import type { Block } from './dat.ts';
import { findField } from './fields.ts';

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
  values: [field: string, value: string][];
}

/** Other blocks are about the file itself. */
const GAME_BLOCKS = ['game', 'machine'];
/** Uses of fields that are not values of a ROM; undefined is an unknown field. */
const NOT_FACTS = [undefined, 'none', 'name', 'comment', 'serial'];
const NO_SERIAL = /^(n\/?a|none|unknown|[0?-]*)$/i;
const DUMP_FIELDS = ['size', 'md5', 'sha1'];

export function toStatement(block: Block, file: number, unknowns: Unknowns): Statement | undefined {
  if (!GAME_BLOCKS.includes(block.name)) return undefined;
  const files = block.blocks.filter(({ name }) => name === 'rom');
  const roms = files.flatMap(({ values }) => values);
  const inRoms = (field: string) => roms.filter(([name]) => name === field).map(([, value]) => value);
  const fields = Map.groupBy(block.values, ([field]) => findField(field)?.use);
  const withUse = (use: string) => fields.get(use)?.map(([, value]) => value) ?? [];
  for (const [field] of fields.get(undefined) ?? []) unknowns.add('field', field);
  return {
    file,
    name: [...withUse('name'), ...withUse('comment')].map((name) => toPlainText(name))[0],
    fileName: inRoms('name').map((name) => toPlainText(name))[0],
    crc32: inRoms('crc').flatMap((text) => parseHash('crc32', text) ?? []),
    sha1: inRoms('sha1').flatMap((text) => parseHash('sha1', text) ?? []),
    serials: serialsOf([...withUse('serial'), ...inRoms('serial')]),
    isDump: roms.some(([name]) => DUMP_FIELDS.includes(name)),
    dumps: files.flatMap(({ values }) => toDump(Object.fromEntries(values)) ?? []),
    values: block.values.flatMap(([field, value]) =>
      NOT_FACTS.includes(findField(field)?.use) ? [] : [[field, toPlainText(value)]],
    ),
  };
}

function serialsOf(texts: readonly string[]): string[] {
  const serials = texts.flatMap((text) => toPlainText(text).split(',')).map((serial) => serial.trim().toUpperCase());
  return [...new Set(serials.filter((serial) => !NO_SERIAL.test(serial)))];
}
