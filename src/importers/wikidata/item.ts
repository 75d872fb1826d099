import { findTextProblem, toPlainText } from '../../bundle/plain-text.ts';
import { DATABASES } from '../../vocabulary/databases.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { parseDate } from '../dumps/dates.ts';
import { fieldsOf } from '../json-objects.ts';
import { BrokenEntry } from '../unknowns.ts';

/** The patterns of values. */
const ITEM = /^Q[1-9]\d{0,11}$/;
const DATE = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/;
const NUMBER = /^\d{1,6}$/;
const ADDRESS = /^https?:/;
const SCORE = /^.{1,40}$/;

/** The properties that are read (also in `docs/wikidata/facts.rq`), with the pattern of their values. */
export const PROPERTIES = {
  classes: ['P31', ITEM],
  platforms: ['P400', ITEM],
  dates: ['P577', DATE],
  developers: ['P178', ITEM],
  publishers: ['P123', ITEM],
  series: ['P179', ITEM],
  franchises: ['P8345', ITEM],
  genres: ['P136', ITEM],
  sites: ['P856', ADDRESS],
  esrb: ['P852', ITEM],
  pegi: ['P908', ITEM],
  cero: ['P853', ITEM],
  usk: ['P914', ITEM],
  modes: ['P404', ITEM],
  leastPlayers: ['P1872', NUMBER],
  mostPlayers: ['P1873', NUMBER],
  scores: ['P444', SCORE],
} as const;
type Property = keyof typeof PROPERTIES;

/** More than any real item has. The work grows faster than the number of statements. */
const MAX_STATEMENTS = 500;
/** Place of publication, applies to jurisdiction, valid in place. */
const PLACES = ['P291', 'P1001', 'P3005'];

/** A value with its qualifiers. */
export interface Statement {
  /** The id of an item, a text, a date or a decimal number. */
  value: string;
  isPreferred: boolean;
  platforms: string[];
  places: string[];
  dates: string[];
  /** Who gave a review score, and by which method. */
  reviewers: string[];
  methods: string[];
}

/** The parts of a Wikidata item that a game or a name needs. */
export interface Item {
  id: string;
  /** Increases with every edit. */
  revision: number;
  modified: string;
  labels: Record<string, string>;
  aliases: Record<string, string[]>;
  statements: Record<Property, Statement[]>;
  /** Ids in other databases, by the name of the database. */
  ids: Record<string, string[]>;
}

/** The databases whose ids Wikidata has. */
export const LINKED_DATABASES = [...DATABASES.values()].filter(({ property }) => property !== '');

/** Undefined for entities that are not items, such as properties and lexemes. */
export function toItem(entity: object, line: number): Item | undefined {
  const { id, lastrevid, modified, labels, aliases, claims } = fieldsOf(entity);
  if (typeof id !== 'string' || id === '') throw new BrokenEntry('not a Wikidata entity: it has no id', line);
  if (!ITEM.test(id)) return undefined;
  const all = fieldsOf(claims);
  const statements = Object.entries(PROPERTIES).map(([name, [property, pattern]]) => [
    name,
    listStatements(all[property], pattern),
  ]);
  return {
    id,
    revision: typeof lastrevid === 'number' ? lastrevid : 0,
    modified: typeof modified === 'string' && /^\d{4}-\d\d-\d\dT[\d:]{8}Z$/.test(modified) ? modified : '',
    labels: keepLanguages(fieldsOf(labels), textOf),
    aliases: keepLanguages(fieldsOf(aliases), (list) => listOf(list).flatMap((alias) => textOf(alias) ?? [])),
    statements: Object.fromEntries(statements) as Item['statements'],
    ids: listIds(all),
  };
}

const LONGEST_ID = 200;

function listIds(claims: Readonly<Record<string, unknown>>): Item['ids'] {
  const found = LINKED_DATABASES.map(({ id, property, pattern }) => {
    const values = listStatements(claims[property], pattern).map(({ value }) => value);
    const whole = values.filter((value) => value.length <= LONGEST_ID && !findTextProblem(value));
    return [id, [...new Set(whole)].toSorted()] as const;
  });
  return Object.fromEntries(found.filter(([, ids]) => ids.length > 0));
}

/** Without deprecated statements, and those with an unknown value or none. */
function listStatements(claims: unknown, pattern: RegExp): Statement[] {
  return listOf(claims)
    .slice(0, MAX_STATEMENTS)
    .flatMap((claim) => {
      const { rank, mainsnak, qualifiers } = fieldsOf(claim);
      const value = rank === 'deprecated' ? undefined : readValue(mainsnak);
      if (value === undefined || !pattern.test(value)) return [];
      const allQualifiers = fieldsOf(qualifiers);
      const values = (property: string, form: RegExp = ITEM) =>
        listOf(allQualifiers[property])
          .flatMap((snak) => readValue(snak) ?? [])
          .filter((text) => form.test(text));
      return {
        value,
        isPreferred: rank === 'preferred',
        platforms: values('P400'),
        places: PLACES.flatMap((property) => values(property)),
        dates: values('P577', DATE),
        reviewers: values('P447'),
        methods: values('P459'),
      };
    });
}

/** Undefined for an unknown value or none, which have no `datavalue`. */
function readValue(snak: unknown): string | undefined {
  const { type, value } = fieldsOf(fieldsOf(snak).datavalue);
  if (typeof value === 'string') return value;
  const { id, amount } = fieldsOf(value);
  if (type === 'time') return parseTime(fieldsOf(value));
  if (type === 'quantity') return typeof amount === 'string' ? amount.replace(/^\+/, '') : undefined;
  return typeof id === 'string' ? id : undefined;
}

function textOf(value: unknown): string | undefined {
  const text = fieldsOf(value).value;
  return typeof text === 'string' ? text : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const [YEAR, MONTH, DAY] = [9, 10, 11];
const TIME = /^\+0*(\d{4})-(\d\d)-(\d\d)T/;
const JULIAN = /Q1985786$/;

/**
 * A date with the precision that Wikidata gives. Anything less precise than a year is ignored, and of a date in the Julian
 * calendar only the year is used.
 */
function parseTime(value: Readonly<Record<string, unknown>>): string | undefined {
  const precision = Number(value.precision);
  const [, year = '', month = '', day = ''] = TIME.exec(String(value.time)) ?? [];
  if (!(precision >= YEAR)) return undefined;
  if (precision < MONTH || JULIAN.test(String(value.calendarmodel))) return parseDate(year);
  return parseDate(precision < DAY ? `${year}-${month}` : `${year}-${month}-${day}`);
}

interface Language {
  code: string;
  /** The description of a title in the language's own script, and in Latin letters. */
  native: string;
  latin: string;
}

/** The languages of titles and names, in the order of preference. */
export const LANGUAGES: readonly Language[] = readTable('wikidata-languages.tsv').map(
  ([code = '', native = '', latin = '']) => ({ code, native, latin }),
);
const codes = new Set(LANGUAGES.map(({ code }) => code));

/** The texts in the languages of the table. If there is none, one text in another language. */
function keepLanguages<T>(texts: Readonly<Record<string, unknown>>, read: (text: unknown) => T | undefined) {
  const own = Object.keys(texts).filter((code) => codes.has(code));
  const kept = own.length > 0 ? own : Object.keys(texts).toSorted().slice(0, 1);
  const entries = kept.flatMap((code) => {
    const text = read(texts[code]);
    return text === undefined ? [] : [[code, text] as const];
  });
  return Object.fromEntries(entries) as Record<string, T>;
}

/** The English name, else the one for all languages, else the first in the order of the table. */
export function chooseLabel(labels: Readonly<Record<string, string>>): string | undefined {
  const order = [...LANGUAGES.map(({ code }) => code), ...Object.keys(labels).toSorted()];
  for (const code of order) {
    const label = toPlainText(labels[code] ?? '');
    if (label !== '') return label;
  }
  return undefined;
}
