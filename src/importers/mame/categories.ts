import { readTextLines } from '../../bundle/text-lines.ts';
import { OperatorError } from '../../errors.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { statFile } from '../source-files.ts';
import type { Unknowns } from '../unknowns.ts';

/** The meaning of a category such as `Shooter / Gallery * Mature *`. */
interface Category {
  isGame: boolean;
  /** Keys of genres. */
  genres: readonly string[];
}

/** Undefined for a machine without a category, or with one that the table does not know. */
export type FindCategory = (machine: string) => Category | undefined;

const NOT_A_GAME = 'none';
/** Real files have 2 MB. */
const MAX_BYTES = 32_000_000;
const rules = readTable('mame-categories.tsv').map(([pattern, genres = '']) => ({
  pattern: new RegExp(`^(?:${pattern})$`),
  genres: genres.split(' ').filter((key) => key !== ''),
}));

/** Reads the categories of a `catver.ini`. */
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

/** Reads the lines `machine=category` of the section `[Category]`, and skips the other sections. */
async function parseFile(path: string, onChunk: (chunk: Buffer) => void): Promise<Map<string, string>> {
  if (statFile(path).bytes > MAX_BYTES) throw new OperatorError(`${path} is too large for a catver.ini`);
  const machines = new Map<string, string>();
  let section = '';
  let number = 0;
  for await (const text of readTextLines(path, onChunk)) {
    number++;
    const fail = (what: string) => new OperatorError(`${path}:${number}: ${what}; nothing was imported`);
    if (text === undefined) throw fail('it is not UTF-8');
    const line = text.replace(/^\ufeff/, '').trim();
    section = /^\[(.*)\]$/.exec(line)?.[1]?.toLowerCase() ?? section;
    if (section !== 'category' || /^($|;|\[)/.test(line)) continue;
    const [, machine = '', category = ''] = /^([^=\s]+)\s*=\s*(\S.*)$/.exec(line) ?? [];
    if (machine === '') throw fail('a line of [Category] must be like machine=category');
    machines.set(machine, category);
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
