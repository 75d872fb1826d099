import { toPlainText } from '../../bundle/plain-text.ts';
import { parseHash } from '../dumps/hashes.ts';
import type { Unknowns } from '../unknowns.ts';
import type { Block } from './dat.ts';
import { findField } from './fields.ts';

/** What one file says of a rom, or of several that are one game. */
export interface Statement {
  /** The place of its file among all: of two names the one in the first file is taken. */
  file: number;
  name: string | undefined;
  /** The name of a file, in which tags may stand that the name leaves out. */
  fileName: string | undefined;
  crc32: string[];
  sha1: string[];
  serials: string[];
  /** Whether it stands in a list of dumps, whose names are exact; the others tell facts about roms. */
  isDump: boolean;
  values: [field: string, value: string][];
}

/** The others are about the file itself. */
const GAMES = ['game', 'machine'];
const NO_SERIAL = /^(n\/?a|none|unknown|[0?-]*)$/i;
const OF_DUMPS = ['size', 'md5', 'sha1'];

export function toStatement(block: Block, file: number, unknowns: Unknowns): Statement | undefined {
  if (!GAMES.includes(block.name)) return undefined;
  const roms = block.blocks.flatMap(({ name, values }) => (name === 'rom' ? values : []));
  const inRoms = (field: string) => roms.filter(([name]) => name === field).map(([, value]) => value);
  const fields = Map.groupBy(block.values, ([field]) => findField(field)?.use);
  const withUse = (use: string) => fields.get(use)?.map(([, value]) => value) ?? [];
  for (const [field] of fields.get(undefined) ?? []) unknowns.add('field', field);
  return {
    file,
    name: plain(withUse('name')[0] ?? withUse('comment')[0]),
    fileName: plain(inRoms('name')[0]),
    crc32: inRoms('crc').flatMap((text) => parseHash('crc32', text) ?? []),
    sha1: inRoms('sha1').flatMap((text) => parseHash('sha1', text) ?? []),
    serials: serialsOf([...withUse('serial'), ...inRoms('serial')]),
    isDump: roms.some(([name]) => OF_DUMPS.includes(name)),
    values: block.values.flatMap(([field, value]) =>
      isFact(findField(field)?.use) ? [[field, toPlainText(value)]] : [],
    ),
  };
}

function plain(name: string | undefined): string | undefined {
  return name === undefined ? undefined : toPlainText(name);
}

function serialsOf(texts: readonly string[]): string[] {
  const serials = texts.flatMap((text) => toPlainText(text).split(',')).map((serial) => serial.trim().toUpperCase());
  return [...new Set(serials.filter((serial) => !NO_SERIAL.test(serial)))];
}

function isFact(use: string | undefined): boolean {
  return use !== undefined && !['none', 'name', 'comment', 'serial'].includes(use);
}
