import { getOrInsert } from '../../get-or-insert.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import type { GameKind } from '../../vocabulary/kinds.ts';
import { readTable } from '../../vocabulary/tables.ts';

/** What an entry is if not a plain release. A crack is a changed copy of the same game; a hack is a different game. */
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

export interface Tags {
  countries: string[];
  statuses: Status[];
  versions: string[];
  videoStandards: string[];
  languages: string[];
  kinds: GameKind[];
  /** Tags that no table knows: a second publisher, an edition, a piece of hardware. */
  notes: string[];
}

type Field = keyof Tags;
type Meaning = readonly [field: Field, value: string][];

const FIELDS: Record<string, Field> = {
  country: 'countries',
  kind: 'kinds',
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
/** Caches results: 100,000 entries have a few thousand distinct tags. */
const meanings = new Map<string, Meaning>();

export function classifyTags(tags: readonly string[]): Tags {
  const known = tags.flatMap((tag) => getOrInsert(meanings, tag, findMeaning));
  const valuesOf = (wanted: Field) => [...new Set(known.flatMap(([field, value]) => (field === wanted ? value : [])))];
  return Object.fromEntries(Object.values(FIELDS).map((field) => [field, valuesOf(field)])) as unknown as Tags;
}

/** Each status once. Homebrew is never licensed, so `unlicensed` adds nothing to it. */
export function uniqueStatuses(statuses: readonly Status[]): Status[] {
  const unique = [...new Set(statuses)];
  return unique.includes('homebrew') ? unique.filter((status) => status !== 'unlicensed') : unique;
}

function findMeaning(tag: string): Meaning {
  return parseCountries(tag) ?? parseLanguages(tag) ?? parseCountryAndMore(tag) ?? applyRules(tag);
}

/** `USA`, `Italy / Spain`, `World / USA + Canada`. Undefined if any part is not a country. */
function parseCountries(tag: string): Meaning | undefined {
  const found = split(tag).map(findCountry);
  return found.every((country) => country !== undefined) ? found.map((country) => ['countries', country]) : undefined;
}

/** `Germany v1.1`, `US set 1`. The rest must be a known tag, or `US Gold` would be a country. */
function parseCountryAndMore(tag: string): Meaning | undefined {
  const [, first = '', rest = ''] = /^(\S{2,}) (.+)$/.exec(tag) ?? [];
  const country = findCountry(first);
  const more = applyRules(rest);
  return country && more[0]?.[0] !== 'notes' ? [['countries', country], ...more] : undefined;
}

function parseLanguages(tag: string): Meaning | undefined {
  const found = split(tag).map(applyRules);
  return found.every(([first]) => first?.[0] === 'languages') ? found.flat() : undefined;
}

function split(tag: string): string[] {
  return tag.split(/ *[/+&] */);
}

function applyRules(tag: string): Meaning {
  const text = tag
    .replace(/ *\(.*?\)/g, '')
    .trim()
    .toLowerCase();
  const rule = rules.find(({ pattern }) => pattern.test(text));
  if (!rule) return [['notes', tag]];
  return rule.field ? [[rule.field, rule.value || tag]] : [];
}
