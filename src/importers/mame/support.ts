import type { Line } from '../../bundle/bundle.ts';
import { OperatorError } from '../../errors.ts';
import { seriesGroup } from '../../vocabulary/series.ts';
import { attributeKey, playersAttribute } from '../attributes.ts';
import type { ConvertInput } from '../importer.ts';
import type { Unknowns } from '../unknowns.ts';
import { type FindCategory, readCategories } from './categories.ts';
import { readIni } from './ini.ts';

/** What the support files of MAME frontends say about a machine, or about the one that it is a clone of. */
export interface Support {
  findCategory: FindCategory;
  findSeries(machine: string): Line<'groups.jsonl'> | undefined;
  /** Keys of attributes. */
  findPlayers(machine: string): string[] | undefined;
}

/** The flags that name these files. They describe machines. */
export const SUPPORT_FLAGS = ['catver', 'series', 'nplayers'] as const;

/** Of machines that are not video games (`Bar X * Slot`), and sections that name a kind of machine. */
const NOT_A_SERIES = / \* |\bhardware$|^(hunting|multi-?game|trivia|triv quiz|puzzle action)$/i;
const NO_PLAYERS = /^(\?+|device|non-arcade|pinball|bios|utility|)$/i;
const MODES = { alt: 'Alternating Turns', sim: 'Simultaneous' };

export async function readSupport(
  { catver, series, nplayers }: ConvertInput['flags'],
  onChunk: (chunk: Buffer) => void,
  unknowns: Unknowns,
): Promise<Support> {
  const findCategory = catver === undefined ? () => undefined : await readCategories(catver, onChunk, unknowns);
  const groups = series === undefined ? undefined : await readSeries(series, onChunk);
  const players = nplayers === undefined ? undefined : await readPlayers(nplayers, onChunk, unknowns);
  return {
    findCategory,
    findSeries: (machine) => groups?.get(machine),
    findPlayers: (machine) => players?.get(machine),
  };
}

/** The sections of a `series.ini` are series. */
async function readSeries(path: string, onChunk: (chunk: Buffer) => void): Promise<Map<string, Line<'groups.jsonl'>>> {
  const found = new Map<string, Line<'groups.jsonl'>>();
  for await (const { section, name, value } of readIni(path, onChunk)) {
    const group = value === undefined && !NOT_A_SERIES.test(section) ? seriesGroup(section) : undefined;
    if (group) found.set(name, group);
  }
  if (found.size === 0) throw new OperatorError(`${path} has no sections like [Pac-Man] with the names of machines`);
  return found;
}

/** Lines like `pacman=2P alt / 4P sim` of an `nplayers.ini`, or the sections `[2_Players]` of a `players.ini`. */
async function readPlayers(
  path: string,
  onChunk: (chunk: Buffer) => void,
  unknowns: Unknowns,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for await (const { section, name, value } of readIni(path, onChunk)) {
    const text = value ?? section.replace(/^(\d+)_Players?$/i, '$1P');
    const attributes = parsePlayers(text);
    if (attributes.length > 0) found.set(name, attributes);
    else if (!NO_PLAYERS.test(text.trim())) unknowns.add('players', text);
  }
  if (found.size === 0) throw new OperatorError(`${path} has no lines like pacman=2P alt`);
  return found;
}

function parsePlayers(text: string): string[] {
  const parts = Array.from(text.matchAll(/\b(\d{1,2})P\b(?: (alt|sim))?/g));
  if (parts.length === 0) return [];
  const modes = parts.flatMap(([, , mode]) => (mode ? [MODES[mode as keyof typeof MODES]] : []));
  return [
    playersAttribute(Math.max(...parts.map(([, players]) => Number(players)))),
    ...modes.map((mode) => attributeKey('Multiplayer Options', mode)),
  ];
}
