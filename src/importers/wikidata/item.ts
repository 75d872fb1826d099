import type { Fail } from './frame.ts';
import { keepLanguages } from './languages.ts';

/** The forms of values, once they are read. */
const ITEM = /^Q[1-9]\d{0,11}$/;
const DATE = /^\d{4}/;
const NUMBER = /^\d{1,6}$/;
const ADDRESS = /^https?:/;

/** What is read of an item: the property that says it, and how its values look. */
const PROPERTIES = {
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
} as const;
type Property = keyof typeof PROPERTIES;

/** No item says as much of one thing; what is made of statements grows faster than their number. */
const MOST_STATEMENTS = 500;
/** Where something holds: place of publication, applies to jurisdiction, valid in place. */
const PLACES = ['P291', 'P1001', 'P3005'];

/** One thing that is said, with what it is said of. */
export interface Statement {
  /** The id of an item, a text, a date, or a number in digits. */
  value: string;
  isPreferred: boolean;
  platforms: string[];
  places: string[];
  dates: string[];
}

/** An item of Wikidata, cut down to what a game, or the name of anything, can need. */
export interface Item {
  id: string;
  /** Numbers of revisions grow, so that the newer of two versions can be told. */
  revision: number;
  modified: string;
  labels: Record<string, string>;
  aliases: Record<string, string[]>;
  statements: Record<Property, Statement[]>;
}

/** Undefined is what is no item: a property, a lexeme. */
export function toItem(entity: unknown, fail: Fail): Item | undefined {
  const { id, lastrevid, modified, labels, aliases, claims } = fieldsOf(entity);
  if (typeof id !== 'string' || id === '') return fail('no entity of Wikidata: it has no id');
  if (!ITEM.test(id)) return undefined;
  const all = fieldsOf(claims);
  const statements = Object.entries(PROPERTIES).map(([name, [property, form]]) => [
    name,
    listStatements(all[property], form),
  ]);
  return {
    id,
    revision: typeof lastrevid === 'number' ? lastrevid : 0,
    modified: typeof modified === 'string' && /^\d{4}-\d\d-\d\dT[\d:]{8}Z$/.test(modified) ? modified : '',
    labels: keepLanguages(fieldsOf(labels), textOf),
    aliases: keepLanguages(fieldsOf(aliases), (list) => listOf(list).flatMap((alias) => textOf(alias) ?? [])),
    statements: Object.fromEntries(statements) as Item['statements'],
  };
}

/** What is deprecated is known to be wrong; an unknown value, or none, says nothing. */
function listStatements(claims: unknown, form: RegExp): Statement[] {
  return listOf(claims)
    .slice(0, MOST_STATEMENTS)
    .flatMap((claim) => {
      const { rank, mainsnak, qualifiers } = fieldsOf(claim);
      const value = rank === 'deprecated' ? undefined : readValue(mainsnak);
      if (value === undefined || !form.test(value)) return [];
      const said = fieldsOf(qualifiers);
      const values = (property: string, of: RegExp = ITEM) =>
        listOf(said[property])
          .flatMap((snak) => readValue(snak) ?? [])
          .filter((one) => of.test(one));
      return {
        value,
        isPreferred: rank === 'preferred',
        platforms: values('P400'),
        places: PLACES.flatMap((property) => values(property)),
        dates: values('P577', DATE),
      };
    });
}

/** Only a value that is known has data. */
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

/** An empty object is an empty list where PHP has written it. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const EARLIEST = 1950;
const LATEST = 2099;
const [YEAR, MONTH, DAY] = [9, 10, 11];
const TIME = /^\+0*(\d{4})-(\d\d)-(\d\d)T/;
const JULIAN = /Q1985786$/;

/**
 * A point in time as a date that is as precise as Wikidata says. A decade says too little; of a date in the old calendar,
 * which no game needs, only the year is taken.
 */
export function parseTime(value: Readonly<Record<string, unknown>>): string | undefined {
  const precision = Number(value.precision);
  const [, year = '', month = '', day = ''] = TIME.exec(String(value.time)) ?? [];
  if (!(precision >= YEAR) || Number(year) < EARLIEST || Number(year) > LATEST) return undefined;
  const isOld = JULIAN.test(String(value.calendarmodel));
  if (precision < MONTH || isOld || !(Number(month) >= 1 && Number(month) <= 12)) return year;
  const date = `${year}-${month}-${day}`;
  return precision >= DAY && isDay(date) ? date : `${year}-${month}`;
}

function isDay(date: string): boolean {
  const time = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
}
