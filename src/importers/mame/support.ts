import type { Line } from '../../bundle/bundle.ts';
import { readTextLines } from '../../bundle/text-lines.ts';
import { OperatorError } from '../../errors.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { seriesGroup } from '../../vocabulary/series.ts';
import { readTable } from '../../vocabulary/tables.ts';
import type { ConvertInput } from '../importer.ts';
import { refuse, type Unknowns } from '../unknowns.ts';

export type Support = Awaited<ReturnType<typeof readSupport>>;

/** The flags that name these files. They describe machines. */
export const SUPPORT_FLAGS = ['catver', 'series'] as const;

/** Of machines that are not video games (`Bar X * Slot`), and sections that name a kind of machine. */
const NOT_A_SERIES = / \* |\bhardware$|^(hunting|multi-?game|trivia|triv quiz|puzzle action)$/i;

/** What the support files of MAME frontends say about a machine, or about the one that it is a clone of. */
export async function readSupport(
  { catver, series }: ConvertInput['flags'],
  onChunk: (chunk: Buffer) => void,
  unknowns: Unknowns,
) {
  /** What a file says of machines, by their names. */
  const read = async <T>(path: string | undefined, factOf: (line: IniLine) => T | undefined, content: string) => {
    const facts = new Map<string, T>();
    if (path === undefined) return facts;
    for await (const line of readIni(path, onChunk)) {
      const fact = factOf(line);
      if (fact !== undefined) facts.set(line.name, fact);
    }
    if (facts.size === 0) throw new OperatorError(`${path} has no ${content}`);
    return facts;
  };
  const categories = await read(catver, categoryOf, '[Category] section with lines like machine=category');
  const groups = await read(series, seriesOf, 'sections like [Pac-Man] with the names of machines');
  const meanings = new Map<string, Category | undefined>();
  return {
    /** Undefined for a machine without a category, or with one that the table does not know. */
    findCategory: (machine: string) => {
      const text = categories.get(machine);
      const category = text === undefined ? undefined : getOrInsert(meanings, text, parseCategory);
      if (text !== undefined && !category) unknowns.add('category', text);
      return category;
    },
    findSeries: (machine: string) => groups.get(machine),
  };
}

/** A line `machine=category` of the section `[Category]`; other sections are skipped. */
function categoryOf({ section, name, value, at }: IniLine): string | undefined {
  if (section.toLowerCase() !== 'category') return undefined;
  if (!/^\S+$/.test(name) || !value) refuse(at, 'a line of [Category] must be like machine=category');
  return value;
}

function seriesOf({ section, value }: IniLine): Line<'groups.jsonl'> | undefined {
  return value === undefined && !NOT_A_SERIES.test(section) ? seriesGroup(section) : undefined;
}

interface IniLine {
  /** In the spelling of the file. */
  section: string;
  name: string;
  value: string | undefined;
  /** Its place. */
  at: string;
}

/** Of frontends; they do not name machines. */
const SETTINGS = /^(folder_settings|root_folder)$/i;

/** Streams the lines of an INI file of MAME frontends, such as `catver.ini` or `series.ini`. */
async function* readIni(path: string, onChunk: (chunk: Buffer) => void): AsyncGenerator<IniLine> {
  let section = '';
  let number = 0;
  for await (const text of readTextLines(path, onChunk)) {
    number++;
    const at = `${path}:${number}`;
    if (text === undefined) refuse(at, 'it is not UTF-8');
    const line = text.replace(/^\ufeff/, '').trim();
    section = /^\[(.*)\]$/.exec(line)?.[1] ?? section;
    if (/^($|;|\[)/.test(line) || SETTINGS.test(section)) continue;
    const [, name = line, value] = /^([^=]*?)\s*=\s*(.*)$/.exec(line) ?? [];
    yield { section, name, value, at };
  }
}

interface Category {
  isGame: boolean;
  genres: readonly string[];
}

const NOT_A_GAME = 'none';
const rules = readTable('mame-categories.tsv').map(([pattern, genres = '']) => ({
  pattern: new RegExp(`^(?:${pattern})$`),
  genres: genres.split(' ').filter((key) => key !== ''),
}));

/** Stars separate parts (`TTL * Shooter / Gun`). Each part gets the genres of all rows that match it. */
function parseCategory(text: string): Category | undefined {
  const parts = text.split('*').map((part) => part.trim());
  const found = parts.filter((part) => part !== '').map((part) => rules.filter(({ pattern }) => pattern.test(part)));
  if (found.some((matching) => matching.length === 0)) return undefined;
  const keys = found.flat().flatMap(({ genres }) => genres);
  return { isGame: !keys.includes(NOT_A_GAME), genres: [...new Set(keys)] };
}
