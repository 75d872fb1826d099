import { findCountry } from '../../vocabulary/countries.ts';
import { readTable } from '../../vocabulary/tables.ts';

/** What an entry is other than a plain release: a crack is the game itself in a changed copy, a hack another game. */
export const STATUSES = [
  'prototype',
  'demo',
  'unreleased',
  'pirate',
  'hack',
  'crack',
  'unlicensed',
  'homebrew',
] as const;
export type Status = (typeof STATUSES)[number];

/** What is known of an entry from its tags. */
export interface Tags {
  countries: string[];
  statuses: Status[];
  /** Revisions of the same thing. */
  versions: string[];
  videoStandards: string[];
  languages: string[];
  /** What says that it is no game at all. */
  noGame: string[];
  /** What no table knows: a second publisher, an edition, a piece of hardware. */
  notes: string[];
}

type Field = keyof Tags;
type Meaning = readonly [field: Field, value: string][];

const FIELDS: Record<string, Field | undefined> = {
  nogame: 'noGame',
  note: 'notes',
  status: 'statuses',
  version: 'versions',
  video: 'videoStandards',
  language: 'languages',
};

const rules = readTable('dump-tags.tsv').map(([kind, pattern, value]) => ({
  field: FIELDS[kind as string],
  pattern: new RegExp(`^(?:${pattern})$`, 'u'),
  value,
}));
/** A few thousand tags make up a hundred thousand. */
const known = new Map<string, Meaning>();

export function classifyTags(tags: readonly string[]): Tags {
  const found: Record<Field, string[]> = {
    countries: [],
    statuses: [],
    versions: [],
    videoStandards: [],
    languages: [],
    noGame: [],
    notes: [],
  };
  for (const tag of tags) {
    for (const [field, value] of meaningOf(tag)) if (!found[field].includes(value)) found[field].push(value);
  }
  return found as Tags;
}

function meaningOf(tag: string): Meaning {
  const before = known.get(tag);
  if (before) return before;
  const meaning = countriesIn(tag) ?? languagesIn(tag) ?? countryAndMore(tag) ?? ruleOf(tag);
  known.set(tag, meaning);
  return meaning;
}

/** `USA`, `Italy / Spain`, `World / USA + Canada`: all of it must be countries. */
function countriesIn(tag: string): Meaning | undefined {
  const found = split(tag).map(findCountry);
  return found.every((country) => country !== undefined) ? found.map((country) => ['countries', country]) : undefined;
}

/** `Germany v1.1`, `US set 1`: only when the rest is understood, or `US Gold` would be a country. */
function countryAndMore(tag: string): Meaning | undefined {
  const [, first = '', rest = ''] = /^(\S{2,}) (.+)$/.exec(tag) ?? [];
  const country = findCountry(first);
  const more = ruleOf(rest);
  return country && more[0]?.[0] !== 'notes' ? [['countries', country], ...more] : undefined;
}

function languagesIn(tag: string): Meaning | undefined {
  const found = split(tag).map(ruleOf);
  return found.every(([first]) => first?.[0] === 'languages') ? found.flat() : undefined;
}

function split(tag: string): string[] {
  return tag.split(/ *[/+&] */);
}

function ruleOf(tag: string): Meaning {
  const text = fold(tag.replace(/ *\(.*?\)/g, ''));
  const rule = rules.find(({ pattern }) => pattern.test(text));
  if (!rule) return [['notes', tag]];
  if (!rule.field) return [];
  return [[rule.field, rule.value || tag]];
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}
