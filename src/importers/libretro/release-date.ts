import { parseDate, parseVagueDate } from '../dumps/dates.ts';
import type { Unknowns } from '../unknowns.ts';

export interface StatedDate {
  year?: string | undefined;
  month?: string | undefined;
  day?: string | undefined;
  /** Whether a list of dumps states it. */
  isDump: boolean;
}

interface ReleaseDate {
  date: string | null;
  /** Whether it is the year of a copyright, which is often older than the release. */
  isCopyright: boolean;
}

const YEAR_LENGTH = 4;

/**
 * A date is never made of parts of several sources. A date with a month counts before the year of a list of facts, and that before
 * a year alone in a list of dumps, which is that of the copyright.
 */
export function findReleaseDate(stated: readonly StatedDate[], unknowns: Unknowns): ReleaseDate {
  const dated = stated.flatMap((one) => parseStated(one, unknowns)).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const exact = dated.find(({ date }) => date.length > YEAR_LENGTH);
  if (exact) return { date: exact.date, isCopyright: false };
  const fact = dated.find(({ isDump }) => !isDump);
  if (fact) return { date: withMonth(fact.date, stated), isCopyright: false };
  return { date: dated[0]?.date ?? null, isCopyright: dated.length > 0 };
}

/** Lists of facts have years and months in a file each. The month counts if they have one of each. */
function withMonth(year: string, stated: readonly StatedDate[]): string {
  const facts = stated.filter(({ isDump }) => !isDump);
  const years = new Set(facts.flatMap((fact) => fact.year ?? []));
  const [month, ...others] = new Set(facts.flatMap((fact) => (fact.year === undefined ? (fact.month ?? []) : [])));
  const isOne = years.size === 1 && others.length === 0;
  return (isOne && month !== undefined && parseDate(`${year}-${month}`)) || year;
}

function parseStated(
  { year, month, day, isDump }: StatedDate,
  unknowns: Unknowns,
): { date: string; isDump: boolean }[] {
  if (year === undefined) return [];
  const date = parseVagueDate([year, month, day].filter(Boolean).join('-')) ?? parseVagueDate(year);
  if (date === undefined && !/^[\d?x]*$/i.test(year)) unknowns.add('year', year);
  return date === undefined ? [] : [{ date, isDump }];
}
