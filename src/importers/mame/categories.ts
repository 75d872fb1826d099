import { OperatorError } from '../../errors.ts';
import { readTable } from '../../vocabulary/tables.ts';
import type { Unknowns } from '../unknowns.ts';
import { readIni } from './ini.ts';

/** The meaning of a category such as `Shooter / Gallery * Mature *`. */
interface Category {
  isGame: boolean;
  /** Keys of genres. */
  genres: readonly string[];
}

/** Undefined for a machine without a category, or with one that the table does not know. */
export type FindCategory = (machine: string) => Category | undefined;

const NOT_A_GAME = 'none';
/** What `catlist.ini` has before the category of an arcade machine. */
const ARCADE = /^Arcade: /;
const rules = readTable('mame-categories.tsv').map(([pattern, genres = '']) => ({
  pattern: new RegExp(`^(?:${pattern})$`),
  genres: genres.split(' ').filter((key) => key !== ''),
}));

/** Reads the categories of a `catver.ini` or `catlist.ini`. */
export async function readCategories(
  path: string,
  onChunk: (chunk: Buffer) => void,
  unknowns: Unknowns,
): Promise<FindCategory> {
  const machines = await parseFile(path, onChunk);
  const known = new Map(new Set(machines.values()).values().map((text) => [text, toCategory(text)]));
  return (machine) => {
    const text = machines.get(machine);
    const category = text === undefined ? undefined : known.get(text);
    if (text !== undefined && !category) unknowns.add('category', text);
    return category;
  };
}

/**
 * Reads the lines `machine=category` of the section `[Category]` and skips other sections of such lines. In a `catlist.ini`
 * the machines are listed alone, and the section is their category: `Arcade: Maze / Collect`.
 */
async function parseFile(path: string, onChunk: (chunk: Buffer) => void): Promise<Map<string, string>> {
  const machines = new Map<string, string>();
  for await (const { section, name, value, fail } of readIni(path, onChunk)) {
    const isCatver = section.toLowerCase() === 'category';
    if (isCatver && (!/^\S+$/.test(name) || !value)) throw fail('a line of [Category] must be like machine=category');
    if (isCatver) machines.set(name, value as string);
    else if (section.includes(' / ') && value === undefined && /^\S+$/.test(name))
      machines.set(name, section.replace(ARCADE, ''));
  }
  if (machines.size === 0)
    throw new OperatorError(`${path} has no [Category] section with lines like machine=category`);
  return machines;
}

/** Stars separate parts (`TTL * Shooter / Gun`). Each part gets the genres of all rows that match it. */
function toCategory(text: string): Category | undefined {
  const parts = text.split('*').map((part) => part.trim());
  const found = parts.filter((part) => part !== '').map((part) => rules.filter(({ pattern }) => pattern.test(part)));
  if (found.some((matching) => matching.length === 0)) return undefined;
  const keys = found.flat().flatMap(({ genres }) => genres);
  return { isGame: !keys.includes(NOT_A_GAME), genres: [...new Set(keys)] };
}
